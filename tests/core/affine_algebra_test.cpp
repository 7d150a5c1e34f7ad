// The algebra Affine against U64: what it gives as a sum of strides has U64's values.
#include "core/affine_algebra.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/algebra.hpp"
#include "core/check.hpp"
#include "tests/core/random_program.hpp"

namespace tileproof {
namespace {

static_assert(Algebra<Affine>);

const Affine kAffine;

// The value where the input bits and digits are these, modulo 2^64.
Word value_of(const AffineWord& word, Word bits, const std::vector<Word>& digits) {
  auto value = static_cast<Word>(word.constant());
  for (const auto& term : word.terms()) {
    const Word atom = term.parity != 0 ? static_cast<Word>(std::popcount(term.parity & bits) & 1)
                                       : digits[term.digit];
    value += static_cast<Word>(term.coefficient) * atom;
  }
  return value;
}

TEST(AffineAlgebra, PaddedRowsWithASwizzleAreASumOfStrides) {
  const AffineWord row = AffineWord::bits(0, 6);
  const AffineWord col = AffineWord::bits(6, 6);
  const AffineWord swizzled = kAffine.bit_xor(col, kAffine.shl(kAffine.bit_and(row, 7), 3));
  const AffineWord offset = kAffine.add(kAffine.mul(row, 72), swizzled);
  ASSERT_TRUE(offset.is_affine()) << offset.reason();
  EXPECT_EQ(offset.terms().size(), 12u);
  for (Word bits = 0; bits < 4096; ++bits) {
    const Word r = bits % 64;
    const Word c = bits / 64;
    EXPECT_EQ(value_of(offset, bits, {}), r * 72 + (c ^ ((r & 7) << 3)));
  }
}

TEST(AffineAlgebra, PaddingAfterNestedIntervalsIsASumOfStrides) {
  const AffineWord x = AffineWord::bits(0, 20);
  const AffineWord padded = kAffine.add(
      x, kAffine.add(kAffine.mul(kAffine.udiv(x, 128), 4), kAffine.mul(kAffine.udiv(x, 512), 8)));
  ASSERT_TRUE(padded.is_affine());
  for (const Word value : {Word{0}, Word{127}, Word{128}, Word{513}, Word{1048575}}) {
    EXPECT_EQ(value_of(padded, value, {}), value + value / 128 * 4 + value / 512 * 8);
  }
}

TEST(AffineAlgebra, DigitsOfAnySizeDivideByTheirStride) {
  const AffineWord i = AffineWord::digit(0, 6);
  const AffineWord j = AffineWord::digit(1, 10);
  const AffineWord flat = kAffine.add(i, kAffine.mul(j, 6));
  EXPECT_EQ(kAffine.urem(flat, 6), i);
  EXPECT_EQ(kAffine.udiv(flat, 6), j);
  EXPECT_FALSE(kAffine.udiv(flat, 4).is_affine());
}

TEST(AffineAlgebra, BoundsAreReachedByIndependentDigits) {
  const AffineWord x = AffineWord::digit(0, 6);
  const AffineWord reversed = kAffine.sub(40, kAffine.mul(x, 7));
  EXPECT_EQ(reversed.smallest(), 5);
  EXPECT_EQ(reversed.largest(), 40);
}

TEST(AffineAlgebra, EqualFunctionsAreEqualWords) {
  const AffineWord x = AffineWord::bits(0, 3);
  const AffineWord seven_minus_x = kAffine.sub(7, x);
  EXPECT_EQ(kAffine.bit_xor(x, 7), seven_minus_x);
  EXPECT_NE(kAffine.bit_xor(x, 6), seven_minus_x);
  EXPECT_EQ(kAffine.sub(x, x), AffineWord(0));
}

struct PoisonedStep {
  const char* name;
  AffineWord word;
  const char* reason;
};

class PoisonedSteps : public ::testing::TestWithParam<PoisonedStep> {};

TEST_P(PoisonedSteps, NameTheirReason) {
  EXPECT_FALSE(GetParam().word.is_affine());
  EXPECT_EQ(GetParam().word.reason(), GetParam().reason);
}

const AffineWord kX = AffineWord::bits(0, 3);
const AffineWord kY = AffineWord::bits(3, 3);

INSTANTIATE_TEST_SUITE_P(
    ,
    PoisonedSteps,
    ::testing::Values(
        PoisonedStep{"Product", kAffine.mul(kX, kY), "product of two inputs"},
        PoisonedStep{"CarryIntoXor",
                     kAffine.bit_xor(kAffine.add(kX, kY), 1),
                     "bit-xor of a sum with carries"},
        PoisonedStep{"BitAnd", kAffine.bit_and(kX, kY), "bit-and of two inputs"},
        PoisonedStep{"CarryIntoQuotient",
                     kAffine.udiv(kAffine.mul(kX, 3), 4),
                     "division by 4 of a sum that carries into it"},
        PoisonedStep{"NegativeQuotient",
                     kAffine.udiv(kAffine.sub(kX, 1), 2),
                     "division of what can be negative"},
        PoisonedStep{"Large", kAffine.mul(kX, Word{1} << 60), "product beyond 56 bits"},
        PoisonedStep{"Constant", AffineWord(Word{1} << 63), "constant beyond 63 bits"},
        PoisonedStep{
            "Choice", kAffine.ite(kAffine.ult(kX, 3), 1, 2), "choice by a comparison of an input"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(AffineAlgebra, AgreesWithU64OnRandomPrograms) {
  std::mt19937_64 random(11);
  std::size_t affine = 0;
  for (int round = 0; round < 20'000; ++round) {
    testing::ProgramShape shape{.input_sizes = {16, 8, 6}, .steps = 6, .limit = 0, .ops = {}};
    if (round % 2 == 0) shape.limit = ~Word{0};
    const auto program = testing::draw_program(random, shape);
    const auto words =
        testing::run(kAffine,
                     program,
                     {AffineWord::bits(0, 4), AffineWord::bits(4, 3), AffineWord::digit(0, 6)});
    for (int i = 0; i < 8; ++i) {
      const auto point = testing::draw_point(random, shape);
      const auto values = testing::run(U64{}, program, point);
      for (std::size_t w = 3; w < words.words.size(); ++w) {
        if (!words.words[w].is_affine()) continue;
        if (!words.words[w].terms().empty()) ++affine;
        ASSERT_EQ(value_of(words.words[w], point[0] | point[1] << 4, {point[2]}), values.words[w])
            << testing::to_string(program) << " word " << w;
      }
      for (std::size_t b = 0; b < words.bools.size(); ++b) {
        if (words.bools[b].is_known()) {
          ASSERT_EQ(words.bools[b].value(), values.bools[b]) << testing::to_string(program);
        }
      }
    }
  }
  EXPECT_GT(affine, 100'000u);
}

}  // namespace
}  // namespace tileproof
