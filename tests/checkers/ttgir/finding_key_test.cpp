// By what findings are known again: not by their lines, nor by names that a compiler counts; but by
// all that they say, and of what.
#include "checkers/ttgir/finding_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <set>
#include <tuple>

#include "checkers/ttgir/check_file.hpp"
#include "tests/support/planted_files.hpp"

namespace tileproof {
namespace {

FileReport checked(const std::string& text) {
  CheckOptions options;
  options.plans_conversions = false;
  return check_ttgir("file", text, options);
}

std::vector<std::string> keys(const FileReport& report) {
  std::vector<std::string> list;
  for (const Finding& finding : report.findings) {
    if (!is_proved(finding.verdict)) list.push_back(finding.key);
  }
  return list;
}

std::vector<std::string> sorted_keys(const std::string& text) {
  auto list = keys(checked(text));
  std::ranges::sort(list);
  return list;
}

std::string replaced(const std::string& text, const char* what, const char* by) {
  return std::regex_replace(text, std::regex(what), by);
}

// ---- What a text says, without what is counted in it

TEST(FindingKey, NamesAndLinesAreLeftOut) {
  const std::vector<std::pair<const char*, const char*>> texts = {
      {"%c12_i32 is 3", "% is 3"},
      {"%12#1 is 3", "% is 3"},
      {"%a-8 and %a.$-b", "% and %"},
      {"%a -> %b", "% -> %"},
      {"tensor<64x64xf16, #blocked1> is no tensor<64xf16, #mma>",
       "tensor<64x64xf16, #> is no tensor<64xf16, #>"},
      {"#ttg.blocked<{order = [1, 0]}>", "#ttg.blocked<{order = [1, 0]}>"},
      {"!ttg.memdesc<4xf16, #shared, #smem>", "!ttg.memdesc<4xf16, #, #>"},
      {"!tile", "!"},
      {"there is no block ^bb12", "there is no block ^"},
      {"all 2^14 places", "all 2^14 places"},
      {"in scf.while in line 7", "in scf.while in line"},
      {"line 7, column 71", "line"},
      {"line 7, columns", "line, columns"},
      {"no line", "no line"},
      {"baseline 7", "baseline 7"},
      {"lane 16 of #blocked.", "lane 16 of #"}};
  for (const auto& [text, kept] : texts) EXPECT_EQ(without_counted_names(text), kept) << text;
}

// ---- What does not change a key

struct Rewrite {
  const char* name;
  std::function<std::string(const std::string&)> of;
};

void PrintTo(const Rewrite& rewrite, std::ostream* out) { *out << rewrite.name; }

class FindingKeysOfPlantedFiles : public ::testing::TestWithParam<Rewrite> {};

TEST_P(FindingKeysOfPlantedFiles, AreThoseOfTheFileAsItWas) {
  std::size_t found = 0;
  for (const auto& file : planted_files()) {
    const auto report = checked(file.text);
    if (!report.errors.empty()) continue;
    auto right = keys(report);
    std::ranges::sort(right);
    found += right.size();
    const auto text = GetParam().of(file.text);
    EXPECT_EQ(sorted_keys(text), right) << file.name << "\n" << text;
  }
  EXPECT_GT(found, 50U);
}

INSTANTIATE_TEST_SUITE_P(
    Rewrites,
    FindingKeysOfPlantedFiles,
    ::testing::Values(
        Rewrite{"ShiftedLines", [](const auto& text) { return "\n// one more\n\n" + text; }},
        Rewrite{"EmptyLines", [](const auto& text) { return replaced(text, "\n", "\n\n"); }},
        Rewrite{"Indented", [](const auto& text) { return replaced(text, "\n", "\n     "); }},
        Rewrite{"Spaces", [](const auto& text) { return replaced(text, ", ", " ,  "); }},
        Rewrite{"OtherValues", [](const auto& text) { return replaced(text, "%", "%v_"); }},
        Rewrite{"OtherAliases",
                [](const auto& text) {
                  return replaced(text, "#([A-Za-z_]\\w*)(?![\\w.])", "#an_$1");
                }}),
    [](const auto& rewrite) { return std::string(rewrite.param.name); });

// ---- What changes it

constexpr const char* kModule = R"(
#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @kernel(%x: tensor<64x64xf16, #a>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #b>
    %1 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #b>
    tt.return
  }
}
)";

