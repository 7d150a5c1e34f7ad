#include "checkers/smt/engine.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/bits.hpp"

namespace tileproof::smt {
namespace {

TEST(SmtEngine, FindsTheCaseThatMeetsAllConditions) {
  Engine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(100);
  const auto y = engine.variable(100);
  engine.require(a.eq(a.add(x, y), 7));
  ASSERT_EQ(engine.check(a.eq(a.mul(x, y), 12)), Answer::kSat);
  EXPECT_EQ(engine.value(a.mul(x, y)), 12u);
  EXPECT_EQ(engine.value(a.add(x, y)), 7u);
  EXPECT_EQ(engine.value(9), 9u);
}

TEST(SmtEngine, ForgetsWhatItOnlyTried) {
  Engine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(8);
  EXPECT_EQ(engine.check(a.eq(x, 3)), Answer::kSat);
  EXPECT_EQ(engine.check(false), Answer::kUnsat);
  EXPECT_EQ(engine.check(a.eq(x, 5)), Answer::kSat);
  EXPECT_EQ(engine.value(x), 5u);
}

TEST(SmtEngine, KeepsWhatItRequires) {
  Engine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(8);
  engine.require(a.ult(x, 3));
  EXPECT_EQ(engine.check(a.ult(2, x)), Answer::kUnsat);
  engine.require(false);
  EXPECT_EQ(engine.check(true), Answer::kUnsat);
}

TEST(SmtEngine, VariablesHaveJustTheirValues) {
  for (const Word size : {Word{1}, Word{2}, Word{5}, Word{8}, Word{1000}}) {
    Engine engine(Limits{});
    const auto& a = engine.algebra();
    const auto x = engine.variable(size);
    EXPECT_EQ(engine.check(a.eq(x, size)), Answer::kUnsat);
    EXPECT_EQ(engine.check(a.eq(x, size - 1)), Answer::kSat);
    EXPECT_EQ(engine.value(x), size - 1);
  }
}

TEST(SmtEngine, ReadsValuesOfAllSixtyFourBits) {
  Engine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(~Word{0});
  ASSERT_EQ(engine.check(a.ult(~Word{0} - 2, x)), Answer::kSat);
  EXPECT_EQ(engine.value(x), ~Word{0} - 1);
  EXPECT_EQ(engine.value(a.add(x, 3)), 1u);
}

TEST(SmtEngine, VariablesThatDoNotMatterHaveValuesToo) {
  Engine engine(Limits{});
  const auto x = engine.variable(5);
  ASSERT_EQ(engine.check(true), Answer::kSat);
  EXPECT_LT(engine.value(x), 5u);
}

// x * y = 2^61 - 1 is prime, so there are no factors; Z3 does not see it in a tenth of a second.
Z3Bool has_factors(Engine& engine) {
  const auto& a = engine.algebra();
  const auto x = engine.variable(Word{1} << 31);
  const auto y = engine.variable(Word{1} << 31);
  return a.bool_and(a.eq(a.mul(x, y), (Word{1} << 61) - 1), a.bool_not(a.ult(y, x)));
}

TEST(SmtEngine, StopsWhenItsTimeIsOver) {
  Engine engine(Limits{.seconds = 0.1});
  EXPECT_EQ(engine.check(has_factors(engine)), Answer::kStopped);
  EXPECT_FALSE(engine.reason().empty());
}

TEST(SmtEngine, CountsTheTimeOfAllChecks) {
  Engine engine(Limits{.seconds = 0.1});
  const auto hard = has_factors(engine);
  EXPECT_EQ(engine.check(hard), Answer::kStopped);
  EXPECT_EQ(engine.check(hard), Answer::kStopped);
  EXPECT_EQ(engine.reason(), "no time is left");
}

TEST(SmtEngine, AnswersAgainAfterAStoppedCheck) {
  Engine engine(Limits{.seconds = 0.1});
  const auto x = engine.variable(8);
  EXPECT_EQ(engine.check(has_factors(engine)), Answer::kStopped);
  // Whatever time is left, a wrong answer never comes.
  EXPECT_NE(engine.check(engine.algebra().eq(x, 9)), Answer::kSat);
}

TEST(SmtEngine, WithoutTimeThereIsNoAnswer) {
  for (const double seconds : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    Engine engine(Limits{.seconds = seconds});
    EXPECT_EQ(engine.check(true), Answer::kStopped);
    EXPECT_EQ(engine.check(false), Answer::kStopped);
  }
}

TEST(SmtEngine, WithAllTheTimeThereIsAnAnswer) {
  Engine engine(Limits{.seconds = std::numeric_limits<double>::infinity()});
  EXPECT_EQ(engine.check(engine.algebra().eq(engine.variable(8), 3)), Answer::kSat);
}

TEST(SmtEngine, StopsWhenItsMemoryIsUsed) {
  Engine engine(Limits{.seconds = 20, .memory_bytes = 1 << 20});
  EXPECT_EQ(engine.check(has_factors(engine)), Answer::kStopped);
}

}  // namespace
}  // namespace tileproof::smt
