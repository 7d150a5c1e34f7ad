// Loads and stores of global memory in files: what is said of pointers that are followed, and why
// nothing is said of others.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

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

// The second CTA has elements 32 to 63, of which each is the last of the first.
TEST(GlobalAccessInFiles, OfSeveralCtasTakesNoMoreAtLeastThanAnyOfThem) {
  const auto report = check_ttgir("ctas.ttgir",
                                  R"(
#l = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 128 : i32}) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #l>
    %c = arith.constant dense<32> : tensor<64xi32, #l>
    %o = arith.minsi %r, %c : tensor<64xi32, #l>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #l>
    %q = tt.addptr %s, %o : tensor<64x!tt.ptr<f32>, #l>, tensor<64xi32, #l>
    %x = tt.load %q : tensor<64x!tt.ptr<f32>, #l>
    tt.return
  }
})",
                                  {});
  ASSERT_NE(cost_in(report), nullptr) << why_not(report);
  EXPECT_EQ(number_in(report, "requests"), 1u);
  EXPECT_EQ(number_in(report, "sectors"), 4u);
  EXPECT_EQ(number_in(report, "sectors_at_least"), 1u);
}

// What is known of rows is known of the columns that they become: vectors of 16 bytes.
TEST(GlobalAccessInFiles, OfTransposedPointersIsThatOfThePointers) {
  const auto report = check_ttgir("transposed.ttgir",
                                  R"(
#b = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#s = #ttg.slice<{dim = 1, parent = #b}>
#t = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #s>
    %c = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32, #s> -> tensor<64x1xi32, #b>
    %o = tt.broadcast %c : tensor<64x1xi32, #b> -> tensor<64x16xi32, #b>
    %x = tt.splat %p : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>, #b>
    %q = tt.addptr %x, %o : tensor<64x16x!tt.ptr<f16>, #b>, tensor<64x16xi32, #b>
    %t = tt.trans %q {order = array<i32: 1, 0>} : tensor<64x16x!tt.ptr<f16>, #b> -> tensor<16x64x!tt.ptr<f16>, #t>
    %v = tt.load %t : tensor<16x64x!tt.ptr<f16>, #t>
    tt.return
  }
})",
                                  {});
  ASSERT_NE(cost_in(report), nullptr) << why_not(report);
  EXPECT_EQ(number_in(report, "vector_bits"), 128u);
  EXPECT_EQ(number_in(report, "requests"), 4u);
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

// What stands in a loop before its end is made of what rounds before have left.
TEST(GlobalAccessInFiles, HasVectorsOfWhatALoopLeavesOfItsPointers) {
  const auto moved_by = [](const std::string& elements) {
    return checked_body("    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n" +
                        at("%r") + "    %e = arith.constant dense<" + elements +
                        "> : tensor<128xi32, #line>\n"
                        "    %z = arith.constant dense<64> : tensor<128xi32, #line>\n"
                        "    %w = scf.for %i = %c0 to %n step %c1 iter_args(%a = %q) -> "
                        "(tensor<128x!tt.ptr<f32>, #line>)  : i32 {\n"
                        "      %d = tt.addptr %a, %z : tensor<128x!tt.ptr<f32>, #line>, "
                        "tensor<128xi32, #line>\n"
                        "      %v = tt.load %d : tensor<128x!tt.ptr<f32>, #line>\n"
                        "      %b = tt.addptr %a, %e : tensor<128x!tt.ptr<f32>, #line>, "
                        "tensor<128xi32, #line>\n"
                        "      scf.yield %b : tensor<128x!tt.ptr<f32>, #line>\n    }\n");
  };
  EXPECT_EQ(number_in(moved_by("64"), "vector_bits"), 128u);
  EXPECT_EQ(number_in(moved_by("2"), "vector_bits"), 64u);
  EXPECT_EQ(number_in(moved_by("1"), "vector_bits"), 32u);
}

