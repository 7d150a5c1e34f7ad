// The algebra Affine against U64: what it gives as a sum of strides has U64's values.
#include "core/affine_algebra.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

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
  // Whatever the order of the sum
  const AffineWord y = AffineWord::bits(3, 3);
  EXPECT_EQ(kAffine.add(x, kAffine.mul(y, 8)), AffineWord::bits(0, 6));
  EXPECT_EQ(kAffine.add(kAffine.mul(8, y), x), AffineWord::bits(0, 6));
}

TEST(AffineAlgebra, DivisionSplitsEachCoefficient) {
  const AffineWord row = AffineWord::bits(0, 1);
  EXPECT_EQ(kAffine.udiv(kAffine.mul(row, 72), 16), kAffine.mul(row, 4));
  EXPECT_EQ(kAffine.urem(kAffine.mul(row, 72), 16), kAffine.mul(row, 8));
  // 47, 34, 21 are 7, 5, 3 times 6 and 5, 4, 3.
  const AffineWord x = AffineWord::digit(0, 3);
  const AffineWord falling = kAffine.sub(47, kAffine.mul(x, 13));
  EXPECT_EQ(kAffine.udiv(falling, 6), kAffine.sub(7, kAffine.mul(x, 2)));
  EXPECT_EQ(kAffine.urem(falling, 6), kAffine.sub(5, x));
  // 48, 35, 22 leave 0, 5, 4.
  EXPECT_FALSE(kAffine.udiv(kAffine.add(falling, 1), 6).is_affine());
  // 12 * y - 5 * x + 10 by 12: the rest is from 0 to 10.
  const AffineWord mixed =
      kAffine.sub(kAffine.add(kAffine.mul(AffineWord::digit(1, 9), 12), 10), kAffine.mul(x, 5));
  EXPECT_EQ(kAffine.udiv(mixed, 12), AffineWord::digit(1, 9));
  EXPECT_EQ(kAffine.urem(mixed, 12), kAffine.sub(10, kAffine.mul(x, 5)));
}

TEST(AffineAlgebra, BitsOfASumWithoutCarriesAreFound) {
  const AffineWord bit = AffineWord::bits(0, 1);
  const AffineWord other = AffineWord::bits(1, 1);
  // 5 * p has p twice.
  EXPECT_EQ(kAffine.bit_xor(kAffine.mul(bit, 5), kAffine.mul(other, 2)),
            kAffine.add(kAffine.mul(bit, 5), kAffine.mul(other, 2)));
  EXPECT_EQ(kAffine.bit_xor(kAffine.mul(bit, 5), kAffine.mul(bit, 4)), bit);
  EXPECT_EQ(kAffine.bit_and(kAffine.mul(bit, 5), 12), kAffine.mul(bit, 4));
  EXPECT_EQ(kAffine.bit_and(bit, bit), bit);
  EXPECT_EQ(kAffine.bit_and(bit, kAffine.sub(1, bit)), AffineWord(0));
  EXPECT_EQ(kAffine.bit_or(bit, kAffine.sub(1, bit)), AffineWord(1));
  EXPECT_EQ(kAffine.bit_xor(kAffine.sub(1, bit), other),
            kAffine.sub(1, kAffine.bit_xor(bit, other)));
  EXPECT_EQ(kAffine.bit_xor(kAffine.sub(1, bit), kAffine.sub(1, other)),
            kAffine.bit_xor(bit, other));
  EXPECT_EQ(kAffine.bit_xor(bit, kAffine.sub(1, bit)), AffineWord(1));
}

