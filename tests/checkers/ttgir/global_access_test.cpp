// Loads and stores of global memory in files: what is said of pointers that are followed, and why
// nothing is said of others.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "checkers/ttgir/check_file.hpp"

namespace tileproof {
namespace {

// A kernel of one warp; `body` has %x, a pointer at multiples of 16 bytes, and %n, any number.
FileReport checked_body(const std::string& body, const std::string& target = "cuda:90") {
  const std::string text =
      "#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order "
      "= "
      "[0]}>\n"
      "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, ttg.target = "
      "\"" +
      target +
      "\", \"ttg.threads-per-warp\" = 32 : i32} {\n"
      "  tt.func public @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %m: i32 "
      "{tt.divisibility = 16 : i32}) {\n"
      "    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #line>\n"
      "    %p = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #line>\n" +
      body + "    tt.return\n  }\n}\n";
  return check_ttgir("f", text, {});
}

const std::string kLoad = "    %v = tt.load %q : tensor<128x!tt.ptr<f32>, #line>\n";

std::string at(const std::string& offset) {
  return "    %q = tt.addptr %p, " + offset +
         " : tensor<128x!tt.ptr<f32>, #line>, tensor<128xi32, #line>\n";
}

std::string splat(const std::string& name, const std::string& number) {
  return "    " + name + " = tt.splat " + number + " : i32 -> tensor<128xi32, #line>\n";
}

std::string binary(const std::string& name, const std::string& op, const std::string& operands) {
  return "    " + name + " = arith." + op + " " + operands + " : tensor<128xi32, #line>\n";
}

const Finding* cost_in(const FileReport& report) {
  const auto found = std::ranges::find_if(
      report.findings, [](const Finding& f) { return f.question == Topic::kGlobalAccess; });
  return found == report.findings.end() ? nullptr : &*found;
}

Word number_in(const FileReport& report, const std::string& name) {
  const Finding* finding = cost_in(report);
  if (finding == nullptr) return ~Word{0};
  for (const auto& [key, value] : finding->detail) {
    if (key == name) return std::get<Word>(value);
  }
  return ~Word{0};
}

std::string why_not(const FileReport& report) {
  for (const NotAsked& entry : report.not_asked) {
    if (!entry.why.empty()) return entry.op + ": " + entry.why;
  }
  return "";
}

TEST(GlobalAccessInFiles, OfNeighboursIsExactWhereTheBaseIsKnown) {
  const auto report = checked_body(at("%r") + kLoad);
  ASSERT_NE(cost_in(report), nullptr) << why_not(report);
  EXPECT_TRUE(is_proved(cost_in(report)->verdict));
  EXPECT_EQ(number_in(report, "vector_bits"), 128u);
  EXPECT_EQ(number_in(report, "requests"), 1u);
  EXPECT_EQ(number_in(report, "sectors"), 17u);  // 16 bytes into a sector
  EXPECT_EQ(number_in(report, "sectors_at_least"), 16u);
  EXPECT_EQ(number_in(report, "aligned_sectors"), 16u);
  EXPECT_EQ(report.counts.unknown, 0u);
}

TEST(GlobalAccessInFiles, WithAStrideOfWhichNothingIsKnownTakesUpToASectorEach) {
  const auto report =
      checked_body(splat("%s", "%n") + binary("%o", "muli", "%r, %s") + at("%o") + kLoad);
  EXPECT_EQ(number_in(report, "vector_bits"), 32u);
  EXPECT_EQ(number_in(report, "requests"), 4u);
  EXPECT_EQ(number_in(report, "sectors"), 128u);
  EXPECT_EQ(number_in(report, "sectors_at_least"), 4u);  // the stride may be 0
  // Elements that lie apart need a sector each in any layout.
  EXPECT_EQ(number_in(report, "least_sectors"), 128u);
  EXPECT_EQ(cost_in(report)->remark, "");
}

TEST(GlobalAccessInFiles, WithANumberThatIsAddedIsStillOfNeighbours) {
  const auto of_any =
      checked_body(splat("%s", "%n") + binary("%o", "addi", "%r, %s") + at("%o") + kLoad);
  EXPECT_EQ(number_in(of_any, "vector_bits"), 32u);
  // Four elements apart, each lane takes a word of its sector in each of the four.
  EXPECT_EQ(number_in(of_any, "aligned_sectors"), 64u);
  EXPECT_EQ(cost_in(of_any)->remark, "64 sectors where 16 would do; 4 requests");
  const auto of_16 =
      checked_body(splat("%s", "%m") + binary("%o", "addi", "%r, %s") + at("%o") + kLoad);
  EXPECT_EQ(number_in(of_16, "vector_bits"), 128u);
  EXPECT_EQ(number_in(of_16, "sectors"), 17u);
}

TEST(GlobalAccessInFiles, HasVectorsAsWideAsItsMaskIsConstant) {
  const auto masked = [](const std::string& limit) {
    return checked_body(at("%r") + splat("%l", limit) +
                        "    %k = arith.cmpi slt, %r, %l : tensor<128xi32, #line>\n"
                        "    %v = tt.load %q, %k : tensor<128x!tt.ptr<f32>, #line>\n");
  };
  EXPECT_EQ(number_in(masked("%n"), "vector_bits"), 32u);
  EXPECT_EQ(number_in(masked("%m"), "vector_bits"), 128u);
}

TEST(GlobalAccessInFiles, FollowsRemaindersOfWhatIsPromised) {
  const auto report =
      checked_body(splat("%l", "%m") + binary("%o", "remsi", "%r, %l") + at("%o") + kLoad);
  EXPECT_EQ(number_in(report, "vector_bits"), 128u) << why_not(report);
  EXPECT_EQ(number_in(report, "requests"), 1u);
}

TEST(GlobalAccessInFiles, FollowsPointersThatALoopMovesAllAlike) {
  const auto moved = [](const std::string& step) {
    return checked_body("    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n" +
                        at("%r") + splat("%s", "%n") + binary("%t", "muli", "%r, %s") +
                        "    %e = arith.constant dense<64> : tensor<128xi32, #line>\n"
                        "    %w = scf.for %i = %c0 to %n step %c1 iter_args(%a = %q) -> "
                        "(tensor<128x!tt.ptr<f32>, #line>)  : i32 {\n"
                        "      %v = tt.load %a : tensor<128x!tt.ptr<f32>, #line>\n"
                        "      %b = tt.addptr %a, " +
                        step +
                        " : tensor<128x!tt.ptr<f32>, #line>, tensor<128xi32, #line>\n"
                        "      scf.yield %b : tensor<128x!tt.ptr<f32>, #line>\n    }\n");
  };
  const auto alike = moved("%e");
  EXPECT_EQ(number_in(alike, "vector_bits"), 128u) << why_not(alike);
  EXPECT_EQ(number_in(alike, "sectors"), 17u);
  const auto differently = moved("%t");
  EXPECT_EQ(cost_in(differently), nullptr);
  EXPECT_EQ(why_not(differently),
            "tt.load: %a changes in a loop by other numbers for other elements");
}

TEST(GlobalAccessInFiles, IsNotAskedWhereOffsetsAreLoaded) {
  const auto report = checked_body(
      "    %z = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #line>\n"
      "    %y = tt.bitcast %z : tensor<128x!tt.ptr<f32>, #line> -> tensor<128x!tt.ptr<i32>, "
      "#line>\n"
      "    %o = tt.load %y : tensor<128x!tt.ptr<i32>, #line>\n" +
      at("%o") + kLoad);
  EXPECT_EQ(why_not(report), "tt.load: %o comes out of tt.load, which is not followed");
  EXPECT_EQ(report.counts.unknown, 0u);
  EXPECT_EQ(report.counts.refuted, 0u);
}

TEST(GlobalAccessInFiles, IsNotAskedOfAmd) {
  const auto report = check_ttgir(
      "f",
      "#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [1], order "
      "= "
      "[0]}>\nmodule attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, "
      "ttg.target = \"hip:gfx942\", \"ttg.threads-per-warp\" = 64 : i32} {\n"
      "  tt.func public @f(%x: !tt.ptr<f32>) {\n"
      "    %p = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #line>\n"
      "    %v = tt.load %p : tensor<256x!tt.ptr<f32>, #line>\n    tt.return\n  }\n}\n",
      {});
  EXPECT_EQ(why_not(report),
            "tt.load: what an access of global memory costs on hip:gfx942 is not known");
  EXPECT_EQ(report.counts.unknown, 0u);
}

}  // namespace
}  // namespace tileproof
