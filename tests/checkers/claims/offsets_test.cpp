// Do offsets stay in the allocation and in the machine's integers, and do vectors start where
// accesses of their width may?
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::decisions;
using testing::map_of;
using testing::summary;

Claim in_bounds(const std::string& text, Word allocation, const std::vector<Word>& shape = {}) {
  return claim_of(make_in_bounds(map_of(text, shape), allocation));
}

Claim no_wrap(const std::string& text, unsigned bits, bool is_signed) {
  return claim_of(make_no_wrap(map_of(text), bits, is_signed));
}

struct Vectors {
  Word element_bits;
  Word bytes;
  Word vector;
  std::size_t along;
};

Claim aligned(const std::string& text, Vectors of, const std::vector<Word>& shape = {}) {
  return claim_of(
      make_aligned(map_of(text, shape), of.element_bits, of.bytes, of.vector, of.along));
}

constexpr char kSwizzled[] =
    "#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>";
constexpr char kPadded[] = "#ttg.padded_shared<[8:+2] {order = [1, 0], shape = [4, 8]}>";

TEST(InBoundsClaim, HoldsForAllocationsThatFit) {
  EXPECT_EQ(decisions(in_bounds(kSwizzled, 64, {8, 8})),
            "f2 strides ranges sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(in_bounds(kPadded, 38, {4, 8})),
            "strides ranges sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(in_bounds("(4,(2,3)):(6,(3,1))", 24)),
            "strides ranges sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(in_bounds("Sw<2,0,3> o 0 o (6,5):(1,8)", 40)),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(in_bounds(
                "param pad in 0..16; offset(row: 64, col: 64) = row * (64 + pad) + col", 5104)),
            "ranges sat smt enumerate prove: proved");
}

TEST(InBoundsClaim, FailsAtTheFirstPointBeyond) {
  EXPECT_EQ(
      decisions(in_bounds(kSwizzled, 63, {8, 8})),
      "f2 strides sat smt enumerate prove: refuted: (row 7, col 1) has offset 63, not below 63");
  EXPECT_EQ(decisions(in_bounds(kPadded, 36, {4, 8})),
            "f2 strides sat smt enumerate prove: refuted: (row 3, col 6) has offset 36, not below "
            "36");
  EXPECT_EQ(decisions(in_bounds("(4,(2,3)):(6,(3,1))", 20)),
            "f2 strides sat smt enumerate prove: refuted: (mode0 3, mode1.0 1, mode1.1 0) has "
            "offset 21, not below 20");
  EXPECT_EQ(decisions(in_bounds("Sw<2,0,3> o 0 o (6,5):(1,8)", 37)),
            "sat smt enumerate prove: refuted: (mode0 5, mode1 4) has offset 37, not below 37");
  EXPECT_EQ(
      decisions(
          in_bounds("param pad in 0..16; offset(row: 64, col: 64) = row * (64 + pad) + col", 5103)),
      "sat smt enumerate prove: refuted: (row 63, col 63, pad 16) has offset 5103, not below 5103");
}

TEST(InBoundsClaim, IsDecidedForOffsetsFrom2To61On) {
  const std::string text = "offset(i: 8) = i + 2305843009213693952";
  constexpr Word kFirst = Word{1} << 61;
  for (const Word allocation : {kFirst + 8, Word{1} << 63}) {
    EXPECT_EQ(decisions(in_bounds(text, allocation)),
              "f2 strides ranges sat smt enumerate prove: proved");
  }
  EXPECT_EQ(decisions(in_bounds(text, kFirst + 7)),
            "f2 strides sat smt enumerate prove: refuted: (i 7) has offset 2305843009213693959, "
            "not below 2305843009213693959");
}

TEST(InBoundsClaim, FailsBelowZero) {
  EXPECT_EQ(decisions(in_bounds("(4,4):(-1,4)", 100)),
            "f2 strides sat smt enumerate prove: refuted: (mode0 1, mode1 0) has offset -1, below "
            "0");
}

TEST(InBoundsClaim, NamesThePointAndItsOffset) {
  EXPECT_EQ(fields_of(prove(in_bounds(kPadded, 36, {4, 8}), {})),
            (Fields{{"row", 3}, {"col", 6}, {"offset", 36}}));
}