// A load of %x + (a number of 16 rows, %y) * %n + (0 .. 7), whose vectors have 4 elements.
FileReport checked_rows(const std::string& y) {
  const std::string slice = "#ttg.slice<{dim = 1, parent = #b}>>";
  const std::string rows = "tensor<16xi32, " + slice;
  const auto take = [&](std::string text) {
    for (auto at = text.find("ROWS"); at != std::string::npos; at = text.find("ROWS")) {
      text.replace(at, 4, rows);
    }
    return text;
  };
  return check_ttgir(
      "f",
      "#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], "
      "warpsPerCTA = [1, 1], order = [1, 0]}>\n"
      "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, "
      "ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n"
      "  tt.func public @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, "
      "%k: i32 {tt.divisibility = 16 : i32}) {\n" +
          take("    %i = tt.make_range {end = 16 : i32, start = 0 : i32} : ROWS\n"
               "    %c64 = arith.constant dense<64> : ROWS\n"
               "    %ks = tt.splat %k : i32 -> ROWS\n" +
               y + "    %ix = tt.expand_dims %y {axis = 1 : i32} : ROWS -> ") +
          "tensor<16x1xi32, #b>\n"
          "    %ns = tt.splat %n : i32 -> tensor<16x1xi32, #b>\n"
          "    %im = arith.muli %ix, %ns : tensor<16x1xi32, #b>\n"
          "    %ib = tt.broadcast %im : tensor<16x1xi32, #b> -> tensor<16x8xi32, #b>\n"
          "    %j = tt.make_range {end = 8 : i32, start = 0 : i32} : "
          "tensor<8xi32, #ttg.slice<{dim = 0, parent = #b}>>\n"
          "    %jx = tt.expand_dims %j {axis = 0 : i32} : tensor<8xi32, "
          "#ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x8xi32, #b>\n"
          "    %jb = tt.broadcast %jx : tensor<1x8xi32, #b> -> tensor<16x8xi32, #b>\n"
          "    %o = arith.addi %ib, %jb : tensor<16x8xi32, #b>\n"
          "    %p = tt.splat %x : !tt.ptr<f32> -> tensor<16x8x!tt.ptr<f32>, #b>\n"
          "    %q = tt.addptr %p, %o : tensor<16x8x!tt.ptr<f32>, #b>, "
          "tensor<16x8xi32, #b>\n"
          "    %v = tt.load %q : tensor<16x8x!tt.ptr<f32>, #b>\n"
          "    tt.return\n  }\n}\n",
      {});
}

// Of 64 - i the compiler takes each to be a multiple of 64, since the first is: with %n = 1 the
// vectors of row 1 begin at 63.
TEST(GlobalAccessInFiles, IsNotAskedWhereTheCompilersVectorsNeedNotLieTogether) {
  const std::string why =
      "tt.load: the compiler takes vectors of 4 elements, which need not lie together at a "
      "multiple of 16 bytes";
  EXPECT_EQ(why_not(checked_rows("    %y = arith.subi %c64, %i : ROWS\n")), why);
  EXPECT_EQ(why_not(checked_rows("    %y = arith.addi %i, %i : ROWS\n")), why);
  EXPECT_EQ(why_not(checked_rows("    %y = arith.shli %i, %ks : ROWS\n")), why);
  EXPECT_EQ(why_not(checked_rows("    %z = arith.muli %i, %c64 : ROWS\n"
                                 "    %w = arith.addi %i, %z : ROWS\n"
                                 "    %y = arith.remsi %w, %ks : ROWS\n")),
            why);
  const auto multiples = checked_rows("    %y = arith.muli %i, %c64 : ROWS\n");
  ASSERT_NE(cost_in(multiples), nullptr) << why_not(multiples);
  EXPECT_EQ(number_in(multiples, "vector_bits"), 128u);
}

// With %n = -16 it is 1016, ..., 1031 of the first elements, and 0, 1, ... behind them.
TEST(GlobalAccessInFiles, IsNotAskedOfVectorsThatChangeSidesWithoutASign) {
  const auto least = [](const std::string& op) {
    return checked_body(splat("%ns", "%m") + binary("%a", "addi", "%r, %ns") +
                        "    %c = arith.constant dense<1000> : tensor<128xi32, #line>\n" +
                        binary("%b", "addi", "%r, %c") + binary("%o", op, "%a, %b") + at("%o") +
                        kLoad);
  };
  EXPECT_EQ(why_not(least("minui")),
            "tt.load: the compiler takes vectors of 4 elements, which need not lie together at a "
            "multiple of 16 bytes");
  EXPECT_EQ(number_in(least("minsi"), "vector_bits"), 128u) << why_not(least("minsi"));
}

