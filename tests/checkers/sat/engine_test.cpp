// Do the engine's variables have the values that they should, and its answers hold on U64?
#include "checkers/sat/engine.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "core/check.hpp"

namespace tileproof::sat {
namespace {

const Limits kLimits{.seconds = 20};

TEST(SatEngine, AVariableHasEveryValueBelowItsSize) {
  for (const std::uint64_t size : {1u, 2u, 3u, 5u, 8u, 13u}) {
    Engine engine(kLimits);
    const Aig& a = engine.algebra();
    const AigWord v = engine.variable(size);
    std::set<std::uint64_t> seen;
    while (engine.check(kTrue) == Answer::kSat) {
      seen.insert(engine.value(v));
      engine.require(a.bool_not(a.eq(v, engine.value(v))));
      ASSERT_LE(seen.size(), size);
    }
    EXPECT_EQ(seen.size(), size);
    EXPECT_EQ(*seen.rbegin(), size - 1);
  }
}

TEST(SatEngine, TheLargestVariableReachesItsLastValue) {
  Engine engine(kLimits);
  const Aig& a = engine.algebra();
  const std::uint64_t size = ~std::uint64_t{0};
  const AigWord v = engine.variable(size);
  ASSERT_EQ(engine.check(a.ult(size - 2, v)), Answer::kSat);
  EXPECT_EQ(engine.value(v), size - 1);
  EXPECT_EQ(engine.check(a.eq(v, size)), Answer::kUnsat);
  EXPECT_THROW(engine.variable(0), InternalError);
}

// f(x) = 9 * (x / 8) + x % 8 keeps elements apart and 7 * (x / 8) + x % 8 does not.
TEST(SatEngine, DecidesWhetherARowStrideKeepsElementsApart) {
  for (const std::uint64_t stride : {9u, 8u, 7u}) {
    Engine engine(kLimits);
    const Aig& a = engine.algebra();
    const auto f = [stride](const auto& algebra, const auto& x) {
      return algebra.add(algebra.mul(algebra.udiv(x, 8), stride), algebra.urem(x, 8));
    };
    const AigWord x = engine.variable(100);
    const AigWord y = engine.variable(100);
    const Lit collide = a.bool_and(a.ult(x, y), a.eq(f(a, x), f(a, y)));
    ASSERT_EQ(engine.check(collide), stride == 7 ? Answer::kSat : Answer::kUnsat);
    if (stride != 7) continue;
    EXPECT_LT(engine.value(x), engine.value(y));
    EXPECT_LT(engine.value(y), 100u);
    EXPECT_EQ(f(U64{}, engine.value(x)), f(U64{}, engine.value(y)));
  }
}

// (x + y) * 5 % 7 and the like: at a given point the solver finds U64's value and no other.
template <typename A>
typename A::Word program(const A& a,
                         const typename A::Word& x,
                         const typename A::Word& y,
                         const std::vector<unsigned>& steps) {
  auto w = x;
  for (const unsigned step : steps) {
    const std::uint64_t constant = 1 + step / 12;
    switch (step % 12) {
      case 0:
        w = a.add(w, y);
        break;
      case 1:
        w = a.sub(w, y);
        break;
      case 2:
        w = a.mul(w, y);
        break;
      case 3:
        w = a.mul(w, constant);
        break;
      case 4:
        w = a.udiv(w, constant);
        break;
      case 5:
        w = a.urem(w, constant);
        break;
      case 6:
        w = a.bit_xor(w, a.bit_or(y, constant));
        break;
      case 7:
        w = a.bit_and(w, a.bit_or(y, constant));
        break;
      case 8:
        w = a.shl(w, a.urem(y, 4));
        break;
      case 9:
        w = a.lshr(w, y);
        break;
      case 10:
        w = a.ite(a.ult(w, y), constant, w);
        break;
      default:
        w = a.urem(w, a.bit_or(y, 1));
    }
  }
  return w;
}

TEST(SatEngine, ProgramsHaveTheValuesOfU64AndNoOthers) {
  std::mt19937 random(20261120);
  for (int round = 0; round < 100; ++round) {
    std::vector<unsigned> steps(4);
    for (unsigned& step : steps) step = static_cast<unsigned>(random() % 240);
    Engine engine(kLimits);
    const Aig& a = engine.algebra();
    const AigWord x = engine.variable(50);
    const AigWord y = engine.variable(20);
    const AigWord w = program(a, x, y, steps);
    for (int point = 0; point < 3; ++point) {
      const std::uint64_t at_x = random() % 50;
      const std::uint64_t at_y = random() % 20;
      const Lit there = a.bool_and(a.eq(x, at_x), a.eq(y, at_y));
      const Lit as_u64 = a.eq(w, program(U64{}, at_x, at_y, steps));
      ASSERT_EQ(engine.check(a.bool_and(there, as_u64)), Answer::kSat);
      ASSERT_EQ(engine.value(w), program(U64{}, at_x, at_y, steps));
      ASSERT_EQ(engine.check(a.bool_and(there, a.bool_not(as_u64))), Answer::kUnsat);
    }
  }
}

// The smallest case is found by asking bit by bit, as a driver does.
TEST(SatEngine, AnswersManyQuestionsOnOneCircuit) {
  Engine engine(kLimits);
  const Aig& a = engine.algebra();
  const AigWord x = engine.variable(1 << 20);
  const Lit wanted = a.eq(a.urem(x, 1000), 777);
  ASSERT_EQ(engine.check(wanted), Answer::kSat);
  std::uint64_t low = 0;
  std::uint64_t high = engine.value(x);
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const Answer answer = engine.check(a.bool_and(wanted, a.ult(x, middle + 1)));
    ASSERT_NE(answer, Answer::kStopped);
    if (answer == Answer::kSat) high = engine.value(x);
    if (answer == Answer::kUnsat) low = middle + 1;
  }
  EXPECT_EQ(low, 777u);
}

TEST(SatEngine, StopsPastItsSeconds) {
  Engine engine(Limits{.seconds = 0});
  const Aig& a = engine.algebra();
  const AigWord x = engine.variable(10);
  EXPECT_EQ(engine.check(a.eq(x, 3)), Answer::kStopped);
}

TEST(SatEngine, WrapAroundIsSeenWith128Bits) {
  Engine engine(kLimits, 128);
  const Aig& a = engine.algebra();
  const AigWord x = engine.variable(1 << 20);
  const AigWord product = a.mul(x, std::uint64_t{1} << 45);
  ASSERT_EQ(engine.check(a.bool_not(a.eq(a.lshr(product, 64), 0))), Answer::kSat);
  EXPECT_GE(engine.value(x), 1u << 19);
}

}  // namespace
}  // namespace tileproof::sat
