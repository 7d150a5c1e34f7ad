// Are two layouts, in whatever notations, the same function?
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::decisions;
using testing::map_of;
using testing::summary;

struct Text {
  std::string text;
  std::vector<Word> shape = {};
};

Claim equal(const Text& a, const Text& b) {
  return claim_of(make_equal(map_of(a.text, a.shape), map_of(b.text, b.shape)));
}

// Rows of 64 elements whose groups of 8 move by the row.
const Text kTriton = {"#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
                      {8, 64}};
const Text kCute = {"Sw<3,3,3> o 0 o (8,64):(64,1)"};
const Text kExpression = {"offset(row: 8, col: 64) = row * 64 + (col ^ (row << 3))"};

TEST(EqualClaim, HoldsForOneSwizzleInThreeNotations) {
  EXPECT_EQ(decisions(equal(kTriton, kCute)), "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal(kTriton, kExpression)), "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal(kCute, kExpression)), "f2 strides sat smt enumerate prove: proved");
}

TEST(EqualClaim, HoldsForOnePaddingInThreeNotations) {
  const Text padded = {"#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>", {8, 64}};
  const Text strides = {"(8,64):(72,1)"};
  const Text formula = {"offset(row: 8, col: 64) = (row * 64 + col) / 64 * 72 + col"};
  EXPECT_EQ(decisions(equal(padded, strides)), "strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal(padded, formula)), "strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal(strides, formula)), "strides sat smt enumerate prove: proved");
}

TEST(EqualClaim, CutsAnAxisThatTheOtherLayoutHasInDigits) {
  const Text modes = {"(8,(2,4)):(8,(4,1))"};
  EXPECT_EQ(decisions(equal(modes, {"offset(row: 8, col: 8) = row * 8 + col % 2 * 4 + col / 2"})),
            "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal({"offset(row: 8, col: 8) = row * 8 + col"}, modes)),
            "f2 sat smt enumerate prove: refuted: (row 0, col.0 1, col.1 0) has offset 1 in the "
            "first layout and offset 4 in the second");
}

TEST(EqualClaim, LeavesOutAxesOfOneValue) {
  EXPECT_EQ(decisions(equal({"(8,(1,4)):(4,(7,1))"}, {"offset(x: 8, y: 4) = x * 4 + y"})),
            "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal({"f(x: 8, u: 1, y: 4) = x * 4 + y + u"},
                            {"f(v: 1, y: 4, x: 8) = x << 2 | y"})),
            "f2 strides sat smt enumerate prove: proved");
}

TEST(EqualClaim, IsDecidedForOnePoint) {
  EXPECT_EQ(decisions(equal({"(1,1):(5,7)"}, {"f(x: 1) = 0"})),
            "f2 strides sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal({"(1,1):(5,7)"}, {"f(x: 1, y: 1) = 1"})),
            "f2 sat smt enumerate prove: refuted: () has offset 0 in the first layout and f 1 in "
            "the second");
}

TEST(EqualClaim, FailsAtTheFirstPointThatDiffers) {
  EXPECT_EQ(decisions(equal(kTriton, {"Sw<2,3,3> o 0 o (8,64):(64,1)"})),
            "f2 sat smt enumerate prove: refuted: (row 4, col 0) has offset 288 in the first "
            "layout and offset 256 in the second");
  EXPECT_EQ(decisions(equal({"(8,64):(72,1)"}, {"(8,64):(68,1)"})),
            "f2 sat smt enumerate prove: refuted: (mode0 1, mode1 0) has offset 72 in the first "
            "layout and "
            "offset 68 in the second");
  EXPECT_EQ(decisions(equal({"offset(x: 10, y: 10) = x + y * 10"},
                            {"offset(x: 10, y: 10) = min(x + y * 10, 97)"})),
            "sat smt enumerate prove: refuted: (x 8, y 9) has offset 98 in the first layout and "
            "offset 97 in the second");
  EXPECT_EQ(fields_of(prove(equal({"(8,64):(72,1)"}, {"(8,64):(68,1)"}), {})),
            (Fields{{"mode0", 1}, {"mode1", 0}, {"a_offset", 72}, {"b_offset", 68}}));
}

