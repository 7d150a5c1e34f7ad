// Are two layouts the same function?  Proved, or the first element or place at which they differ.
#include <gtest/gtest.h>

#include "checkers/layout/same_layout.hpp"
#include "tests/support/deciders.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof {
namespace {

Verdict equal(const std::string& a, const std::string& b, const triton::Shape& shape) {
  return check_equal(On(a, shape), On(b, shape)).value();
}

std::string padded(const std::string& paddings) {
  return "#ttg.padded_shared<[" + paddings + "] {order = [1, 0], shape = [16, 32]}>";
}

std::string blocked(const std::string& size, const std::string& order) {
  return "#ttg.blocked<{sizePerThread = " + size +
         ", threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = " + order + "}>";
}

// What is said first, and that visits and a solver say so, too.
void expect_equal(const std::string& a, const std::string& b, const std::string& said) {
  const triton::Shape shape{16, 32};
  EXPECT_EQ(verdict_and_engine(equal(a, b, shape)), said);
  for (const Decider& decide : {kVisit, by_engine(EngineName::kSat)}) {
    EXPECT_TRUE(is_proved(check_equal(On(a, shape), On(b, shape), decide).value()));
  }
}

// The claim of the counterexample, and that no element before it (row by row within each column,
// as elements are counted) differs.
void expect_minimal(const std::string& a, const std::string& b, const triton::Shape& shape) {
  const auto fields = fields_of(equal(a, b, shape));
  const auto layout_a = parse_index_map(a, {shape.begin(), shape.end()}).value();
  const auto layout_b = parse_index_map(b, {shape.begin(), shape.end()}).value();
  const auto offsets = [&](Word row, Word col) {
    const std::vector<Word> element{row, col};
    return std::pair(value_at(layout_a, element)[0], value_at(layout_b, element)[0]);
  };
  const auto [at_a, at_b] = offsets(fields.at("row"), fields.at("col"));
  EXPECT_NE(at_a, at_b);
  EXPECT_EQ(at_a, fields.at("offset_a"));
  EXPECT_EQ(at_b, fields.at("offset_b"));
  for (Word col = 0; col < shape[1]; ++col) {
    for (Word row = 0; row < shape[0]; ++row) {
      if (row == fields.at("row") && col == fields.at("col")) return;
      const auto [before_a, before_b] = offsets(row, col);
      ASSERT_EQ(before_a, before_b) << row << " " << col;
    }
  }
}

TEST(CheckEqual, ProvesTwoSpellingsOfOneSwizzle) {
  // One phase swizzles nothing, whatever the groups.
  EXPECT_EQ(verdict_and_engine(equal(swizzle(8, 1, 1), swizzle(2, 4, 1), {16, 32})), "proved f2");
}

TEST(CheckEqual, RefutesOtherPhasesByTheFirstElement) {
  const auto verdict = equal(swizzle(4, 1, 4), swizzle(4, 1, 8), {16, 32});
  EXPECT_EQ(verdict_and_engine(verdict), "refuted f2");
  EXPECT_EQ(fields_of(verdict),
            (Fields{{"row", 4}, {"col", 0}, {"offset_a", 128}, {"offset_b", 144}}));
  EXPECT_EQ(words_of(verdict),
            "element (row 4, col 0) is at offset 128 in the first layout and at 144 in the second");
  expect_minimal(swizzle(4, 1, 4), swizzle(4, 1, 8), {16, 32});
}

TEST(CheckEqual, ProvesPaddingAgainstItselfByEveryEngineThatAnswers) {
  expect_equal(padded("64:+8"), padded("64:+8"), "proved strides");
}

TEST(CheckEqual, ProvesTwoPaddingsThatAddUpToOneByEveryEngineThatAnswers) {
  expect_equal(padded("64:+8, 1024:+4"), padded("64:+8, 2048:+8"), "proved strides");
}

TEST(CheckEqual, RefutesAnotherPaddingByTheFirstElementBehindIt) {
  const auto verdict = equal(padded("64:+8"), padded("64:+4"), {16, 32});
  EXPECT_EQ(verdict_and_engine(verdict), "refuted enumerate");
  EXPECT_EQ(fields_of(verdict),
            (Fields{{"row", 2}, {"col", 0}, {"offset_a", 72}, {"offset_b", 68}}));
  expect_minimal(padded("64:+8"), padded("64:+4"), {16, 32});
  expect_minimal(padded("64:+8"), padded("128:+8"), {16, 32});
  expect_minimal(padded("8:+2"), swizzle(1, 1, 1), {16, 32});
}

TEST(CheckEqual, ProvesPaddingBeyondTheTileAgainstNone) {
  EXPECT_EQ(verdict_and_engine(equal(padded("512:+8"), swizzle(1, 1, 1), {16, 32})), "proved f2");
}

TEST(CheckEqual, RefutesALargeTensorByAllEnginesAndByAVisit) {
  const triton::Shape shape{8192, 4096};
  const On three(swizzle(4, 1, 3), shape);
  const On four(swizzle(4, 1, 4), shape);
  EXPECT_TRUE(is_refuted(check_equal(three, four).value()));
  EXPECT_TRUE(is_refuted(check_equal(three, four, kVisit).value()));
}

TEST(CheckEqual, ComparesLayoutsInRegistersPlaceByPlace) {
  // Two registers for each thread, in either order of the tile's repetition.
  EXPECT_TRUE(is_proved(equal(blocked("[1, 4]", "[1, 0]"), blocked("[1, 4]", "[1, 0]"), {64, 64})));
  const auto verdict = equal(blocked("[1, 4]", "[1, 0]"), blocked("[1, 2]", "[1, 0]"), {64, 64});
  EXPECT_EQ(fields_of(verdict),
            (Fields{{"register", 2},
                    {"lane", 0},
                    {"warp", 0},
                    {"block", 0},
                    {"row", 0},
                    {"col", 2},
                    {"used_row", 0},
                    {"used_col", 8}}));
}

TEST(CheckEqual, RefutesLayoutsWithOtherNumbersOfRegisters) {
  const auto verdict = equal(blocked("[1, 4]", "[1, 0]"), blocked("[1, 8]", "[1, 0]"), {32, 16});
  EXPECT_EQ(fields_of(verdict), (Fields{{"register", 4}}));
  EXPECT_EQ(words_of(verdict), "register 4 exists in one of the two layouts only");
}

TEST(CheckEqual, RefutesTensorMemoryThatIsSplitBetweenTwoCtas) {
  const std::string whole =
      "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>";
  const std::string split =
      "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[1, "
      "0]]>";
  for (const auto& [a, b] : {std::pair(whole, split), std::pair(split, whole)}) {
    const auto verdict = equal(a, b, {256, 64});
    EXPECT_EQ(verdict_and_engine(verdict), "refuted f2");
    EXPECT_EQ(words_of(verdict), "col 64 exists in one of the two layouts only");
  }
}

TEST(CheckEqual, FailsForLayoutsOfDifferentKindsOfPlaces) {
  const auto answer =
      check_equal(On(swizzle(1, 1, 1), {16, 32}), On(blocked("[1, 4]", "[1, 0]"), {16, 32}));
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, ErrorCode::kUsage);
  EXPECT_EQ(answer.error().message,
            "swizzled_shared and blocked do not describe the same kind of place");
}

TEST(CheckEqual, FailsForMemoriesOfOtherShapes) {
  const On rows(swizzle(1, 1, 1), {16, 32});
  const On line("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>", {32});
  for (const auto& answer : {check_equal(rows, line), check_equal(line, rows)}) {
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(answer.error().code, ErrorCode::kShape);
  }
}

TEST(CheckEqual, FailsForALayoutThatDoesNotHoldEveryElement) {
  const On gap(kGapText, {32, 32});
  EXPECT_FALSE(check_equal(gap, gap).has_value());
}

}  // namespace
}  // namespace tileproof
