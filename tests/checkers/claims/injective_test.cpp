// Do different points have different values?  Each engine that decides it says the same.
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::decisions;
using testing::map_of;
using testing::summary;

std::string injective(const std::string& text, const std::vector<Word>& shape = {}) {
  return decisions(Injective{map_of(text, shape)});
}

TEST(InjectiveClaim, HoldsForSharedMemoryOfTriton) {
  EXPECT_EQ(injective("#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, "
                      "order = [1, 0]}>",
                      {8, 16}),
            "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(injective("#ttg.padded_shared<[4:+1, 16:+2] {order = [1, 0], shape = [8, 8]}>", {8, 8}),
            "strides sat smt enumerate prove: proved");
  EXPECT_EQ(injective("#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, "
                      "elementBitWidth = 16}>",
                      {16, 16}),
            "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(
      injective("#ttg.shared_linear<{offset = [[0, 1], [1, 0], [1, 2]]}, alignment = 16>", {2, 4}),
      "f2 strides sat smt enumerate prove: proved");
}

TEST(InjectiveClaim, FailsWhereRegistersHoldCopies) {
  // A warp of 32 lanes on 16 rows of 4 columns: lanes from 16 on hold the rows again.
  EXPECT_EQ(injective("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], "
                      "warpsPerCTA = [1, 1], order = [1, 0]}>",
                      {16, 4}),
            "f2 strides sat smt enumerate prove: refuted: (register 0, lane 0, warp 0, block 0) "
            "and (register 0, lane 16, warp 0, block 0) both have (row 0, col 0)");
  EXPECT_EQ(injective("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                      "warpsPerCTA = [2, 1], instrShape = [16, 8]}>",
                      {16, 8}),
            "f2 strides sat smt enumerate prove: refuted: (register 0, lane 0, warp 0, block 0) "
            "and (register 0, lane 0, warp 1, block 0) both have (row 0, col 0)");
}

TEST(InjectiveClaim, HoldsForRegistersWithoutCopies) {
  EXPECT_EQ(injective("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                      "warpsPerCTA = [2, 1], instrShape = [16, 8]}>",
                      {32, 16}),
            "f2 strides sat smt enumerate prove: proved");
}

TEST(InjectiveClaim, IsDecidedForAffineCute) {
  EXPECT_EQ(injective("(4,(2,3)):(6,(1,2))"), "strides sat smt enumerate prove: proved");
  EXPECT_EQ(injective("(4,4):(-1,4)"), "strides sat smt enumerate prove: proved");
  // 3 * 1 = 1 * 3
  EXPECT_EQ(
      injective("(4,4):(1,3)"),
      "f2 strides sat smt enumerate prove: refuted: (mode0 3, mode1 0) and (mode0 0, mode1 1) "
      "both have offset 3");
  EXPECT_EQ(
      injective("(4,3):(1,0)"),
      "f2 strides sat smt enumerate prove: refuted: (mode0 0, mode1 0) and (mode0 0, mode1 1) "
      "both have offset 0");
  // 2 * 3 - 1 * 6 = 0 - 0
  EXPECT_EQ(injective("(3,2):(3,-6)"),
            "strides sat smt enumerate prove: refuted: (mode0 0, mode1 0) and (mode0 2, mode1 1) "
            "both have offset 0");
}

TEST(InjectiveClaim, IsDecidedForSwizzledCuteOfAnySizes) {
  EXPECT_EQ(injective("Sw<2,0,3> o 0 o (6,5):(1,8)"), "strides sat smt enumerate prove: proved");
  EXPECT_EQ(injective("Sw<2,0,3> o 5 o (3,7):(-1,8)"), "strides sat smt enumerate prove: proved");
  EXPECT_EQ(injective("Sw<2,0,3> o 0 o (6,5):(1,5)"),
            "sat smt enumerate prove: refuted: (mode0 5, mode1 0) and (mode0 0, mode1 1) both have "
            "offset 5");
}

TEST(InjectiveClaim, IsDecidedForModularLayouts) {
  EXPECT_EQ(injective("{in = [[1, 1], [2, 2], [0, 4]]} -> {x = 4, y = 6}"),
            "sat smt enumerate prove: proved");
  // 2 + 4 = 0 modulo 6
  EXPECT_EQ(injective("{in = [[1], [2], [4]]} -> {x = 6}"),
            "f2 sat smt enumerate prove: refuted: (in 0) and (in 6) both have x 0");
}