TEST(EqualClaim, IsDecidedForRegistersAndModularLayouts) {
  const Text blocked = {
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], "
      "warpsPerCTA = [1, 1], order = [1, 0]}>",
      {8, 16}};
  EXPECT_EQ(decisions(equal(blocked,
                            {"(row, col)(register: 4, lane: 32) = "
                             "(lane / 4, lane % 4 * 4 + register)"})),
            "f2 strides sat smt enumerate prove: proved");
  const Text modular = {"{in = [[1, 1], [2, 2], [0, 4]]} -> {x = 4, y = 6}"};
  EXPECT_EQ(decisions(equal(modular, {"(x, y)(in: 8) = (in % 4, in % 6)"})),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal(modular, {"{in = [[1, 1], [2, 2], [0, 5]]} -> {x = 4, y = 6}"})),
            "f2 sat smt enumerate prove: refuted: (in 4) has (x 0, y 4) in the first layout "
            "and (x 0, y 5) in the second");
}

// Each result keeps its own bits: (0, 1) is not (1, 0).
TEST(EqualClaim, TellsCoordinatesInAnotherOrder) {
  EXPECT_EQ(decisions(equal({"(a, b)(x: 2, y: 2) = (x, y)"}, {"(a, b)(x: 2, y: 2) = (y, x)"})),
            "f2 sat smt enumerate prove: refuted: (x 1, y 0) has (a 1, b 0) in the first layout "
            "and (a 0, b 1) in the second");
  EXPECT_EQ(decisions(equal({"(a, b)(x: 4) = (x, x + 4)"}, {"(a, b)(x: 4) = (x, x | 4)"})),
            "f2 strides sat smt enumerate prove: proved");
}

// Both are one word of 64 bits.
TEST(EqualClaim, TellsAnOffsetBelow0FromOneFrom2To63On) {
  const Text below = {"2:-1"};
  const Text above = {"offset(i: 2) = i * 18446744073709551615"};
  EXPECT_EQ(decisions(equal(below, above)),
            "strides sat smt enumerate prove: refuted: (i 1) has offset -1 in the first layout and "
            "offset 18446744073709551615 in the second");
  EXPECT_EQ(
      decisions(equal(above, below)),
      "strides sat smt enumerate prove: refuted: (i 1) has offset 18446744073709551615 in the "
      "first layout and offset -1 in the second");
  EXPECT_EQ(decisions(equal(below, {"(2,1):(-1,7)"})), "strides sat smt enumerate prove: proved");
}

TEST(EqualClaim, IsForEachValueOfParameters) {
  const std::string padded = "param pad in 0..7; offset(row: 8, col: 8) = row * (8 + pad) + col";
  const std::string other = "param pad in 0..7; offset(row: 8, col: 8) = row * 8 + col + row * pad";
  EXPECT_EQ(decisions(equal({padded}, {other})), "sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(equal({padded}, {other + " + (pad == 5 ? 1 : 0)"})),
            "sat smt enumerate prove: refuted: (row 0, col 0, pad 5) has offset 0 in the first "
            "layout and offset 1 in the second");
}

TEST(EqualClaim, IsUnknownPastTheLimit) {
  const Claim hard = equal({"offset(x: 1048576, y: 1048576) = x * y == 999985999949 ? 1 : 0"},
                           {"offset(x: 1048576, y: 1048576) = x * 0 + y * 0"});
  EXPECT_EQ(verdict_and_engine(prove(hard, {.seconds = 0.0})), "unknown");
}

TEST(EqualClaim, IsRefusedForOtherInputsOrOutputs) {
  const auto message = [](const Text& a, const Text& b) {
    const auto claim = make_equal(map_of(a.text, a.shape), map_of(b.text, b.shape));
    return claim ? "" : claim.error().message;
  };
  EXPECT_EQ(message({"(8,8):(8,1)"}, {"(4,16):(16,1)"}),
            "the layouts do not have the same inputs: 8 x 8 and 4 x 16");
  EXPECT_EQ(message({"(8,8):(8,1)"}, {"(8,4):(8,1)"}),
            "the layouts do not have the same inputs: 8 x 8 and 8 x 4");
  EXPECT_EQ(message({"(8,8):(8,1)"}, {"(x, y)(a: 8, b: 8) = (a, b)"}),
            "the second layout has no output 'offset', which the first has");
}

}  // namespace
}  // namespace tileproof
