// A baseline knows what was found before, in all of its words; damage to it is noticed.
#include "checkers/reports/baseline.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "checkers/ttgir/check_file.hpp"
#include "checkers/ttgir/finding_key.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

std::string module_of(const std::string& body) {
  return "#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, "
         "1], "
         "order = [1, 0]}>\n#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], "
         "warpsPerCTA = [4, 1], order = [0, 1]}>\nmodule attributes {\"ttg.num-warps\" = 4 : i32, "
         "ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n  tt.func "
         "@kernel(%x: tensor<64x64xf16, #a>) {\n" +
         body + "    tt.return\n  }\n}\n";
}

constexpr const char* kRefuted =
    "    %0 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #a>\n";
constexpr const char* kRefutedElse =
    "    %1 = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #b>\n";
constexpr const char* kUnknown = "    %2 = other.what %x : tensor<64x64xf16, #a>\n";

FileReport checked(const std::string& path, const std::string& body) {
  auto report = check_ttgir(path, module_of(body), CheckOptions{});
  EXPECT_TRUE(report.errors.empty());
  return report;
}

std::string written(const std::string& path, const std::vector<FileReport>& reports) {
  Baseline baseline(path);
  for (const auto& report : reports) baseline.set(report);
  return baseline.print();
}

Baseline read_back(const std::string& path, const std::string& text) {
  auto baseline = Baseline::parse(path, text);
  EXPECT_TRUE(baseline) << baseline.error().message;
  return *std::move(baseline);
}

TEST(Baseline, KnowsWhatItWasWrittenOf) {
  const std::string body = std::string(kRefuted) + kUnknown;
  auto report = checked("a.ttgir", body);
  auto baseline = read_back("b.json", written("b.json", {report}));
  baseline.compare(report);
  const auto counts = baseline.counts();
  EXPECT_EQ(counts.fresh.refuted + counts.fresh.unknown, 0U);
  EXPECT_EQ(counts.unchanged.refuted, 1U);
  EXPECT_EQ(counts.unchanged.unknown, 1U);
  EXPECT_EQ(counts.gone, 0U);
  for (const Finding& finding : report.findings) {
    EXPECT_EQ(finding.is_new.has_value(), !is_proved(finding.verdict));
    EXPECT_NE(finding.is_new, true);
  }
}

TEST(Baseline, TellsWhatIsNewAndWhatIsGone) {
  const auto text = written("b.json", {checked("a.ttgir", std::string(kRefuted) + kUnknown)});
  auto baseline = read_back("b.json", text);
  auto now = checked("a.ttgir", std::string(kRefutedElse) + kUnknown);
  baseline.compare(now);
  EXPECT_EQ(baseline.counts().fresh.refuted, 1U);
  EXPECT_EQ(baseline.counts().unchanged.unknown, 1U);
  EXPECT_EQ(baseline.counts().gone, 1U);
  ASSERT_EQ(now.gone->size(), 1U);
  EXPECT_EQ(now.gone->front().op, "ttg.convert_layout");
  EXPECT_EQ(now.gone->front().function, "kernel");
}

// One of two equal findings that was mended, and one that came to one.
TEST(Baseline, CountsEqualFindings) {
  const std::string twice = std::string(kRefuted) +
                            "    %9 = ttg.convert_layout %x : "
                            "tensor<64x64xf16, #b> -> tensor<64x64xf16, #a>\n";
  auto fewer = read_back("b.json", written("b.json", {checked("a.ttgir", twice)}));
  auto one = checked("a.ttgir", kRefuted);
  fewer.compare(one);
  EXPECT_EQ(fewer.counts().fresh.refuted, 0U);
  EXPECT_EQ(fewer.counts().gone, 1U);
  auto more = read_back("b.json", written("b.json", {checked("a.ttgir", kRefuted)}));
  auto two = checked("a.ttgir", twice);
  more.compare(two);
  EXPECT_EQ(more.counts().fresh.refuted, 1U);
  EXPECT_EQ(more.counts().unchanged.refuted, 1U);
  EXPECT_EQ(more.counts().gone, 0U);
}