TEST(AffineAlgebra, BitOperationsLeaveDigitsWholeThatTheyDoNotCut) {
  const AffineWord digit = AffineWord::digit(0, 6);
  const AffineWord low = AffineWord::bits(0, 3);
  const AffineWord x = kAffine.add(kAffine.mul(digit, 8), low);
  EXPECT_EQ(kAffine.bit_xor(x, 5), kAffine.add(kAffine.mul(digit, 8), kAffine.bit_xor(low, 5)));
  EXPECT_EQ(kAffine.bit_xor(5, x), kAffine.bit_xor(x, 5));
  EXPECT_EQ(kAffine.bit_and(x, 7), low);
  EXPECT_EQ(kAffine.bit_and(7, x), low);
  EXPECT_EQ(kAffine.bit_and(x, 0b111000), kAffine.mul(digit, 8));
  EXPECT_EQ(kAffine.bit_or(kAffine.mul(digit, 8), low), x);
  EXPECT_EQ(kAffine.bit_xor(digit, 7), kAffine.sub(7, digit));
  EXPECT_FALSE(kAffine.bit_and(digit, 3).is_affine());
}

TEST(AffineAlgebra, ComplementsAreNumbersBelowZero) {
  const AffineWord x = AffineWord::bits(0, 5);
  EXPECT_EQ(kAffine.bit_xor(x, ~Word{0}), kAffine.sub(~Word{0}, x));
  EXPECT_EQ(kAffine.bit_and(x, ~Word{7}), kAffine.sub(x, kAffine.urem(x, 8)));
  EXPECT_EQ(kAffine.bit_or(x, ~Word{7}), kAffine.sub(kAffine.urem(x, 8), 8));
  const AffineWord digit = AffineWord::digit(0, 6);
  EXPECT_EQ(kAffine.bit_and(digit, ~Word{7}), AffineWord(0));
  EXPECT_EQ(kAffine.bit_xor(kAffine.bit_xor(digit, ~Word{0}), ~Word{0}), digit);
}