TEST(FindingKey, OfEqualFindingsHasTheirPlaceAmongThem) {
  const auto two = keys(checked(kModule));
  ASSERT_EQ(two.size(), 2U);
  EXPECT_NE(two[0], two[1]);
  const auto one = keys(checked(replaced(kModule, "    %0 = .*\n", "")));
  EXPECT_EQ(one, std::vector<std::string>{two[0]});
}

TEST(FindingKey, ChangesWithAllThatItIsMadeOf) {
  FindingIdentity identity{"refuted", "conversion", "op", "f", {"a", "b"}, "says", 0};
  std::set<std::string> keys{key_of(identity)};
  const auto differs = [&](const auto& change) {
    auto other = identity;
    change(other);
    return keys.insert(key_of(other)).second;
  };
  EXPECT_FALSE(differs([](auto&) {}));
  EXPECT_TRUE(differs([](auto& i) { i.verdict = "unknown"; }));
  EXPECT_TRUE(differs([](auto& i) { i.question = "bounds"; }));
  EXPECT_TRUE(differs([](auto& i) { i.op = "o"; }));
  EXPECT_TRUE(differs([](auto& i) { i.function = "g"; }));
  EXPECT_TRUE(differs([](auto& i) { i.types = {"a"}; }));
  EXPECT_TRUE(differs([](auto& i) { i.types = {"ab"}; }));
  EXPECT_TRUE(differs([](auto& i) { i.types = {"a", "b", "says"}, i.says = ""; }));
  EXPECT_TRUE(differs([](auto& i) { i.op = "opf", i.function = ""; }));
  EXPECT_TRUE(differs([](auto& i) { i.says = "says so"; }));
  EXPECT_TRUE(differs([](auto& i) { i.place = 1; }));
  EXPECT_EQ(key_of(identity).size(), 16U);
}

// Another layout, function or shape is another finding.
TEST(FindingKey, ChangesWithTheFunctionAndTheLayouts) {
  const auto right = keys(checked(kModule));
  for (const auto& [what, by] : {std::pair("@kernel", "@other"),
                                 {"64x64xf16", "64x32xf16"},
                                 {"xf16", "xf32"},
                                 {"sizePerThread = \\[4, 1\\]", "sizePerThread = [2, 2]"}}) {
    const auto now = keys(checked(replaced(kModule, what, by)));
    ASSERT_EQ(now.size(), 2U) << by;
    for (const auto& key : now) EXPECT_EQ(std::ranges::count(right, key), 0) << by;
  }
}