// Elements that are cast to others lie as far apart as before.
TEST(GlobalAccessInFiles, IsNotAskedOfVectorsOfElementsThatLieApart) {
  const auto cast = [](const std::string& from, const std::string& to) {
    const auto pointers = [](const std::string& of) {
      return "tensor<128x!tt.ptr<" + of + ">, #line>";
    };
    return checked_body("    %z = tt.bitcast %p : " + pointers("f32") + " -> " + pointers(from) +
                        "\n    %w = tt.addptr %z, %r : " + pointers(from) +
                        ", tensor<128xi32, #line>\n    %q = tt.bitcast %w : " + pointers(from) +
                        " -> " + pointers(to) + "\n    %v = tt.load %q : " + pointers(to) + "\n");
  };
  EXPECT_EQ(why_not(cast("f32", "i8")),
            "tt.load: the compiler takes vectors of 4 elements, which need not lie together at a "
            "multiple of 4 bytes");
  EXPECT_EQ(number_in(cast("f32", "i32"), "sectors"), 17u);
  const auto narrow = checked_body(
      "    %z = tt.bitcast %p : tensor<128x!tt.ptr<f32>, #line> -> tensor<128x!tt.ptr<i8>, #line>\n"
      "    %two = arith.constant dense<2> : tensor<128xi32, #line>\n"
      "    %o = arith.muli %r, %two : tensor<128xi32, #line>\n"
      "    %w = tt.addptr %z, %o : tensor<128x!tt.ptr<i8>, #line>, tensor<128xi32, #line>\n"
      "    %q = tt.bitcast %w : tensor<128x!tt.ptr<i8>, #line> -> tensor<128x!tt.ptr<f32>, "
      "#line>\n" +
      kLoad);
  EXPECT_EQ(why_not(narrow), "tt.load: not all elements lie at multiples of their size");
}

TEST(GlobalAccessInFiles, CastsTheNumbersOfTheFileAsTheirBitsAre) {
  const std::string to_64 = " : tensor<128xi32, #line> to tensor<128xi64, #line>\n";
  const auto load = [&](const std::string& offset) {
    return checked_body(offset +
                        "    %q = tt.addptr %p, %o : tensor<128x!tt.ptr<f32>, #line>, "
                        "tensor<128xi64, #line>\n" +
                        kLoad);
  };
  // -1 + 1 + r, in vectors of two, since the compiler takes 1 + 1 for it
  const auto negative = load(
      "    %t = arith.constant dense<true> : tensor<128xi1, #line>\n"
      "    %s = arith.extsi %t : tensor<128xi1, #line> to tensor<128xi64, #line>\n"
      "    %one = arith.constant dense<1> : tensor<128xi64, #line>\n"
      "    %e = arith.extsi %r" +
      to_64 +
      "    %f = arith.addi %s, %one : tensor<128xi64, #line>\n"
      "    %o = arith.addi %e, %f : tensor<128xi64, #line>\n");
  EXPECT_EQ(number_in(negative, "aligned_sectors"), 2 * 16u) << why_not(negative);
  // (2^32 - 1) / 3 - 5 + r, and 1431655760 is a multiple of 16
  const auto large = load(
      "    %m = arith.constant dense<-1> : tensor<128xi32, #line>\n"
      "    %u = arith.extui %m" +
      to_64 +
      "    %three = arith.constant dense<3> : tensor<128xi64, #line>\n"
      "    %d = arith.divsi %u, %three : tensor<128xi64, #line>\n"
      "    %five = arith.constant dense<5> : tensor<128xi64, #line>\n"
      "    %g = arith.subi %d, %five : tensor<128xi64, #line>\n"
      "    %e = arith.extsi %r" +
      to_64 + "    %o = arith.addi %e, %g : tensor<128xi64, #line>\n");
  EXPECT_EQ(number_in(large, "aligned_sectors"), 4 * 16u) << why_not(large);
  // r in 8 bits: 0 .. 127 are as they are
  const auto cut = load(
      "    %n8 = arith.trunci %r : tensor<128xi32, #line> to tensor<128xi8, #line>\n"
      "    %eight = arith.constant dense<8> : tensor<128xi8, #line>\n"
      "    %b = arith.muli %n8, %eight : tensor<128xi8, #line>\n"
      "    %o = arith.extsi %b : tensor<128xi8, #line> to tensor<128xi64, #line>\n");
  // 8 * r wraps at 128: 32 addresses, 32 bytes apart, which each of 4 instructions touches
  EXPECT_EQ(number_in(cut, "aligned_sectors"), 32u) << why_not(cut);
}