TEST(AffineAlgebra, NumbersWithin62BitsAreKept) {
  constexpr Word kEnd = Word{1} << 62;
  EXPECT_EQ(AffineWord(kEnd - 1).constant(), std::int64_t{kEnd - 1});
  EXPECT_EQ(AffineWord(1 - kEnd).constant(), 1 - std::int64_t{kEnd});
  EXPECT_EQ(AffineWord::bits(2, 62).largest(), std::int64_t{kEnd - 1});
  EXPECT_EQ(AffineWord::digit(0, kEnd).largest(), std::int64_t{kEnd - 1});
  EXPECT_EQ(AffineWord::digit(0, 1), AffineWord(0));
  EXPECT_EQ(kAffine.shl(1, 61).constant(), std::int64_t{kEnd / 2});
  const AffineWord bit = AffineWord::bits(0, 1);
  // From -(2^62 - 1) to 2^62 - 1, by a coefficient beyond 2^62.
  const AffineWord half = kAffine.mul(bit, kEnd - 1);
  const AffineWord wide = kAffine.add(kAffine.add(half, half), 1 - kEnd);
  EXPECT_FALSE(wide.is_affine());  // half + half passes through 2^62
  const AffineWord both_ends = kAffine.add(kAffine.sub(half, kEnd - 1), half);
  ASSERT_TRUE(both_ends.is_affine());
  EXPECT_EQ(both_ends.smallest(), 1 - std::int64_t{kEnd});
  EXPECT_EQ(both_ends.largest(), std::int64_t{kEnd - 1});
  EXPECT_FALSE(kAffine.add(both_ends, 1).is_affine());
  EXPECT_FALSE(kAffine.sub(both_ends, 1).is_affine());
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
        PoisonedStep{
            "CarryIntoXor", kAffine.bit_xor(kAffine.add(kX, kY), 1), "bits of a sum with carries"},
        PoisonedStep{"BitAnd", kAffine.bit_and(kX, kY), "bit-and of two inputs"},
        PoisonedStep{
            "DigitOfSizeTwo", kAffine.bit_xor(kX, AffineWord::digit(0, 2)), "bit-xor of a digit"},
        PoisonedStep{"CarryIntoQuotient",
                     kAffine.udiv(kAffine.mul(kX, 3), 4),
                     "division by 4 of a sum that carries into it"},
        PoisonedStep{"CarryIntoRemainder",
                     kAffine.urem(kAffine.add(kX, 1), 4),
                     "division by 4 of a sum that carries into it"},
        PoisonedStep{"NegativeQuotient",
                     kAffine.udiv(kAffine.sub(kX, 1), 2),
                     "division of what can be negative"},
        PoisonedStep{
            "NegativeDivisor", kAffine.udiv(kX, ~Word{0}), "division of what can be negative"},
        PoisonedStep{"DivisionByAnInput", kAffine.udiv(64, kX), "division by an input"},
        PoisonedStep{"ShiftByAnInput", kAffine.shl(1, kX), "shift by an input"},
        PoisonedStep{"FarShift", kAffine.lshr(kX, 62), "shift by 62 or more"},
        PoisonedStep{"Large", kAffine.mul(kX, Word{1} << 60), "number beyond 62 bits"},
        PoisonedStep{"ProductBeyond64Bits",
                     kAffine.mul(kAffine.mul(kX, Word{1} << 40), Word{1} << 30),
                     "number beyond 62 bits"},
        PoisonedStep{"Small", kAffine.mul(kX, Word{7} << 61), "number beyond 62 bits"},
        PoisonedStep{"Constant", AffineWord(Word{1} << 62), "number beyond 62 bits"},
        PoisonedStep{"NegativeConstant", AffineWord(Word{3} << 62), "number beyond 62 bits"},
        PoisonedStep{"Digit", AffineWord::digit(0, (Word{1} << 62) + 1), "number beyond 62 bits"},
        PoisonedStep{"LargestDigit", AffineWord::digit(0, ~Word{0}), "number beyond 62 bits"},
        PoisonedStep{
            "Choice", kAffine.ite(kAffine.ult(kX, 3), 1, 2), "choice by a comparison of an input"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(AffineAlgebra, ComparesWhatRangesDecide) {
  EXPECT_TRUE(kAffine.ult(kX, 8).is(true));
  EXPECT_TRUE(kAffine.ult(8, kX).is(false));
  EXPECT_TRUE(kAffine.ult(kX, kX).is(false));
  EXPECT_TRUE(kAffine.ult(7, kX).is(false));
  EXPECT_FALSE(kAffine.ult(kX, 7).is_known());
  EXPECT_FALSE(kAffine.ult(6, kX).is_known());
  // 2^64 - 1 is above all, and -1 is below.
  EXPECT_FALSE(kAffine.ult(kX, ~Word{0}).is_known());
  EXPECT_FALSE(kAffine.ult(~Word{0}, kX).is_known());
  EXPECT_TRUE(kAffine.eq(kX, kX).is(true));
  EXPECT_TRUE(kAffine.eq(kX, 8).is(false));
  EXPECT_TRUE(kAffine.eq(8, kX).is(false));
  EXPECT_TRUE(kAffine.eq(kX, ~Word{0}).is(false));
  EXPECT_FALSE(kAffine.eq(kX, 7).is_known());
  EXPECT_FALSE(kAffine.eq(kX, 0).is_known());
}

// All words constant + a * p + b * (p ^ q) + c * t of small coefficients.
std::vector<AffineWord> small_words() {
  const auto times = [](const AffineWord& atom, int factor) {
    return kAffine.mul(atom, static_cast<Word>(factor));
  };
  const AffineWord p = AffineWord::bits(0, 1), parity = AffineWord::parity(3);
  const AffineWord digit = AffineWord::digit(0, 3);
  std::vector<AffineWord> words;
  for (const int constant : {0, 1, 3, 8, -1, -6}) {
    for (const int a : {0, 1, 2, 6, -1, -8}) {
      for (const int b : {0, 1, 4, -2}) {
        for (const int c : {0, 1, 4}) {
          words.push_back(kAffine.add(kAffine.add(times(p, a), times(parity, b)),
                                      kAffine.add(times(digit, c), times(1, constant))));
        }
      }
    }
  }
  return words;
}

TEST(AffineAlgebra, AgreesWithU64OnAllPairsOfSmallWords) {
  const std::vector<AffineWord> words = small_words();
  std::map<testing::Op, int> decided;
  for (const AffineWord& x : words) {
    for (const AffineWord& y : words) {
      for (int op = 0; op <= static_cast<int>(testing::Op::kUlt); ++op) {
        const testing::Step step{static_cast<testing::Op>(op), {false, 0, 0}, {false, 0, 1}, 0};
        const bool divides = step.op == testing::Op::kUdiv || step.op == testing::Op::kUrem;
        if (divides && y == AffineWord(0)) continue;
        testing::Run<Affine> forms{{x, y}, {}};
        run_step(kAffine, step, forms);
        const bool gives_word = forms.bools.empty();
        if (gives_word ? !forms.words[2].is_affine() : !forms.bools[0].is_known()) continue;
        ++decided[step.op];
        for (Word point = 0; point < 12; ++point) {
          const auto at = [point](const AffineWord& word) {
            return value_of(word, point % 4, {point / 4});
          };
          testing::Run<U64> values{{at(x), at(y)}, {}};
          run_step(U64{}, step, values);
          if (gives_word) {
            ASSERT_EQ(at(forms.words[2]), values.words[2]) << "op " << op << " at " << point;
          } else {
            ASSERT_EQ(forms.bools[0].value(), values.bools[0]) << "op " << op << " at " << point;
          }
        }
      }
    }
  }
  for (int op = 0; op <= static_cast<int>(testing::Op::kUlt); ++op) {
    EXPECT_GT(decided[static_cast<testing::Op>(op)], 300) << "op " << op;
  }
}

// Small inputs and wide ones; constants of any kind, and near the ends of what is kept.
TEST(AffineAlgebra, AgreesWithU64OnRandomPrograms) {
  std::mt19937_64 random(11);
  std::size_t affine = 0, negative = 0, wide = 0;
  for (int round = 0; round < 40'000; ++round) {
    const bool is_wide = round % 4 >= 2;
    const unsigned widths[] = {is_wide ? 30u : 4u, is_wide ? 20u : 3u};
    testing::ProgramShape shape{
        .input_sizes = {Word{1} << widths[0], Word{1} << widths[1], is_wide ? 1'000'003u : 6u},
        .steps = 6,
        .limit = round % 2 == 0 ? ~Word{0} : 0,
        .ops = {}};
    if (round % 3 == 0) {
      for (const int bit : {31, 32, 56, 61, 62, 63}) shape.near.push_back(Word{1} << bit);
      shape.near.push_back(0);  // and 2^64 - 1
    }
    const auto program = testing::draw_program(random, shape);
    const auto words = testing::run(kAffine,
                                    program,
                                    {AffineWord::bits(0, widths[0]),
                                     AffineWord::bits(widths[0], widths[1]),
                                     AffineWord::digit(0, shape.input_sizes[2])});
    for (int i = 0; i < 8; ++i) {
      const auto point = testing::draw_point(random, shape);
      const auto values = testing::run(U64{}, program, point);
      for (std::size_t w = 3; w < words.words.size(); ++w) {
        const AffineWord& word = words.words[w];
        if (!word.is_affine()) continue;
        if (!word.terms().empty()) ++affine;
        if (!word.terms().empty() && word.smallest() < 0) ++negative;
        if (!word.terms().empty() && word.largest() >= std::int64_t{1} << 56) ++wide;
        ASSERT_EQ(value_of(word, point[0] | point[1] << widths[0], {point[2]}), values.words[w])
            << testing::to_string(program) << " word " << w;
      }
      for (std::size_t b = 0; b < words.bools.size(); ++b) {
        if (words.bools[b].is_known()) {
          ASSERT_EQ(words.bools[b].value(), values.bools[b]) << testing::to_string(program);
        }
      }
    }
  }
  EXPECT_GT(affine, 200'000u);
  EXPECT_GT(negative, 20'000u);
  EXPECT_GT(wide, 10'000u);
}

}  // namespace
}  // namespace tileproof
