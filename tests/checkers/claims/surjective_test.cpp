// Is every value taken, and is it taken once?
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::decisions;
using testing::map_of;
using testing::summary;

std::string surjective(const std::string& text, const std::vector<Word>& shape = {}) {
  return decisions(Surjective{map_of(text, shape)});
}

std::string bijective(const std::string& text, const std::vector<Word>& shape = {}) {
  return decisions(Bijective{map_of(text, shape)});
}

TEST(SurjectiveClaim, HoldsForOffsetsWithoutGaps) {
  EXPECT_EQ(surjective("#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, "
                       "order = [1, 0]}>",
                       {8, 16}),
            "f2 strides enumerate prove: proved");
  EXPECT_EQ(surjective("(4,(2,3)):(6,(3,1))"), "strides enumerate prove: proved");
  EXPECT_EQ(surjective("(3,4):(1,2)"), "strides enumerate prove: proved");
  EXPECT_EQ(surjective("Sw<1,0,1> o 0 o (2,3):(1,2)"), "enumerate prove: proved");
  EXPECT_EQ(surjective("offset(row: 6, col: 8) = row * 8 + (col ^ (row & 7))"),
            "enumerate prove: proved");
}

TEST(SurjectiveClaim, FailsForPaddingAndGaps) {
  EXPECT_EQ(surjective("#ttg.padded_shared<[8:+2] {order = [1, 0], shape = [4, 8]}>", {4, 8}),
            "strides enumerate prove: refuted: no point has offset 8; the largest is 37");
  EXPECT_EQ(surjective("(4,4):(1,5)"),
            "strides enumerate prove: refuted: no point has offset 4; the largest is 18");
  EXPECT_EQ(surjective("(4,4):(1,8)"),
            "f2 strides enumerate prove: refuted: no point has offset 4; the largest is 27");
  EXPECT_EQ(surjective("offset(row: 4, col: 4) = row * 4 + (col ^ 1) + 1"),
            "strides enumerate prove: refuted: no point has offset 0; the largest is 16");
  EXPECT_EQ(surjective("offset(row: 5, col: 4) = row * 5 + (col ^ 1)"),
            "strides enumerate prove: refuted: no point has offset 4; the largest is 23");
}

// Of four CTAs the last two hold copies, which are no places of their own.
TEST(SurjectiveClaim, IsAboutThePlacesOfEveryCta) {
  EXPECT_EQ(surjective("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, "
                       "order = [1, 0], CGALayout = [[1, 0], [0, 0]]}>",
                       {4, 4}),
            "f2 enumerate prove: refuted: no point has offset 0 block 2; the largest is 7");
}

// The largest offset may be missing of another CTA.
TEST(SurjectiveClaim, IsAboutTheLargestOffsetOfEveryCta) {
  EXPECT_EQ(surjective("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], "
                       "CGALayout = [[1]]}>",
                       {1}),
            "f2 enumerate prove: refuted: no point has offset 0 block 1; the largest is 0");
}

TEST(SurjectiveClaim, IsAboutEveryElementForRegisters) {
  EXPECT_EQ(surjective("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], "
                       "warpsPerCTA = [1, 1], order = [1, 0]}>",
                       {16, 4}),
            "f2 enumerate prove: proved");
  // No register ever holds column 2.
  EXPECT_EQ(surjective(kGapText, {32, 32}),
            "f2 enumerate prove: refuted: no point has row 0 col 2");
}

TEST(SurjectiveClaim, IsDecidedForModularLayouts) {
  EXPECT_EQ(surjective("{in = [[1], [2], [3]]} -> {x = 6}"), "residues enumerate prove: proved");
  EXPECT_EQ(surjective("{in = [[2], [4], [2]]} -> {x = 6}"),
            "residues enumerate prove: refuted: no point has x 1");
}

TEST(SurjectiveClaim, IsForEachValueOfParameters) {
  EXPECT_EQ(surjective("param p in 0..3; offset(x: 4, y: 4) = (x ^ p) + y * 4"),
            "f2 strides enumerate prove: proved");
  EXPECT_EQ(surjective("param p in 1..2; offset(x: 4, y: 4) = x * p + y * 4"),
            "strides enumerate prove: refuted: no point has offset 1; the largest is 18, where p "
            "is 2");
}

TEST(SurjectiveClaim, FailsForOffsetsBelowZero) {
  EXPECT_EQ(surjective("4:-1"),
            "f2 strides sat smt enumerate prove: refuted: (mode0 1) has offset -1, below 0");
  EXPECT_EQ(surjective("(4,4):(-1,4)"),
            "f2 strides sat smt enumerate prove: refuted: (mode0 1, mode1 0) has offset -1, below "
            "0");
}