TEST(InBoundsClaim, IsUnknownPastTheLimit) {
  const Claim hard = in_bounds("offset(x: 1048576, y: 1048576) = x * y == 999985999949 ? 5 : 0", 5);
  EXPECT_EQ(verdict_and_engine(prove(hard, {.seconds = 0.0})), "unknown");
}

TEST(InBoundsClaim, SaysBelow0OfNumbersThatAre) {
  EXPECT_EQ(summary(prove(in_bounds("2:-1", 8), {})), "refuted: (mode0 1) has offset -1, below 0");
  EXPECT_EQ(summary(prove(in_bounds("o(x: 2) = ~x", Word{1} << 63), {})),
            "refuted: (x 0) has o 18446744073709551615, not below 9223372036854775808");
}

TEST(InBoundsClaim, IsRefusedForCoordinates) {
  const auto claim = make_in_bounds(map_of("(row, col)(x: 4) = (x, x)"), 4);
  EXPECT_EQ(claim.error().message,
            "'in-bounds' is about offsets, and this layout gives coordinates");
  // -1 is 2^64 - 1.
  const IndexMap falling = map_of("(4,4):(-1,4)");
  EXPECT_TRUE(make_in_bounds(falling, Word{1} << 63));
  EXPECT_EQ(make_in_bounds(falling, ~Word{0}).error().message, "'allocation' must be at most 2^63");
}

TEST(NoWrapClaim, HoldsWhereEveryStepIsSmall) {
  EXPECT_EQ(decisions(no_wrap("(128,256):(1,128)", 16, false)),
            "ranges sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(no_wrap("offset(row: 64, col: 64) = row * 64 + col", 13, true)),
            "ranges sat smt enumerate prove: proved");
  // By the ranges, the difference can be below 0.
  EXPECT_EQ(decisions(no_wrap("offset(x: 64) = x * (x % 4) - x * (x % 4) + x", 8, false)),
            "sat smt enumerate prove: proved");
}

TEST(NoWrapClaim, FailsWhereAStepInBetweenIsTooLarge) {
  // The result fits, the product before the shift does not.
  EXPECT_EQ(decisions(no_wrap("offset(x: 32) = (x * 16) >> 4", 8, true)),
            "sat smt enumerate prove: refuted: at (x 8) a step of the formula leaves the signed "
            "integers of 8 bits: at 1:20, product 8 * 16 = 128 does not fit in 8 bits, signed");
  EXPECT_EQ(
      decisions(no_wrap("(4,8):(1,32)", 8, true)),
      "sat smt enumerate prove: refuted: at (mode0 0, mode1 4) a step of the formula leaves the "
      "signed integers of 8 bits: at (4,8):(1,32), product 4 * 32 = 128 does not fit in 8 bits, "
      "signed");
  // An input that is none of the machine's, though its mask is.
  EXPECT_EQ(decisions(no_wrap("offset(x: 512) = x & 7", 9, false)),
            "ranges sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(no_wrap("offset(x: 512) = x & 7", 9, true)),
            "sat smt enumerate prove: refuted: at (x 256) a step of the formula leaves the signed "
            "integers of 9 bits: the input 256 does not fit in 9 bits, signed");
  // A result that no sum and no product has seen.
  EXPECT_EQ(decisions(no_wrap("offset(x: 4) = x | 128", 8, false)),
            "ranges sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(no_wrap("offset(x: 4) = x | 128", 8, true)),
            "sat smt enumerate prove: refuted: at (x 0) a step of the formula leaves the signed "
            "integers of 8 bits: the result 128 does not fit in 8 bits, signed");
  EXPECT_EQ(
      decisions(no_wrap("param s in 30..40; offset(x: 4, y: 8) = x + y * s", 8, false)),
      "sat smt enumerate prove: refuted: at (x 0, y 7, s 37) a step of the formula leaves "
      "the unsigned integers of 8 bits: at 1:47, product 7 * 37 = 259 does not fit in 8 bits, "
      "unsigned");
}

TEST(NoWrapClaim, AllowsNegativeStepsInSignedIntegersOnly) {
  EXPECT_EQ(decisions(no_wrap("(4,4):(-1,4)", 8, true)), "ranges sat smt enumerate prove: proved");
  EXPECT_EQ(
      decisions(no_wrap("(4,4):(-1,4)", 8, false)),
      "sat smt enumerate prove: refuted: at (mode0 1, mode1 0) a step of the formula leaves the "
      "unsigned integers of 8 bits: at (4,4):(-1,4), difference 0 - 1 = -1 does not fit in 8 bits, "
      "unsigned");
}