// What was unknown and is refuted is worse than it was.
TEST(Baseline, TakesAnotherVerdictForNew) {
  auto report = checked("a.ttgir", kUnknown);
  auto text = written("b.json", {report});
  auto baseline = read_back("b.json", text);
  for (Finding& finding : report.findings) {
    if (!is_unknown(finding.verdict)) continue;
    Counterexample example{std::get<Unknown>(finding.verdict).reason, {}};
    finding.verdict = Refuted::replayed("text", example, [] { return true; });
  }
  baseline.compare(report);
  EXPECT_EQ(baseline.counts().fresh.refuted, 1U);
  EXPECT_EQ(baseline.counts().gone, 1U);
}

TEST(Baseline, KeepsFilesApart) {
  auto baseline = read_back("b.json", written("b.json", {checked("a.ttgir", kRefuted)}));
  auto other = checked("b.ttgir", kRefuted);
  baseline.compare(other);
  EXPECT_EQ(baseline.counts().fresh.refuted, 1U);
}

// Another folder, or another way to write a path, is the same file.
TEST(Baseline, NamesFilesAsSeenFromItsFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path("ir"));
  const auto file = folder.file("ir/a.ttgir", module_of(kRefuted));
  const auto text = written(folder.path("b.json"), {checked(file, kRefuted)});
  EXPECT_EQ(json::parse(text)["files"][0]["file"], "ir/a.ttgir");
  auto baseline = read_back(folder.path("b.json"), text);
  auto again = checked(folder.path("ir/../ir/./a.ttgir"), kRefuted);
  baseline.compare(again);
  EXPECT_EQ(baseline.counts().unchanged.refuted, 1U);
  // What a link leads to has another folder around it.
  std::filesystem::create_directories(folder.path("other/deep"));
  std::filesystem::create_symlink(folder.path("other/deep"), folder.path("link"));
  auto elsewhere = checked(folder.path("link/../ir/a.ttgir"), kRefuted);
  baseline.compare(elsewhere);
  EXPECT_EQ(baseline.counts().fresh.refuted, 1U);
  EXPECT_EQ(baseline.counts().unchanged.refuted, 1U);
  const auto moved = read_back(folder.path("b.json"), text).moved_to(folder.path("ir/b.json"));
  EXPECT_EQ(moved.files().begin()->first, "a.ttgir");
}

// The folder of a commit's changes has not all files: what is not there is not gone.
TEST(Baseline, SaysNothingOfFilesThatAreNotChecked) {
  const TemporaryFolder folder;
  const auto there = folder.file("there.ttgir", module_of(kRefuted));
  const auto path = folder.path("b.json");
  const auto baseline = read_back(
      path,
      written(path, {checked(there, kRefuted), checked(folder.path("not_there.ttgir"), kUnknown)}));
  EXPECT_EQ(baseline.counts().not_checked, 2U);
  EXPECT_EQ(baseline.counts().gone, 0U);
  const auto moved = baseline.moved_to(path);
  ASSERT_EQ(moved.files().size(), 1U);
  EXPECT_EQ(moved.files().begin()->first, "there.ttgir");
}

// Of a file that was read in part only, nothing is known to be gone.
TEST(Baseline, SaysNothingIsGoneWhereInputIsWrong) {
  auto baseline = read_back("b.json", written("b.json", {checked("a.ttgir", kRefuted)}));
  auto broken = check_ttgir("a.ttgir", "module {\n", CheckOptions{});
  ASSERT_FALSE(broken.errors.empty());
  baseline.compare(broken);
  EXPECT_EQ(baseline.counts().gone, 0U);
}