TEST(SurjectiveClaim, IsRefusedForCoordinatesWithoutSizes) {
  const auto message = [](const char* outputs) {
    const IndexMap map = map_of(std::string(outputs) + "(x: 4, y: 4) = (x, y)");
    const std::string asked = make_surjective(map).error().message;
    EXPECT_EQ(make_bijective(map).error().message, "'bijective'" + asked.substr(12));
    return asked;
  };
  for (const char* outputs : {"(a, b)", "(a: 4, b)", "(a, b: 4)"}) {
    EXPECT_EQ(message(outputs),
              "'surjective' needs the sizes of all outputs, as in (row: 32, col: 32)(...) = ...");
  }
}

TEST(SurjectiveClaim, IsAboutTheSizesThatAreWritten) {
  EXPECT_EQ(surjective("(a: 4, b: 2)(x: 8) = (x / 2, x % 2)"), "f2 enumerate prove: proved");
  EXPECT_EQ(surjective("(a: 4, b: 3)(x: 8) = (x / 2, x % 2)"),
            "enumerate prove: refuted: no point has a 0 b 2");
  EXPECT_EQ(surjective("(a: 6)(x: 6) = (x)"), "strides enumerate prove: proved");
  EXPECT_EQ(surjective("(a: 7)(x: 6) = (x)"), "strides enumerate prove: refuted: no point has a 6");
  EXPECT_EQ(surjective("(a: 5)(x: 6) = (x)"),
            "f2 strides residues ranges sat smt enumerate prove: refuted: (x 5) has a 5, not below "
            "5");
}

TEST(BijectiveClaim, HoldsForSwizzles) {
  EXPECT_EQ(bijective("#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, "
                      "elementBitWidth = 16}>",
                      {16, 16}),
            "f2 strides enumerate prove: proved");
  EXPECT_EQ(bijective("Sw<2,0,2> o 0 o (4,4):(1,4)"), "f2 strides enumerate prove: proved");
  EXPECT_EQ(bijective("(3,5):(5,1)"), "strides enumerate prove: proved");
  EXPECT_EQ(bijective("{in = [[1, 0], [0, 1]]} -> {x = 2, y = 2}"), "f2 enumerate prove: proved");
}

// By pigeonhole: 2^26 points are too many for a table, and XORs with carries are not linear.
TEST(BijectiveClaim, HoldsByCountingWhereNoTableFits) {
  const Claim claim =
      Bijective{map_of("offset(row: 98304, col: 4096) = row * 4096 + (col ^ (row % 3 * 8))")};
  EXPECT_EQ(summary(prove(claim, {})), "proved");
  const Claim shifted =
      Bijective{map_of("offset(row: 98304, col: 4096) = row * 4096 + (col ^ (row % 3 * 8)) + 1")};
  EXPECT_EQ(summary(prove(shifted, {})),
            "refuted: (row 98303, col 4079) has offset 402653184, not below 402653184: 402653184 "
            "points leave an offset below it out");
}

TEST(SurjectiveClaim, IsRefutedByWhatIsMissingBelowTheLargestOffsetAlone) {
  const Covers covers{map_of("4:2"), {std::nullopt}};
  EXPECT_TRUE(is_missing(covers, {{1}, 6, {}, {}}));
  EXPECT_FALSE(is_missing(covers, {{2}, 6, {}, {}}));
  EXPECT_FALSE(is_missing(covers, {{1}, 5, {}, {}}));
  EXPECT_FALSE(is_missing(covers, {{7}, 6, {}, {}}));
}

// All points have different values, but whether they are below their number takes a search.
TEST(SurjectiveClaim, IsOpenWhereAQuestionOnTheWayIs) {
  const Claim contiguous = Surjective{map_of("Sw<3,3,3> o 0 o (12288,4096):(1,12288)")};
  EXPECT_TRUE(is_unknown(prove(contiguous, {.seconds = 0})));
  EXPECT_EQ(summary(prove(contiguous, {})), "proved");
}

TEST(BijectiveClaim, FailsForCopiesAndForGaps) {
  EXPECT_EQ(bijective("(3,4):(1,2)"),
            "strides sat smt enumerate prove: refuted: (mode0 2, mode1 0) and (mode0 0, mode1 1) "
            "both have offset 2");
  EXPECT_EQ(bijective("(4,4):(1,5)"),
            "strides enumerate prove: refuted: no point has offset 4; the largest is 18");
  EXPECT_EQ(bijective(kGapText, {32, 32}), "f2 enumerate prove: refuted: no point has row 0 col 2");
}

TEST(BijectiveClaim, IsForEachValueOfParameters) {
  EXPECT_EQ(
      bijective("param p in 4..5; offset(x: 4, y: 4) = x + y * p"),
      "strides enumerate prove: refuted: no point has offset 4; the largest is 18, where p is "
      "5");
}

TEST(BijectiveClaim, FailsForOffsetsBelowZero) {
  EXPECT_EQ(bijective("4:-1"),
            "strides sat smt enumerate prove: refuted: (mode0 1) has offset -1, below 0");
}

}  // namespace
}  // namespace tileproof
