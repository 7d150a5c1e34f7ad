// Z3Bv against plain arithmetic of the same width, on programs drawn at random.
#include "checkers/smt/z3_algebra.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "checkers/smt/engine.hpp"
#include "core/algebra.hpp"
#include "core/bits.hpp"
#include "core/check.hpp"

namespace tileproof::smt {
namespace {

// What Z3Bv must mean: U64 modulo 2^width.
struct Narrow {
  using Word = std::uint64_t;
  using Bool = bool;
  unsigned width;
  [[nodiscard]] Word cut(Word x) const { return x & low_mask(width); }
  [[nodiscard]] Word add(Word x, Word y) const { return cut(x + y); }
  [[nodiscard]] Word sub(Word x, Word y) const { return cut(x - y); }
  [[nodiscard]] Word mul(Word x, Word y) const { return cut(x * y); }
  [[nodiscard]] Word udiv(Word x, Word y) const { return cut(x) / cut(y); }
  [[nodiscard]] Word urem(Word x, Word y) const { return cut(x) % cut(y); }
  [[nodiscard]] Word bit_and(Word x, Word y) const { return cut(x & y); }
  [[nodiscard]] Word bit_or(Word x, Word y) const { return cut(x | y); }
  [[nodiscard]] Word bit_xor(Word x, Word y) const { return cut(x ^ y); }
  [[nodiscard]] Word shl(Word x, Word y) const { return cut(y) < width ? cut(x << cut(y)) : 0; }
  [[nodiscard]] Word lshr(Word x, Word y) const { return cut(y) < width ? cut(x) >> cut(y) : 0; }
  [[nodiscard]] Bool eq(Word x, Word y) const { return cut(x) == cut(y); }
  [[nodiscard]] Bool ult(Word x, Word y) const { return cut(x) < cut(y); }
  [[nodiscard]] Bool bool_and(Bool p, Bool q) const { return p && q; }
  [[nodiscard]] Bool bool_or(Bool p, Bool q) const { return p || q; }
  [[nodiscard]] Bool bool_not(Bool p) const { return !p; }
  [[nodiscard]] Word ite(Bool p, Word x, Word y) const { return p ? cut(x) : cut(y); }
};
static_assert(Algebra<Narrow>);

constexpr unsigned kOperations = 12;

// A step takes two earlier words, or a constant in place of one.
struct Step {
  unsigned operation;
  std::size_t left;
  std::size_t right;
  bool constant_left;
  bool constant_right;
  Word constant;
};

template <Algebra A>
std::vector<typename A::Word> run(const A& a,
                                  const std::vector<Step>& steps,
                                  std::vector<typename A::Word> words) {
  using W = typename A::Word;
  for (const Step& step : steps) {
    const W x = step.constant_left ? W(step.constant) : words[step.left];
    const W y = step.constant_right ? W(step.constant) : words[step.right];
    switch (step.operation) {
      case 0:
        words.push_back(a.add(x, y));
        break;
      case 1:
        words.push_back(a.sub(x, y));
        break;
      case 2:
        words.push_back(a.mul(x, y));
        break;
      case 3:
        words.push_back(a.udiv(x, a.bit_or(y, W(1))));
        break;
      case 4:
        words.push_back(
            a.urem(x, step.constant_right ? a.add(a.lshr(y, W(1)), W(1)) : a.bit_or(y, W(2))));
        break;
      case 5:
        words.push_back(a.bit_and(x, y));
        break;
      case 6:
        words.push_back(a.bit_or(x, y));
        break;
      case 7:
        words.push_back(a.bit_xor(x, y));
        break;
      case 8:
        words.push_back(a.shl(x, a.bit_and(y, W(95))));
        break;
      case 9:
        words.push_back(a.lshr(x, a.bit_and(y, W(95))));
        break;
      case 10:
        words.push_back(a.ite(a.bool_or(a.eq(x, y), a.bool_not(a.ult(y, x))), x, words[0]));
        break;
      default:
        words.push_back(a.ite(a.bool_and(a.ult(x, y), a.bool_not(a.eq(words[0], y))), y, x));
        break;
    }
  }
  return words;
}

// Small numbers, powers of two, masks, and any; so that all special cases of the algebra occur.
Word draw_number(std::mt19937_64& random) {
  switch (random() % 5) {
    case 0:
      return random() % 4;
    case 1:
      return Word{1} << (random() % 64);
    case 2:
      return low_mask(static_cast<unsigned>(random() % 65));
    case 3:
      return random() >> (random() % 64);
    default:
      return random();
  }
}

std::vector<Step> draw_steps(std::mt19937_64& random, std::size_t inputs) {
  std::vector<Step> steps;
  const auto count = 1 + random() % 6;
  for (std::size_t i = 0; i < count; ++i) {
    const auto constants = random() % 4;  // on no side (twice as often), left, or right
    steps.push_back({static_cast<unsigned>(random() % kOperations),
                     random() % (inputs + i),
                     random() % (inputs + i),
                     constants == 1,
                     constants == 2,
                     draw_number(random)});
  }
  return steps;
}

class Z3BvOfWidth : public ::testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(, Z3BvOfWidth, ::testing::Values(2u, 7u, 32u, 64u), [](const auto& test) {
  return "Bits" + std::to_string(test.param);
});

TEST_P(Z3BvOfWidth, FoldsConstants) {
  const Narrow narrow{GetParam()};
  Engine engine(Limits{}, narrow.width);
  std::mt19937_64 random(20261120);
  for (int program = 0; program < 3'000; ++program) {
    const std::vector<Word> inputs = {draw_number(random), draw_number(random)};
    auto steps = draw_steps(random, inputs.size());
    const auto expected = run(narrow, steps, inputs);
    const auto words = run(engine.algebra(), steps, {inputs[0], inputs[1]});
    for (std::size_t i = 0; i < words.size(); ++i) {
      ASSERT_TRUE(words[i].is_constant()) << "program " << program;
      ASSERT_EQ(engine.value(words[i]), narrow.cut(expected[i])) << "program " << program;
    }
  }
}

TEST_P(Z3BvOfWidth, HasTheValuesOfArithmeticModuloItsWidth) {
  const Narrow narrow{GetParam()};
  std::mt19937_64 random(20261121);
  for (int program = 0; program < 150; ++program) {
    Engine engine(Limits{}, narrow.width);
    const auto& a = engine.algebra();
    std::vector<Z3Word> symbols;
    std::vector<Word> inputs;
    Z3Bool fixed = true;
    for (int i = 0; i < 3; ++i) {
      const Word most = low_mask(1 + static_cast<unsigned>(random() % narrow.width));
      const Word size = most == ~Word{0} ? most : most + 1;
      inputs.push_back(draw_number(random) % size);
      symbols.push_back(engine.variable(size));
      fixed = a.bool_and(fixed, a.eq(symbols.back(), inputs.back()));
    }
    const auto steps = draw_steps(random, inputs.size());
    const auto expected = run(narrow, steps, inputs);
    const auto words = run(a, steps, symbols);
    ASSERT_EQ(engine.check(fixed), Answer::kSat) << "program " << program << engine.reason();
    for (std::size_t i = 0; i < words.size(); ++i) {
      ASSERT_EQ(engine.value(words[i]), narrow.cut(expected[i])) << "program " << program;
    }
  }
}

TEST(Z3Bv, KeepsTermsAsNarrowAsTheirValues) {
  Engine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(16);
  const auto y = engine.variable(10);
  EXPECT_EQ(a.bits(x), 4u);
  EXPECT_EQ(a.bits(a.add(x, y)), 5u);
  EXPECT_EQ(a.bits(a.mul(x, 8)), 7u);
  EXPECT_EQ(a.bits(a.mul(x, 9)), 8u);
  EXPECT_EQ(a.bits(a.udiv(x, 4)), 2u);
  EXPECT_EQ(a.bits(a.udiv(x, 5)), 2u);
  EXPECT_EQ(a.bits(a.urem(x, 5)), 3u);
  EXPECT_EQ(a.bits(a.bit_and(x, 6)), 3u);
  EXPECT_EQ(a.bits(a.bit_xor(x, 0x40)), 7u);
  EXPECT_EQ(a.bits(a.sub(x, y)), 64u);
}

TEST(Z3Bv, DecidesWhatTheWidthsDecide) {
  Engine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(16);
  EXPECT_TRUE(a.udiv(x, 16).is_constant());
  EXPECT_TRUE(a.ult(x, 16).is_constant());
  EXPECT_TRUE(a.ult(16, x).is_constant());
  EXPECT_TRUE(a.eq(x, 16).is_constant());
  EXPECT_FALSE(a.ult(x, 15).is_constant());
  EXPECT_TRUE(a.shl(x, 64).is_constant());
  EXPECT_TRUE(a.lshr(x, 4).is_constant());
}

TEST(Z3Bv, DivisionByZeroIsABugOfTheDefinition) {
  Engine engine(Limits{});
  const auto x = engine.variable(16);
  EXPECT_THROW(static_cast<void>(engine.algebra().udiv(x, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(engine.algebra().urem(x, 0)), InternalError);
}

TEST(Z3Bv, TermsOfAnotherEngineAreABug) {
  Engine engine(Limits{});
  Engine other(Limits{});
  const auto x = engine.variable(16);
  const auto y = other.variable(16);
  EXPECT_THROW(static_cast<void>(engine.algebra().add(x, y)), InternalError);
}

}  // namespace
}  // namespace tileproof::smt