// So is what an alias of another dialect's stands for, wherever it is written, and the allocation
// of a memory.
TEST(FindingKey, ChangesWithWhatAliasesStandForAndWithAllocations) {
  const std::string text =
      "#foreign = #foo.bar<{x = 1}>\n"
      "#same = #foreign\n"
      "!t = !foo.u<#same>\n"
      "#s = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
      "#d = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = "
      "16}>\n"
      "#smem = #ttg.shared_memory\n"
      "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", "
      "\"ttg.threads-per-warp\" = 32 : i32} {\n"
      "  tt.func @kernel(%x: VALUE) {\n    \"foo.use\"(%x) : (VALUE) -> ()\n    tt.return\n  "
      "}\n}\n";
  const auto of = [&](const char* type) { return sorted_keys(replaced(text, "VALUE", type)); };
  const auto differ = [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return !a.empty() && a.size() == b.size() && std::ranges::none_of(a, [&](const auto& key) {
      return std::ranges::count(b, key) != 0;
    });
  };
  for (const auto& [type, what, by] :
       {std::tuple("tensor<64x64xf16, #foreign>", "x = 1", "x = 2"),
        {"tensor<64x64xf16, #same>", "x = 1", "x = 2"},
        {"!foo.t<tensor<64x64xf16, #s>>", "maxPhase = 8", "maxPhase = 4"},
        {"!foo.t<!t>", "x = 1", "x = 2"},
        {"!tt.tensordesc<64x64xf16, #d>", "ByteWidth = 128", "ByteWidth = 64"}}) {
    const auto changed = sorted_keys(replaced(replaced(text, "VALUE", type), what, by));
    EXPECT_TRUE(differ(of(type), changed)) << type;
  }
  const auto whole = of("!ttg.memdesc<64x64xf16, #s, #smem, mutable>");
  EXPECT_TRUE(differ(whole, of("!ttg.memdesc<64x64xf16, #s, #smem, mutable, 128x64>")));
  EXPECT_TRUE(differ(whole, of("!ttg.memdesc<64x64xf16, #s, #smem>")));
  const auto renamed =
      replaced(replaced(text, "VALUE", "tensor<64x64xf16, #same>"), "#foreign", "#f");
  EXPECT_EQ(sorted_keys(renamed), of("tensor<64x64xf16, #same>"));
}

// A layout's first use may be another operation's in the next version.
TEST(FindingKey, OfALayoutDoesNotChangeWithWhatUsesItFirst) {
  const std::string layout =
      "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], "
      "warpsPerCTA = [4], order = [0]}>";
  const auto module = [&](const std::string& before) {
    return "#b = " + layout +
           "\nmodule attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", "
           "\"ttg.threads-per-warp\" = 32 : i32} {\n" +
           before +
           "  tt.func @kernel() {\n    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : "
           "tensor<64xi32, #b>\n    tt.return\n  }\n}\n";
  };
  const auto first = checked(module(""));
  const auto second =
      checked(module("  tt.func @other(%x: tensor<64xi32, #b>) {\n    tt.return\n  }\n"));
  const auto of_layout = [](const FileReport& report) -> const Finding& {
    return *std::ranges::find(report.findings, Topic::kLayout, &Finding::question);
  };
  EXPECT_EQ(of_layout(first).op, "tt.make_range");
  EXPECT_EQ(of_layout(second).op, "tt.func");
  EXPECT_FALSE(of_layout(first).key.empty());
  EXPECT_EQ(of_layout(first).key, of_layout(second).key);
}

// Names in quotes may have spaces: these are two functions, and the call means the second.
TEST(FindingSubject, HasTheNameOfAFunctionInQuotes) {
  const std::string layouts = replaced(kModule, "module[^]*", "");
  const auto report =
      checked(layouts +
              "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", "
              "\"ttg.threads-per-warp\" = 32 : i32} {\n"
              "  tt.func @\"a b\"() {\n    tt.return\n  }\n"
              "  tt.func private @\"a c\"(%x: tensor<64x64xf16, #a>) {\n"
              "    %0 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #b>\n"
              "    tt.return\n  }\n"
              "  tt.func @d(%x: tensor<64x64xf16, #a>) {\n"
              "    tt.call @\"a c\"(%x) : (tensor<64x64xf16, #a>) -> ()\n    tt.return\n  }\n}\n");
  ASSERT_TRUE(report.errors.empty()) << report.errors[0].message;
  std::vector<std::string> functions;
  for (const Finding& finding : report.findings) {
    if (!is_proved(finding.verdict)) functions.push_back(finding.subject.function);
  }
  EXPECT_EQ(functions, std::vector<std::string>{"a c"});
}

TEST(FindingKey, IsThereWhereAFindingIsNotProved) {
  for (const auto& file : planted_files()) {
    for (const Finding& finding : checked(file.text).findings) {
      EXPECT_EQ(finding.key.empty(), is_proved(finding.verdict)) << file.name;
    }
  }
}

}  // namespace
}  // namespace tileproof
