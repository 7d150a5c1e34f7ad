// The algebra F2 against the algebra U64: what F2 calls linear has the values that U64 computes.
#include "core/f2_algebra.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/algebra.hpp"
#include "core/check.hpp"
#include "tests/core/random_program.hpp"

namespace tileproof {
namespace {

static_assert(Algebra<U64>);
static_assert(Algebra<F2>);

const F2 kF2;

// The value of a linear word where the inputs have these bits.
Word value_at(const F2Word& word, Word inputs) {
  Word value = word.constant();
  for (unsigned bit = 0; bit < 64; ++bit) {
    value ^= static_cast<Word>(std::popcount(word.inputs_of(bit) & inputs) & 1) << bit;
  }
  return value;
}

TEST(F2Algebra, InputsAreTheirOwnBits) {
  const F2Word x = F2Word::inputs(3, 2);
  EXPECT_TRUE(x.is_linear());
  EXPECT_EQ(x.inputs_of(0), 0b01000u);
  EXPECT_EQ(x.inputs_of(1), 0b10000u);
  EXPECT_EQ(x.inputs_of(2), 0u);
  EXPECT_EQ(x.possible(), 0b11u);
  EXPECT_THROW(static_cast<void>(F2Word::inputs(60, 5)), InternalError);
}

TEST(F2Algebra, PowersOfTwoShiftAndMask) {
  const F2Word x = F2Word::inputs(0, 4);
  for (Word value = 0; value < 16; ++value) {
    EXPECT_EQ(value_at(kF2.mul(x, 8), value), value * 8);
    EXPECT_EQ(value_at(kF2.mul(8, x), value), value * 8);
    EXPECT_EQ(value_at(kF2.udiv(x, 4), value), value / 4);
    EXPECT_EQ(value_at(kF2.urem(x, 4), value), value % 4);
    EXPECT_EQ(value_at(kF2.udiv(x, 32), value), 0u);
    EXPECT_EQ(value_at(kF2.urem(x, 1), value), 0u);
    EXPECT_EQ(value_at(kF2.bit_and(x, 0b1010), value), value & 0b1010);
    EXPECT_EQ(value_at(kF2.bit_xor(x, 0b0110), value), value ^ 0b0110);
  }
}

TEST(F2Algebra, AdditionWithoutCarriesIsLinear) {
  const F2Word row = F2Word::inputs(0, 3);
  const F2Word col = F2Word::inputs(3, 3);
  const F2Word offset = kF2.add(kF2.mul(row, 8), col);
  ASSERT_TRUE(offset.is_linear());
  for (Word inputs = 0; inputs < 64; ++inputs) {
    EXPECT_EQ(value_at(offset, inputs), inputs % 8 * 8 + inputs / 8);
  }
}

TEST(F2Algebra, WordsThatDifferByAConstantAreNeverEqual) {
  const F2Word x = F2Word::inputs(0, 3);
  const F2Word poison = F2Word::poison("it");
  EXPECT_TRUE(x.never_equals(kF2.bit_xor(x, 4)));
  EXPECT_TRUE(F2Word(3).never_equals(F2Word(2)));
  EXPECT_FALSE(x.never_equals(x));
  EXPECT_FALSE(x.never_equals(F2Word(9)));  // not shown, though so
  EXPECT_FALSE(x.never_equals(kF2.mul(x, 2)));
  EXPECT_FALSE(poison.never_equals(F2Word(1)) || F2Word(1).never_equals(poison));
}

TEST(F2Algebra, DivisionByAnythingLargerThanTheWordIsLinear) {
  const F2Word x = F2Word::inputs(0, 3);
  EXPECT_EQ(kF2.udiv(x, 9).possible(), 0u);
  EXPECT_EQ(value_at(kF2.urem(x, 9), 5), 5u);
}

TEST(F2Algebra, AProductWhosePartsDoNotMeetIsLinear) {
  const F2Word x = F2Word::inputs(0, 3);
  const F2Word nine_times = kF2.mul(x, 9);
  ASSERT_TRUE(nine_times.is_linear());
  for (Word value = 0; value < 8; ++value) EXPECT_EQ(value_at(nine_times, value), 9 * value);
}

struct Poisoned {
  const char* name;
  F2Word word;
  const char* reason;
};

void PrintTo(const Poisoned& value, std::ostream* out) { *out << value.name; }

class F2Poison : public ::testing::TestWithParam<Poisoned> {};

TEST_P(F2Poison, NamesItsReason) {
  EXPECT_FALSE(GetParam().word.is_linear());
  EXPECT_EQ(GetParam().word.reason(), GetParam().reason);
}

TEST_P(F2Poison, SpreadsThroughEveryStep) {
  const F2Word& bad = GetParam().word;
  const F2Word good = F2Word::inputs(0, 2);
  for (const F2Word& next : {kF2.add(bad, good),
                             kF2.add(good, bad),
                             kF2.mul(bad, 2),
                             kF2.udiv(bad, 2),
                             kF2.urem(bad, 2),
                             kF2.bit_xor(good, bad),
                             kF2.bit_and(bad, 1)}) {
    EXPECT_EQ(next.reason(), bad.reason());
  }
}

const F2Word kF2Row = F2Word::inputs(0, 3);
const F2Word kF2Col = F2Word::inputs(3, 3);
const F2Word kWide = F2Word::inputs(0, 4);

INSTANTIATE_TEST_SUITE_P(
    ,
    F2Poison,
    ::testing::Values(
        Poisoned{"TimesNine", kF2.mul(kWide, 9), "times 9"},
        // (8,8):(2,4) of CuTe
        Poisoned{"Carry", kF2.add(kF2.mul(kF2Row, 2), kF2.mul(kF2Col, 4)), "carry at bit 2"},
        // (8,8):(9,1): nine times a row below 8 is linear, adding the column is not
        Poisoned{"Padded", kF2.add(kF2.mul(kF2Row, 9), kF2Col), "carry at bit 0"},
        Poisoned{"CarryOfAConstant", kF2.add(kF2Row, 4), "carry at bit 2"},
        Poisoned{"Product", kF2.mul(kF2Row, kF2Col), "product of two inputs"},
        Poisoned{"BeyondTheWord", kF2.mul(kF2Row, Word{1} << 62), "product beyond 64 bits"},
        Poisoned{"DividedByThree", kF2.udiv(kF2Row, 3), "division by 3"},
        Poisoned{"RemainderOfThree", kF2.urem(kF2Row, 3), "remainder by 3"},
        Poisoned{"DividedByAnInput", kF2.udiv(kF2Row, kF2Col), "division by an input"},
        Poisoned{"RemainderOfAnInput", kF2.urem(kF2Row, kF2Col), "remainder by an input"},
        Poisoned{"BitAnd", kF2.bit_and(kF2Row, kF2Col), "bit-and of two inputs"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(F2Algebra, DivisionByZeroIsABugOfTheDefinition) {
  EXPECT_THROW(static_cast<void>(kF2.udiv(kF2Row, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(kF2.urem(kF2Row, 0)), InternalError);
}

TEST(F2Algebra, ComputesWithConstantsAsU64Does) {
  const U64 u64;
  for (const Word x : {Word{0}, Word{1}, Word{6}, Word{100}, ~Word{0}}) {
    for (const Word y : {Word{1}, Word{3}, Word{8}, Word{77}}) {
      EXPECT_EQ(kF2.add(x, y).constant(), u64.add(x, y));
      EXPECT_EQ(kF2.mul(x, y).constant(), u64.mul(x, y));
      EXPECT_EQ(kF2.udiv(x, y).constant(), u64.udiv(x, y));
      EXPECT_EQ(kF2.urem(x, y).constant(), u64.urem(x, y));
      EXPECT_EQ(kF2.bit_xor(x, y).constant(), u64.bit_xor(x, y));
      EXPECT_EQ(kF2.bit_and(x, y).constant(), u64.bit_and(x, y));
    }
  }
}

// A definition drawn at random: a program of steps on a stack of words that starts with the inputs.
struct Step {
  unsigned operation;
  std::size_t left;
  std::size_t right;
  Word constant;  // in place of `right` unless 0
};

template <Algebra A>
typename A::Word run(const A& a,
                     const std::vector<Step>& steps,
                     std::vector<typename A::Word> words) {
  for (const Step& step : steps) {
    const auto x = words[step.left];
    const auto y = step.constant != 0 ? typename A::Word(step.constant) : words[step.right];
    switch (step.operation) {
      case 0:
        words.push_back(a.add(x, y));
        break;
      case 1:
        words.push_back(a.bit_xor(x, y));
        break;
      case 2:
        words.push_back(a.mul(x, step.constant));
        break;
      case 3:
        words.push_back(a.udiv(x, step.constant));
        break;
      case 4:
        words.push_back(a.urem(x, step.constant));
        break;
      default:
        words.push_back(a.bit_and(x, y));
        break;
    }
  }
  return words.back();
}

std::vector<Step> draw_steps(std::mt19937_64& random) {
  std::vector<Step> steps;
  const auto count = 1 + random() % 5;
  for (std::size_t i = 0; i < count; ++i) {
    Step step{static_cast<unsigned>(random() % 6), random() % (2 + i), random() % (2 + i), 0};
    const bool takes_constant = step.operation >= 2 || random() % 2 == 0;
    if (takes_constant) {
      step.constant = random() % 4 == 0 ? 1 + random() % 12 : Word{1} << (random() % 6);
    }
    steps.push_back(step);
  }
  return steps;
}

TEST(F2Algebra, WhatItCallsLinearHasTheValuesOfU64) {
  constexpr unsigned kBits = 5;
  std::mt19937_64 random(20261120);
  int linear = 0;
  int poisoned = 0;
  for (int program = 0; program < 5'000; ++program) {
    const auto steps = draw_steps(random);
    const F2Word word = run(kF2, steps, {F2Word::inputs(0, kBits), F2Word::inputs(kBits, kBits)});
    if (!word.is_linear()) {
      ++poisoned;
      continue;
    }
    ++linear;
    for (int point = 0; point < 40; ++point) {
      const Word inputs = random() % (Word{1} << (2 * kBits));
      const Word expected = run(U64(), steps, {inputs % (Word{1} << kBits), inputs >> kBits});
      ASSERT_EQ(value_at(word, inputs), expected) << "program " << program << " at " << inputs;
    }
  }
  EXPECT_GT(linear, 1'000);
  EXPECT_GT(poisoned, 500);
}

TEST(F2Algebra, AgreesWithU64OnRandomProgramsOfAllOperations) {
  std::mt19937_64 random(12);
  std::size_t linear = 0;
  for (int round = 0; round < 10'000; ++round) {
    const testing::ProgramShape shape{.input_sizes = {16, 8, 8}, .steps = 6, .limit = 0, .ops = {}};
    const auto program = testing::draw_program(random, shape);
    const auto words = testing::run(
        kF2, program, {F2Word::inputs(0, 4), F2Word::inputs(4, 3), F2Word::inputs(7, 3)});
    for (int i = 0; i < 8; ++i) {
      const auto point = testing::draw_point(random, shape);
      const auto values = testing::run(U64{}, program, point);
      const Word inputs = point[0] | point[1] << 4 | point[2] << 7;
      for (std::size_t w = 3; w < words.words.size(); ++w) {
        if (!words.words[w].is_linear()) continue;
        if (!words.words[w].is_constant()) ++linear;
        ASSERT_EQ(value_at(words.words[w], inputs), values.words[w])
            << testing::to_string(program) << " word " << w;
      }
      for (std::size_t b = 0; b < words.bools.size(); ++b) {
        if (words.bools[b].is_known()) {
          ASSERT_EQ(words.bools[b].value(), values.bools[b]) << testing::to_string(program);
        }
      }
    }
  }
  EXPECT_GT(linear, 50'000u);
}

TEST(Digits, ComeLowestFirst) {
  const U64 u64;
  Digits<U64> digits(u64, 13);
  EXPECT_EQ(digits.take(4), 1u);
  EXPECT_EQ(digits.take(1), 0u);
  EXPECT_EQ(digits.take(4), 3u);
  EXPECT_EQ(digits.rest(), 0u);
}

TEST(Digits, OfPowersOfTwoAreLinear) {
  Digits<F2> digits(kF2, F2Word::inputs(0, 6));
  EXPECT_EQ(digits.take(4).possible(), 0b11u);
  EXPECT_EQ(value_at(digits.take(8), 0b10100), 0b101u);
  EXPECT_EQ(value_at(digits.rest(), 0b100000), 1u);
}

}  // namespace
}  // namespace tileproof