TEST(GlobalAccessInFiles, ComputesTheNumbersOfTheFileInTheirBits) {
  // r * 2^27 in 32 bits: 32 addresses, of which each of 4 instructions touches 8
  const auto wraps =
      checked_body("    %c = arith.constant dense<134217728> : tensor<128xi32, #line>\n" +
                   binary("%o", "muli", "%r, %c") + at("%o") + kLoad);
  EXPECT_EQ(number_in(wraps, "aligned_sectors"), 32u) << why_not(wraps);
  const auto fits =
      checked_body("    %c = arith.constant dense<16777215> : tensor<128xi32, #line>\n" +
                   binary("%o", "muli", "%r, %c") + at("%o") + kLoad);
  EXPECT_EQ(number_in(fits, "aligned_sectors"), 128u) << why_not(fits);
}

// Of two elements, registers 2 and 3 hold what 0 and 1 do.
TEST(GlobalAccessInFiles, IsNotAskedWhereRegistersHoldCopies) {
  const auto report = check_ttgir("copies.ttgir",
                                  R"(
#l = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32>) {
    %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #l>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>, #l>
    %q = tt.addptr %s, %r : tensor<2x!tt.ptr<f32>, #l>, tensor<2xi32, #l>
    %x = tt.load %q : tensor<2x!tt.ptr<f32>, #l>
    tt.return
  }
})",
                                  {});
  EXPECT_EQ(cost_in(report), nullptr);
  EXPECT_EQ(why_not(report),
            "tt.load: threads hold elements in several registers, which compilers access once or "
            "several times");
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

// Two warps, of which each holds all of it.
struct Kernel {
  std::string element = "f32";
  unsigned divisibility = 16;
  unsigned stride = 1;
  bool is_masked = false;
  bool is_store = false;
};

std::string text_of(const Kernel& kernel) {
  const std::string pointer = "!tt.ptr<" + kernel.element + ">";
  const std::string pointers = "tensor<64x" + pointer + ", #line>";
  const std::string mask = kernel.is_masked ? ", %k" : "";
  return "#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], "
         "order = [0]}>\n"
         "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 2 : i32, ttg.target "
         "= \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n"
         "  tt.func public @f(%x: " +
         pointer + " {tt.divisibility = " + std::to_string(kernel.divisibility) +
         " : i32}, %v: tensor<64x" + kernel.element +
         ", #line>) {\n"
         "    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #line>\n"
         "    %c = arith.constant dense<" +
         std::to_string(kernel.stride) +
         "> : tensor<64xi32, #line>\n"
         "    %k = arith.cmpi slt, %r, %c : tensor<64xi32, #line>\n"
         "    %o = arith.muli %r, %c : tensor<64xi32, #line>\n"
         "    %p = tt.splat %x : " +
         pointer + " -> " + pointers + "\n    %q = tt.addptr %p, %o : " + pointers +
         ", tensor<64xi32, #line>\n    " +
         (kernel.is_store ? "tt.store %q, %v" + mask : "%l = tt.load %q" + mask) + " : " +
         pointers + "\n    tt.return\n  }\n}\n";
}

TEST(GlobalAccessInFiles, OfFilesThatAreCheckedTogetherIsThatOfEachAlone) {
  std::vector<Kernel> kernels{{},
                              {.element = "f16"},
                              {.divisibility = 8},
                              {.stride = 2},
                              {.stride = 6},
                              {.is_masked = true},
                              {.is_store = true}};
  CheckOptions together;
  together.known = std::make_shared<KnownAnswers>();
  std::vector<Detail> details;
  for (const Kernel& kernel : kernels) {
    const auto alone = check_ttgir("f", text_of(kernel), {});
    const auto again = check_ttgir("f", text_of(kernel), together);
    ASSERT_NE(cost_in(alone), nullptr) << why_not(alone);
    ASSERT_NE(cost_in(again), nullptr) << why_not(again);
    EXPECT_EQ(cost_in(alone)->detail, cost_in(again)->detail) << text_of(kernel);
    details.push_back(cost_in(alone)->detail);
    details.back().erase(details.back().begin());  // "ld.global.b32"
  }
  // Each differs from the others in more than its name.
  for (std::size_t i = 0; i < details.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(details[i], details[j]) << i << " and " << j;
  }
}

}  // namespace
}  // namespace tileproof
