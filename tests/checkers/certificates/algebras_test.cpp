// Do the certifier's algebras compute what U64 computes?  Random programs at every point.
#include <gtest/gtest.h>

#include "checkers/certificates/circuit.hpp"
#include "checkers/certificates/rup.hpp"
#include "checkers/certificates/sums.hpp"
#include "tests/core/random_program.hpp"

namespace tileproof::certificates {
namespace {

using testing::draw_program;
using testing::Op;
using testing::Program;
using testing::run;

// Two inputs of 3 bits and one of 5 values.
const std::vector<Word> kSizes = {8, 8, 5};

testing::ProgramShape exact() { return {.input_sizes = kSizes, .limit = ~Word{0}, .ops = {}}; }
// Differences below 0 and products above 2^64; no division, whose divisor might wrap to 0.
testing::ProgramShape wrapping() {
  return {.input_sizes = kSizes,
          .ops = {Op::kAdd,
                  Op::kSub,
                  Op::kMul,
                  Op::kBitAnd,
                  Op::kBitOr,
                  Op::kBitXor,
                  Op::kEq,
                  Op::kUlt,
                  Op::kIte}};
}

std::vector<Sum> sum_inputs() {
  return {Sum::bits(0, 3), Sum::bits(3, 3), Sum::digit(2, kSizes[2])};
}

// The value of a known sum where the inputs are these.
Word value_of(const Sum& sum, const std::vector<Word>& at) {
  const Word bits = at[0] | at[1] << 3;
  Word value = static_cast<Word>(sum.constant());
  for (const Sum::Term& term : sum.terms()) {
    const Word atom =
        term.parity != 0 ? static_cast<Word>(std::popcount(bits & term.parity) & 1) : at[2];
    value += static_cast<Word>(term.coefficient) * atom;
  }
  return value;
}

TEST(Sums, GiveU64sValuesWhereTheyAreKnown) {
  std::mt19937_64 random(1);
  int known = 0;
  for (int i = 0; i < 3000; ++i) {
    const Program program = draw_program(random, i % 2 == 0 ? exact() : wrapping());
    const auto sums = run(Sums{}, program, sum_inputs());
    for (Word flat = 0; flat < 320; ++flat) {
      const std::vector<Word> at = {flat % 8, flat / 8 % 8, flat / 64};
      const auto values = run(U64{}, program, at);
      for (std::size_t k = 3; k < sums.words.size(); ++k) {
        const Sum& sum = sums.words[k];
        if (!sum.is_known()) continue;
        known += flat == 0 ? 1 : 0;
        ASSERT_EQ(value_of(sum, at), values.words[k]);
        const auto as_integer = static_cast<std::int64_t>(values.words[k]);
        ASSERT_LE(sum.smallest(), as_integer);
        ASSERT_GE(sum.largest(), as_integer);
      }
      for (std::size_t k = 0; k < sums.bools.size(); ++k) {
        const Truth& truth = sums.bools[k];
        ASSERT_TRUE(values.bools[k] ? truth.can_be_true : truth.can_be_false);
      }
    }
  }
  EXPECT_GT(known, 3000);
}

TEST(Circuit, HasTheGatesOfU64sValues) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 1000; ++i) {
    const Program program = draw_program(random, i % 2 == 0 ? exact() : wrapping());
    const std::vector<Word> at = {random() % 8, random() % 8, random() % 5};
    const auto values = run(U64{}, program, at);
    for (const bool is_right : {true, false}) {
      Circuit circuit;
      std::vector<BitWord> inputs;
      for (const Word size : kSizes) inputs.push_back(circuit.variable(size));
      const auto gates = run(circuit, program, inputs);
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        circuit.require(circuit.eq(inputs[k], BitWord(at[k])));
      }
      // Once the inputs are given, propagation gives all gates.
      const BitWord expected(values.words.back() + (is_right ? 0 : 1));
      circuit.require(!circuit.eq(gates.words.back(), expected));
      ASSERT_EQ(Replay(circuit.clauses()).is_contradiction(), is_right);
    }
  }
}

TEST(Circuit, OfAVariableHasItsValuesAlone) {
  for (const Word size : {1u, 2u, 5u, 8u}) {
    for (Word value = 0; value < 9; ++value) {
      Circuit circuit;
      circuit.require(circuit.eq(circuit.variable(size), BitWord(value)));
      EXPECT_EQ(Replay(circuit.clauses()).is_contradiction(), value >= size);
    }
  }
}

Clauses clauses_from(int variables, const std::vector<std::vector<int>>& list) {
  Clauses clauses;
  clauses.variables = variables;
  for (const auto& clause : list) {
    clauses.literals.insert(clauses.literals.end(), clause.begin(), clause.end());
    clauses.literals.push_back(0);
    ++clauses.count;
  }
  return clauses;
}

TEST(Replay, TakesClausesThatFollowByPropagation) {
  Replay replay(clauses_from(2, {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}));
  EXPECT_FALSE(replay.is_contradiction());
  EXPECT_TRUE(replay.add(std::vector{1}));
  EXPECT_TRUE(replay.is_contradiction());
}

TEST(Replay, RefusesClausesThatOnlyKeepSatisfiability) {
  // Variable 3 is nowhere else: {3} is a resolution asymmetric tautology, and does not follow.
  Replay replay(clauses_from(3, {{1, 2}, {-1, 2, 3}}));
  EXPECT_FALSE(replay.add(std::vector{3}));
  EXPECT_FALSE(replay.add(std::vector<int>{}));
  EXPECT_FALSE(replay.is_contradiction());
}

TEST(Replay, ForgetsRemovedClauses) {
  Replay replay(clauses_from(3, {{1, 2}, {1, -2, 3}, {1, -3}}));
  replay.remove(std::vector{-3, 1});
  EXPECT_FALSE(replay.add(std::vector{1}));
  Replay whole(clauses_from(3, {{1, 2}, {1, -2, 3}, {1, -3}}));
  whole.remove(std::vector{-3, 2});  // there is none
  EXPECT_TRUE(whole.add(std::vector{1}));
}

TEST(Replay, TakesClausesThatRepeatOrContradictThemselves) {
  Replay replay(clauses_from(2, {{1, 1, 2}, {1, -2}}));
  EXPECT_TRUE(replay.add(std::vector{2, -2}));
  EXPECT_TRUE(replay.add(std::vector{1, 1}));
  EXPECT_FALSE(replay.is_contradiction());
}

}  // namespace
}  // namespace tileproof::certificates