TEST(Baseline, TakesOutWhatIsNoMore) {
  Baseline baseline("b.json");
  baseline.set(checked("a.ttgir", kRefuted));
  EXPECT_EQ(baseline.files().size(), 1U);
  baseline.set(checked("a.ttgir", ""));
  EXPECT_EQ(baseline.files().size(), 0U);
  EXPECT_EQ(read_back("b.json", baseline.print()).files().size(), 0U);
}

// In version control, what changed is a line.
TEST(Baseline, HasALineForEachFinding) {
  const auto text = written("b.json", {checked("a.ttgir", std::string(kRefuted) + kUnknown)});
  EXPECT_EQ(std::ranges::count(text, '\n'), 6);
  EXPECT_EQ(text.back(), '\n');
}

TEST(Baseline, HasOnlyTextThatJsonCanHave) {
  auto report = checked("a\xff.ttgir", kUnknown);
  report.findings.back().subject.function = "f\xc3\x28\x01";
  report.findings.back().verdict = Unknown{"\xf0 \"quoted\" \x1b"};
  const auto text = written("b.json", {report});
  auto baseline = read_back("b.json", text);
  baseline.compare(report);
  EXPECT_EQ(baseline.counts().fresh.unknown, 0U) << text;
}

std::string refusal(const std::string& text) {
  const auto baseline = Baseline::parse("b.json", text);
  return baseline ? "" : baseline.error().message;
}

TEST(Baseline, OfAnotherVersionIsRefused) {
  auto text = json::parse(written("b.json", {checked("a.ttgir", kRefuted)}));
  EXPECT_EQ(refusal(text.dump()), "");
  text["baseline"] = 2;
  EXPECT_EQ(refusal(text.dump()),
            "the baseline has version 2, and version 1 is read: write it anew with "
            "--write-baseline");
  text["baseline"] = "1";
  EXPECT_NE(refusal(text.dump()), "");
}

TEST(Baseline, ThatIsNoneIsRefused) {
  for (const char* text :
       {"", "[]", "{}", "{\"tool\": \"other\", \"baseline\": 1, \"files\": []}", "{"}) {
    EXPECT_NE(refusal(text).find("this is no baseline of tileproof"), std::string::npos) << text;
  }
}

// Each field of a finding is damaged in turn, and each is missing in turn.
TEST(Baseline, ThatIsDamagedIsRefused) {
  const auto right = json::parse(written("b.json", {checked("a.ttgir", kRefuted)}));
  const auto& finding = right["files"][0]["findings"][0];
  ASSERT_EQ(finding.size(), 8U);
  for (const auto& [field, value] : finding.items()) {
    auto changed = right;
    auto& entry = changed["files"][0]["findings"][0];
    if (value.is_string()) entry[field] = value.get<std::string>() + "x";
    if (value.is_array()) entry[field] = json::array({"x"});
    if (value.is_number()) entry[field] = 5;
    EXPECT_NE(refusal(changed.dump()).find("damaged: finding 1 of 'a.ttgir'"), std::string::npos)
        << field << refusal(changed.dump());
    auto missing = right;
    missing["files"][0]["findings"][0].erase(field);
    EXPECT_NE(refusal(missing.dump()).find("damaged"), std::string::npos) << field;
    auto odd = right;
    odd["files"][0]["findings"][0][field] = json::object();
    EXPECT_NE(refusal(odd.dump()).find("damaged"), std::string::npos) << field;
  }
  auto twice = right;
  twice["files"][0]["findings"].push_back(finding);
  EXPECT_NE(refusal(twice.dump()).find("is there twice"), std::string::npos);
  auto files = right;
  files["files"].push_back(right["files"][0]);
  EXPECT_NE(refusal(files.dump()).find("'a.ttgir' is there twice"), std::string::npos);
  auto no_list = right;
  no_list["files"] = 3;
  EXPECT_NE(refusal(no_list.dump()).find("no list 'files'"), std::string::npos);
  auto no_object = right;
  no_object["files"] = json::array({7});
  EXPECT_NE(refusal(no_object.dump()).find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace tileproof
