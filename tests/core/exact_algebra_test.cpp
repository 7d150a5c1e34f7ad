// The algebra Exact against the algebra U64: they agree until a number leaves 64 bits.
#include "tests/support/exact_algebra.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/algebra.hpp"
#include "tests/core/random_program.hpp"

namespace tileproof {
namespace {

static_assert(Algebra<Exact>);

const Exact kExact;
const Exact::Word kTwoTo64 = Exact::Word(1) << 64;

TEST(ExactAlgebra, HasNoBounds) {
  EXPECT_EQ(kExact.sub(3, 5), -2);
  EXPECT_EQ(kExact.add(~Word{0}, 1), kTwoTo64);
  EXPECT_EQ(kExact.mul(~Word{0}, ~Word{0}).str(), "340282366920938463426481119284349108225");
  EXPECT_EQ(kExact.shl(3, 63), kTwoTo64 / 2 * 3);
  EXPECT_EQ(kExact.lshr(kTwoTo64, 64), 1);
  EXPECT_EQ(kExact.lshr(kTwoTo64, ~Word{0}), 0);
  EXPECT_TRUE(kExact.ult(kExact.sub(3, 5), 0));
}

TEST(ExactAlgebra, GivesNoMeaningBelowZeroToUnsignedOperations) {
  const Exact::Word below = kExact.sub(3, 5);
  EXPECT_THROW(static_cast<void>(kExact.udiv(below, 2)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.urem(below, 2)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.bit_and(1, below)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.bit_or(below, 1)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.bit_xor(below, 1)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.shl(1, below)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.lshr(below, 1)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.udiv(1, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.urem(1, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(kExact.shl(1, Exact::kMaxShift + 1)), InternalError);
  EXPECT_EQ(kExact.shl(0, ~Word{0}), 0);
}

TEST(ExactAlgebra, AgreesWithU64WhereNothingWraps) {
  std::mt19937_64 random(20261120);
  const testing::ProgramShape shape{{64, 1000, Word{1} << 40}, 10, ~Word{0}, {}};
  for (int i = 0; i < 3'000; ++i) {
    const auto program = testing::draw_program(random, shape);
    for (int j = 0; j < 4; ++j) {
      const auto at = testing::draw_point(random, shape);
      const auto expected = testing::run(U64(), program, at);
      const auto exact = testing::run(kExact, program, {at.begin(), at.end()});
      for (std::size_t k = 0; k < expected.words.size(); ++k) {
        ASSERT_EQ(exact.words[k], expected.words[k]) << to_string(program) << " word " << k;
      }
      ASSERT_EQ(exact.bools, expected.bools) << to_string(program);
    }
  }
}

TEST(ExactAlgebra, DiffersFromU64WhereSomethingWraps) {
  std::mt19937_64 random(7);
  const testing::ProgramShape shape{{64, Word{1} << 40}, 6, 0, {testing::Op::kMul}};
  int differ = 0;
  for (int i = 0; i < 200; ++i) {
    const auto program = testing::draw_program(random, shape);
    const auto at = testing::draw_point(random, shape);
    const auto machine = testing::run(U64(), program, at).words.back();
    const auto exact = testing::run(kExact, program, {at.begin(), at.end()}).words.back();
    ASSERT_EQ(exact % kTwoTo64, machine) << to_string(program);
    differ += exact != machine ? 1 : 0;
  }
  EXPECT_GT(differ, 50);
}

}  // namespace
}  // namespace tileproof
