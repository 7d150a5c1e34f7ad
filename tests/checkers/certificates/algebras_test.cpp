// Do the certifier's algebras compute what U64 computes?  Random programs at every point.
#include <gtest/gtest.h>

#include "checkers/certificates/certifier/evidence.hpp"
#include "checkers/certificates/find_drat.hpp"
#include "checkers/certificates/find_hints.hpp"
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

// Bits 0 to 2 and 3 to 5, and bit 6 for the third input.
std::vector<Sum> sum_inputs() {
  std::vector<Sum> inputs(3);
  for (unsigned bit = 0; bit < 6; ++bit) {
    inputs[bit / 3].terms[Atom{Word{1} << bit, 1}] = Int128{1} << bit % 3;
  }
  inputs[2].terms[Atom{1 << 6, kSizes[2] - 1}] = 1;
  return inputs;
}

// The value of a known sum where the inputs are these.
Word value_of(const Sum& sum, const std::vector<Word>& at) {
  const Word bits = at[0] | at[1] << 3;
  auto value = static_cast<Word>(sum.constant);
  for (const auto& [atom, coefficient] : sum.terms) {
    const auto parity = static_cast<Word>(std::popcount(bits & atom.inputs) & 1);
    value += static_cast<Word>(coefficient) * (atom.inputs == 1 << 6 ? at[2] : parity);
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
        if (!sum.is_known) continue;
        known += flat == 0 ? 1 : 0;
        ASSERT_EQ(value_of(sum, at), values.words[k]);
        const auto as_integer = static_cast<std::int64_t>(values.words[k]);
        ASSERT_TRUE(sum.smallest() <= as_integer && as_integer <= sum.largest());
      }
      for (std::size_t k = 0; k < sums.bools.size(); ++k) {
        const Sum& truth = sums.bools[k];
        ASSERT_TRUE(!truth.is_known || truth.is(values.bools[k] ? 1 : 0));
      }
    }
  }
  EXPECT_GT(known, 3000);
}

bool is_contradiction(const Gates& gates) {
  const auto proof = find_drat(gates, sat::Budget::of_seconds(60));
  return proof.has_value();
}

TEST(Circuit, HasTheGatesOfU64sValues) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 300; ++i) {
    const Program program = draw_program(random, i % 2 == 0 ? exact() : wrapping());
    const std::vector<Word> at = {random() % 8, random() % 8, random() % 5};
    const auto values = run(U64{}, program, at);
    for (const bool is_right : {true, false}) {
      Gates gates;
      const Circuit circuit{gates};
      std::vector<Circuit::Word> inputs;
      for (const Word size : kSizes) inputs.push_back(circuit.variable(size));
      const auto found = run(circuit, program, inputs);
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        gates.required.push_back(circuit.eq(inputs[k], at[k]));
      }
      const Word expected = values.words.back() + (is_right ? 0 : 1);
      gates.required.push_back(circuit.bool_not(circuit.eq(found.words.back(), expected)));
      ASSERT_EQ(is_contradiction(gates), is_right);
    }
  }
}

TEST(Circuit, OfAVariableHasItsValuesAlone) {
  for (const Word size : {1u, 2u, 5u, 8u}) {
    for (Word value = 0; value < 9; ++value) {
      Gates gates;
      const Circuit circuit{gates};
      const Circuit::Word variable = circuit.variable(size);
      gates.required.push_back(circuit.eq(variable, value));
      EXPECT_EQ(is_contradiction(gates), value >= size);
    }
  }
}

// Division by powers of two and shifts by constants are wires.
TEST(Circuit, HasNoGatesForBitsThatMove) {
  Gates gates;
  const Circuit circuit{gates};
  const Circuit::Word x = circuit.variable(64);
  const std::size_t size = gates.inputs.size();
  EXPECT_EQ(circuit.udiv(x, 4), circuit.lshr(x, 2));
  EXPECT_EQ(circuit.mul(x, 4), circuit.shl(x, 2));
  EXPECT_EQ(circuit.urem(x, 4), circuit.bit_and(x, 3));
  EXPECT_EQ(circuit.shl(x, 64), Circuit::Word(0));
  EXPECT_EQ(circuit.lshr(x, 64), Circuit::Word(0));
  EXPECT_EQ(gates.inputs.size(), size);
}

TEST(Circuit, RefusesTwoGatesOfOneName) {
  Gates gates;
  const Literal name = gates.join(2, 4);
  gates.inputs.at(name).second = 6;
  EXPECT_THROW(gates.join(2, 4), Refused);
}

TEST(Circuit, DividesByLargeNumbers) {
  for (const Word x : {~Word{0}, Word{1} << 63, Word{3} << 62, Word{12345}}) {
    for (const Word y : {~Word{0}, (Word{1} << 63) + 1, Word{1} << 63, Word{3}}) {
      Gates gates;
      const Circuit circuit{gates};
      EXPECT_EQ(circuit.udiv(x, y), Circuit::Word(x / y));
      EXPECT_EQ(circuit.urem(x, y), Circuit::Word(x % y));
    }
  }
}

Literal literal_from(int number) {
  return static_cast<Literal>(number < 0 ? -2 * number + 1 : 2 * number);
}

Clauses clauses_from(std::size_t variables, const std::vector<std::vector<int>>& list) {
  Clauses clauses;
  clauses.variables = variables + 1;
  for (const auto& numbers : list) {
    clauses.list.emplace_back();
    for (const int number : numbers) clauses.list.back().push_back(literal_from(number));
  }
  return clauses;
}

