#include <gtest/gtest.h>

#include "checkers/smt/engine.hpp"
#include "core/algebra.hpp"

namespace tileproof::smt {
namespace {

TEST(SmtIntegers, DoNotWrap) {
  IntegerEngine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(1);
  EXPECT_EQ(engine.check(a.ult(a.add(x, 1), x)), Answer::kUnsat);
  EXPECT_EQ(engine.check(a.ult(a.sub(x, 1), x)), Answer::kSat);
}

TEST(SmtIntegers, HaveTheValuesOfArithmetic) {
  const U64 u64;
  for (const std::uint64_t x : {0u, 1u, 6u, 100u}) {
    for (const std::uint64_t y : {1u, 3u, 8u, 77u}) {
      IntegerEngine engine(Limits{});
      const auto& a = engine.algebra();
      const auto n = engine.variable(1);
      const auto m = engine.variable(1);
      const auto same = a.bool_and(
          a.bool_and(a.bool_and(a.eq(a.mul(n, m), u64.mul(x, y)), a.eq(a.udiv(n, m), x / y)),
                     a.bool_and(a.eq(a.urem(n, m), x % y), a.eq(a.add(n, m), x + y))),
          a.bool_and(a.eq(a.ite(a.ult(n, m), n, m), std::min(x, y)),
                     a.bool_or(a.eq(a.bit_and(n, 7), x % 8), a.bool_not(a.eq(n, x)))));
      const auto here = a.bool_and(a.eq(n, x), a.eq(m, y));
      ASSERT_EQ(engine.check(here), Answer::kSat);
      EXPECT_EQ(engine.value(n), x);
      EXPECT_EQ(engine.value(m), y);
      EXPECT_EQ(engine.check(a.bool_and(here, a.bool_not(same))), Answer::kUnsat);
    }
  }
}

TEST(SmtIntegers, ShiftByConstants) {
  IntegerEngine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(1);
  EXPECT_EQ(engine.check(a.bool_not(a.eq(a.shl(x, 3), a.mul(x, 8)))), Answer::kUnsat);
  EXPECT_EQ(engine.check(a.bool_not(a.eq(a.lshr(x, 3), a.udiv(x, 8)))), Answer::kUnsat);
}

TEST(SmtIntegers, HaveNoBits) {
  IntegerEngine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(1);
  const auto odd = a.bit_xor(x, 1);
  EXPECT_EQ(engine.check(a.eq(odd, x)), Answer::kStopped);
  EXPECT_EQ(engine.check(false), Answer::kStopped);
  EXPECT_EQ(engine.reason(), "bit_xor of integers");
}

TEST(SmtIntegers, StopAtACaseThatSixtyFourBitsCannotHold) {
  IntegerEngine engine(Limits{});
  const auto& a = engine.algebra();
  const auto x = engine.variable(1);
  EXPECT_EQ(engine.check(a.ult(a.mul(~std::uint64_t{0}, 2), x)), Answer::kStopped);
  EXPECT_NE(engine.reason().find("64 bits"), std::string::npos);
}

}  // namespace
}  // namespace tileproof::smt