TEST(InjectiveClaim, IsForEachValueOfAParameterNotAcrossThem) {
  EXPECT_EQ(injective("param pad in 0..3; offset(row: 8, col: 8) = row * (8 + pad) + col"),
            "strides sat smt enumerate prove: proved");
  // Rows of 6 + pad for 8 columns overlap up to pad 1.
  EXPECT_EQ(injective("param pad in 0..3; offset(row: 8, col: 8) = row * (6 + pad) + col"),
            "sat smt enumerate prove: refuted: (row 1, col 0, pad 0) and (row 0, col 6, pad 0) "
            "both have offset 6");
  const Claim claim =
      Injective{map_of("param pad in 0..3; offset(row: 8, col: 8) = row * (6 + pad) + col")};
  EXPECT_EQ(
      fields_of(prove(claim, {})),
      (Fields{
          {"pad", 0}, {"row", 0}, {"col", 6}, {"other_row", 1}, {"other_col", 0}, {"offset", 6}}));
}

TEST(InjectiveClaim, HoldsOrNotForCoordinatesOfExpressions) {
  EXPECT_EQ(injective("(row, col)(lane: 32, step: 4) = (lane / 4, lane % 4 * 4 + step)"),
            "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(injective("(row, col)(lane: 32, step: 4) = (lane / 8, lane % 4 * 4 + step)"),
            "f2 strides sat smt enumerate prove: refuted: (lane 0, step 0) and (lane 4, step 0) "
            "both have (row 0, col 0)");
}

TEST(InjectiveClaim, IsDecidedForOnePoint) {
  EXPECT_EQ(injective("f() = 5"), "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(injective("1:0"), "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(injective("{in = []} -> {x = 3}"), "f2 strides sat smt enumerate prove: proved");
}

TEST(InjectiveClaim, IsRefusedForLayoutsWithoutOutputs) {
  EXPECT_EQ(parse_index_map("{in = [[]]} -> {}", {}).error().message,
            "nothing can be claimed of a layout without outputs");
}

// More than 100 steps: the circuit is built in a child process.
TEST(InjectiveClaim, IsDecidedForLongFormulas) {
  std::string sum = "row * 16 + (col ^ row % 3)";
  for (int i = 0; i < 60; ++i) sum += " + (row + col) / 32 * " + std::to_string(i);
  EXPECT_EQ(injective("offset(row: 12, col: 16) = " + sum), "sat smt enumerate prove: proved");
  EXPECT_EQ(
      injective("offset(row: 12, col: 17) = " + sum),
      "sat smt enumerate prove: refuted: (row 1, col 1) and (row 0, col 16) both have offset 16");
}

TEST(InjectiveClaim, SaysOfHowManyPoints) {
  const Verdict padded =
      prove(Injective{map_of("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [32768, 32768]}>",
                             {32768, 32768})},
            {});
  EXPECT_EQ(words_of(padded), "all 2^30 points");
  const Verdict many = prove(
      Injective{map_of("param pad in 0..2; offset(row: 3, col: 5) = row * (5 + pad) + col")}, {});
  EXPECT_EQ(words_of(many), "all 15 points, for each of 3 values of the parameters");
}

// The last stride is the sum of three others, which 2^16 sums hide.
TEST(InjectiveClaim, IsLeftOpenWhereTooManyDifferencesOfStridesAreToBeTried) {
  const Claim claim = Injective{map_of(
      "(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(8608627,8875235,9258561,10099455,10287889,11020137,"
      "12525413,12567019,12571683,12674265,14403835,14626265,14776665,16200459,16258281,"
      "31570781)")};
  EXPECT_EQ(summary(prove_by(EngineName::kStrides, claim, {})),
            "unknown: the search over differences of strides was given up");
}

// x * y = 1000003 * 999983, both primes, has no other solution below 2^20: no engine sees that in
// no time.
// In 64 KB a bit each of 99,991 values has room, and of 3,000,000 values a table of the first.
TEST(InjectiveClaim, IsRefutedByTheFirstOfTooManyPoints) {
  const auto enumerated = [](const std::string& text) {
    return summary(
        prove_by(EngineName::kEnumerate, Injective{map_of(text)}, {.memory_bytes = 1 << 16}));
  };
  EXPECT_EQ(enumerated("offset(x: 1073741824) = x % 99991"),
            "refuted: (x 0) and (x 99991) both have offset 0");
  EXPECT_EQ(enumerated("offset(x: 1073741824) = x % 3000000"),
            "unknown: the points exceed the 2730 of which the values are kept");
}

TEST(InjectiveClaim, IsUnknownPastTheLimit) {
  const Claim claim = Injective{
      map_of("offset(x: 1048576, y: 1048576) = x * y == 999985999949 ? 0 : x + y * 1048576")};
  const Verdict verdict = prove(claim, {.seconds = 0.0});
  EXPECT_EQ(verdict_and_engine(verdict), "unknown");
  // A search that stops by itself has shown nothing, either.
  EXPECT_FALSE(is_proved(prove_by(EngineName::kSat, claim, {.seconds = 0.1})));
}

}  // namespace
}  // namespace tileproof