// The reason of the refusal; "" if the lines derive a contradiction.
std::string refusal(const Clauses& clauses, const std::string& text) {
  Lines lines{text};
  try {
    replay_drat(lines, clauses);
    return lines.rest.empty() ? "" : "lines are left";
  } catch (const Refused& refused) {
    return refused.reason;
  }
}

const Clauses kSquare = clauses_from(2, {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}});

// Compilers evaluate the arguments of a call in different orders.
TEST(Circuit, HasTheSameClausesInWhateverOrderGatesAreMade) {
  const auto gates_of_order = [](bool product_first) {
    Gates gates;
    const Circuit circuit{gates};
    const Circuit::Word x = circuit.variable(3);
    const Circuit::Word y = circuit.variable(5);
    const auto product = [&] { return circuit.mul(x, 3); };
    const auto sum = [&] { return circuit.add(y, x); };
    Circuit::Word first = product_first ? product() : sum();
    Circuit::Word second = product_first ? sum() : product();
    if (!product_first) std::swap(first, second);
    // 3x = x + y and x = y + 1
    gates.required.push_back(circuit.eq(first, second));
    gates.required.push_back(circuit.eq(x, circuit.add(y, 1)));
    return gates;
  };
  EXPECT_EQ(clauses_of(gates_of_order(true)).list, clauses_of(gates_of_order(false)).list);
}

// The first clause repeats one that is given; with its literals still false, nothing would be left
// of that one.
TEST(ReplayDrat, AssumesNothingOfTheClauseBefore) {
  EXPECT_EQ(refusal(clauses_from(2, {{1, 2}}), "1 2 0 1\n0 1\n"),
            "more than one literal is left of a clause");
}

TEST(ReplayDrat, TakesClausesThatFollowByPropagation) {
  EXPECT_EQ(refusal(kSquare, "1 0 1 2\n0 5 3 4\n"), "");
  EXPECT_EQ(refusal(kSquare, "1 0 2 1\n0 5 4 3\n"), "");
  // Hints that only repeat what is known do no harm.
  EXPECT_EQ(refusal(kSquare, "1 0 2 2 1\n0 5 5 3 4\n"), "");
}

TEST(ReplayDrat, RefusesClausesThatDoNotFollow) {
  EXPECT_EQ(refusal(kSquare, "0 1\n"), "more than one literal is left of a clause");
  EXPECT_EQ(refusal(kSquare, "1 0 1\n"), "the clause does not follow");
  EXPECT_EQ(refusal(kSquare, "1 0\n"), "the clause does not follow");
  EXPECT_EQ(refusal(kSquare, "1\n"), "the clause does not follow");
  EXPECT_EQ(refusal(kSquare, ""), "the certificate ends early");
  EXPECT_EQ(refusal(kSquare, "1 0 1 2\n"), "the certificate ends early");
  EXPECT_EQ(refusal(kSquare, "0 5\n"), "there is no such clause");
  EXPECT_EQ(refusal(kSquare, "0 0\n"), "there is no such clause");
  EXPECT_EQ(refusal(kSquare, "0 -1\n"), "there is no such clause");
  EXPECT_EQ(refusal(kSquare, "3 0 1 2\n"), "there is no such variable");
  EXPECT_EQ(refusal(kSquare, "-9223372036854775808 0 1\n"), "there is no such variable");
}

TEST(ReplayDrat, RefusesClausesThatOnlyKeepSatisfiability) {
  // Variable 3 is nowhere else: {3} is a resolution asymmetric tautology, and does not follow.
  const Clauses clauses = clauses_from(3, {{1, 2}, {-1, 2, 3}});
  for (const char* hints : {"1", "2", "1 2", "2 1"}) {
    EXPECT_NE(refusal(clauses, std::string("3 0 ") + hints + "\n"), "the certificate ends early");
  }
  EXPECT_FALSE(with_hints(clauses, "3 0\n0\n"));
}

TEST(ReplayDrat, ForgetsTheAssumptionsOfAClause) {
  // After {1} is derived with -1 assumed, nothing is assumed.
  EXPECT_EQ(refusal(kSquare, "1 0 1 2\n0 3 4\n"), "more than one literal is left of a clause");
}

TEST(WithHints, FindsTheClausesThatAreNeeded) {
  EXPECT_EQ(with_hints(kSquare, "1 0\n0\n"), "1 0 1 2\n0 5 3 4\n");
  // {-2, 1} is given already and not needed.
  EXPECT_EQ(with_hints(kSquare, "1 -2 0\n1 0\n"), "1 0 1 2\n0 5 3 4\n");
  EXPECT_EQ(with_hints(clauses_from(1, {{}}), ""), "0 1\n");
  EXPECT_EQ(with_hints(clauses_from(1, {{1}, {-1}}), ""), "0 1 2\n");
}

TEST(WithHints, FindsNothingWhereNothingFollows) {
  EXPECT_FALSE(with_hints(kSquare, ""));
  EXPECT_FALSE(with_hints(clauses_from(2, {{1, 2}}), "1 0\n"));
  // Removed clauses are not used.
  EXPECT_FALSE(with_hints(kSquare, "d 2 1 0\n1 0\n"));
  EXPECT_TRUE(with_hints(kSquare, "d 2 -2 0\n1 0\n"));
}

}  // namespace
}  // namespace tileproof::certificates