TEST(NoWrapClaim, IsUnknownPastTheLimit) {
  const Claim hard = no_wrap(
      "offset(x: 32768, y: 32768) = "
      "(x * y % 32749 * y % 32719 == 4711 && x * 3 + y == 77777 ? 1 : 0) << 31",
      32,
      true);
  EXPECT_EQ(verdict_and_engine(prove(hard, {.seconds = 0.0})), "unknown");
}

TEST(AlignedClaim, HoldsForVectorsThatASwizzleKeepsTogether) {
  // Pairs of 32 bits, that vec = 2 moves as one.
  EXPECT_EQ(decisions(aligned(kSwizzled, {32, 8, 2, 1}, {8, 8})),
            "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(aligned(kPadded, {16, 4, 2, 1}, {4, 8})),
            "strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(aligned("(8,6):(1,12)", {16, 8, 4, 0})),
            "strides sat smt enumerate prove: proved");
  EXPECT_EQ(
      decisions(aligned("param pad in 1..4; offset(row: 8, col: 16) = row * (16 + 4 * pad) + col",
                        {16, 8, 4, 1})),
      "sat smt enumerate prove: proved");
}

TEST(AlignedClaim, FailsForPaddingThatBreaksVectors) {
  EXPECT_EQ(decisions(aligned(kSwizzled, {32, 16, 4, 1}, {8, 8})),
            "f2 strides sat smt enumerate prove: refuted: the vector at (row 1, col 0) starts at "
            "offset 10 of 32-bit elements, not at a multiple of 16 bytes");
  EXPECT_EQ(decisions(aligned(kPadded, {16, 16, 8, 1}, {4, 8})),
            "f2 strides sat smt enumerate prove: refuted: the vector at (row 1, col 0) starts at "
            "offset 10 of 16-bit elements, not at a multiple of 16 bytes");
  EXPECT_EQ(
      decisions(aligned("(8,6):(1,10)", {16, 8, 4, 0})),
      "strides sat smt enumerate prove: refuted: the vector at (mode0 0, mode1 1) starts at offset "
      "10 of 16-bit elements, not at a multiple of 8 bytes");
  EXPECT_EQ(decisions(aligned("param pad in 1..4; offset(row: 8, col: 16) = row * (16 + pad) + col",
                              {16, 8, 4, 1})),
            "sat smt enumerate prove: refuted: the vector at (row 1, col 0, pad 1) starts at "
            "offset 17 of 16-bit elements, not at a multiple of 8 bytes");
}

TEST(AlignedClaim, HoldsForOffsetsBelowZero) {
  EXPECT_EQ(decisions(aligned("4:-4", {8, 4, 1, 0})), "strides sat smt enumerate prove: proved");
}

// -2 is 2^64 - 2, which is no multiple of 32 bits.
TEST(AlignedClaim, FailsForOffsetsBelowZero) {
  EXPECT_EQ(
      decisions(aligned("8:-1", {2, 8, 2, 0})),
      "strides sat smt enumerate prove: refuted: the vector at (mode0 2) starts at offset -2 of "
      "2-bit elements, not at a multiple of 8 bytes");
}

TEST(AlignedClaim, IsUnknownPastTheLimit) {
  const Claim hard =
      aligned("offset(x: 1048576, y: 1048576) = x * y == 999985999949 ? 1 : 0", {8, 4, 1, 0});
  EXPECT_EQ(verdict_and_engine(prove(hard, {.seconds = 0.0})), "unknown");
}

TEST(AlignedClaim, IsRefusedForWhatIsNoAlignmentOrVector) {
  const auto message = [](Word bytes, std::size_t along) {
    const auto claim = make_aligned(map_of("(8,6):(1,12)"), 16, bytes, 4, along);
    return claim ? "" : claim.error().message;
  };
  EXPECT_EQ(message(8, 1), "vectors of 4 elements do not divide 'mode1' of size 6");
  // Offsets below 0 have no remainder by 3 modulo 2^64.
  EXPECT_EQ(message(3, 0),
            "'aligned' needs elements of 1 to 1024 bits and an alignment of 1, 2, 4 ... 2^20 "
            "bytes");
}

}  // namespace
}  // namespace tileproof
