// Does the solver answer as the truth tables do, and stop when it is told to?
#include "checkers/sat/solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "checkers/sat/aig_algebra.hpp"
#include "core/check.hpp"

namespace tileproof::sat {
namespace {

constexpr std::array<std::uint64_t, 6> kCases{0xaaaaaaaaaaaaaaaa,
                                              0xcccccccccccccccc,
                                              0xf0f0f0f0f0f0f0f0,
                                              0xff00ff00ff00ff00,
                                              0xffff0000ffff0000,
                                              0xffffffff00000000};

Answer check(Solver& solver, std::initializer_list<Lit> assumptions) {
  return solver.check({assumptions.begin(), assumptions.size()}, Budget{});
}

// Of two primes that have 32 bits and no pattern.
constexpr std::uint64_t kProduct = std::uint64_t{2860486313} * 3367900313;

// x * y = product, both greater than 1: hard to decide.
void require_factors(Graph& graph, Solver& solver, std::uint64_t product) {
  const Aig a(graph, 128);
  const AigWord x = a.input(32);
  const AigWord y = a.input(32);
  solver.require(a.ult(1, x));
  solver.require(a.ult(1, y));
  solver.require(a.eq(a.mul(x, y), product));
}

TEST(SatSolver, ConstantsNeedNoSearch) {
  Graph graph;
  Solver solver(graph);
  EXPECT_EQ(check(solver, {}), Answer::kSat);
  EXPECT_EQ(check(solver, {kTrue}), Answer::kSat);
  EXPECT_EQ(check(solver, {kFalse}), Answer::kUnsat);
  EXPECT_EQ(check(solver, {kTrue}), Answer::kSat);
  solver.require(kFalse);
  EXPECT_EQ(check(solver, {}), Answer::kUnsat);
}

TEST(SatSolver, AssumptionsAreForgottenAndRequirementsAreNot) {
  Graph graph;
  const Lit a = graph.input();
  const Lit b = graph.input();
  Solver solver(graph);
  EXPECT_EQ(check(solver, {a, !a}), Answer::kUnsat);
  EXPECT_EQ(check(solver, {graph.and_(a, b)}), Answer::kSat);
  EXPECT_TRUE(solver.value(a));
  EXPECT_TRUE(solver.value(b));
  solver.require(graph.or_(!a, !b));
  EXPECT_EQ(check(solver, {graph.and_(a, b)}), Answer::kUnsat);
  EXPECT_EQ(check(solver, {a}), Answer::kSat);
  EXPECT_FALSE(solver.value(b));
  EXPECT_TRUE(solver.value(graph.xor_(a, b))) << "a gate made after the answer has a value too";
}

TEST(SatSolver, ThereAreNoValuesWithoutAModel) {
  Graph graph;
  const Lit a = graph.input();
  Solver solver(graph);
  EXPECT_THROW(static_cast<void>(solver.value(a)), InternalError);
  EXPECT_EQ(check(solver, {a, !a}), Answer::kUnsat);
  EXPECT_THROW(static_cast<void>(solver.value(a)), InternalError);
}

// Graphs of six inputs that grow between the questions, with 64 cases as the truth.
TEST(SatSolver, RandomQuestionsAreAnsweredAsByTruthTables) {
  std::mt19937 random(20261120);
  int satisfiable = 0;
  int asked = 0;
  for (int round = 0; round < 150; ++round) {
    Graph graph;
    std::vector<Lit> lits;
    for (std::size_t i = 0; i < kCases.size(); ++i) lits.push_back(graph.input());
    Solver solver(graph);
    const auto any = [&] { return lits[random() % lits.size()] ^ (random() % 2 == 0); };
    std::vector<Lit> required;
    for (int question = 0; question < 8; ++question) {
      for (int step = 0; step < 6; ++step) {
        switch (random() % 5) {
          case 0:
          case 1:
            lits.push_back(graph.and_(any(), any()));
            break;
          case 2:
            lits.push_back(graph.xor_(any(), any()));
            break;
          case 3:
            lits.push_back(graph.mux(any(), any(), any()));
            break;
          default:
            lits.push_back(graph.majority(any(), any(), any()));
        }
      }
      if (random() % 4 == 0) {
        required.push_back(any());
        solver.require(required.back());
      }
      std::vector<Lit> assumed;
      for (unsigned i = 1 + random() % 4; i > 0; --i) assumed.push_back(any());
      std::vector<std::uint64_t> values;
      graph.simulate(kCases, values);
      std::uint64_t cases = ~std::uint64_t{0};
      for (const Lit a : required) cases &= value_in(values, a);
      for (const Lit a : assumed) cases &= value_in(values, a);
      const Answer answer = solver.check(assumed, Budget{});
      ASSERT_EQ(answer, cases != 0 ? Answer::kSat : Answer::kUnsat);
      ++asked;
      if (answer != Answer::kSat) continue;
      ++satisfiable;
      unsigned found = 0;
      for (unsigned i = 0; i < kCases.size(); ++i) found |= solver.value(lits[i]) ? 1u << i : 0u;
      ASSERT_EQ(cases >> found & 1, 1u) << "the model is one of the cases";
    }
  }
  EXPECT_GT(satisfiable, asked / 4);
  EXPECT_LT(satisfiable, asked * 3 / 4);
}

TEST(SatSolver, FactorsAreFound) {
  Graph graph;
  Solver solver(graph);
  require_factors(graph, solver, 251 * 241);
  EXPECT_EQ(check(solver, {}), Answer::kSat);
}

TEST(SatSolver, APrimeHasNoFactors) {
  Graph graph;
  const Aig a(graph);
  const AigWord x = a.input(9);
  const AigWord y = a.input(9);
  Solver solver(graph);
  solver.require(a.ult(1, x));
  solver.require(a.ult(1, y));
  EXPECT_EQ(check(solver, {a.eq(a.mul(x, y), 509)}), Answer::kUnsat);
  EXPECT_EQ(check(solver, {a.eq(a.mul(x, y), 511)}), Answer::kSat) << "7 * 73";
}

TEST(SatSolver, StopsAtTheDeadline) {
  Graph graph;
  Solver solver(graph);
  require_factors(graph, solver, kProduct);
  for (const double seconds : {0.5, 1.0}) {
    const auto start = Budget::Clock::now();
    EXPECT_EQ(solver.check({}, Budget::of_seconds(seconds)), Answer::kStopped);
    const double spent = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    EXPECT_GE(spent, seconds);
    EXPECT_LT(spent, seconds * 1.2);
  }
  EXPECT_EQ(solver.check({}, Budget::of_seconds(-1)), Answer::kStopped);
  EXPECT_THROW(static_cast<void>(solver.value(kTrue)), InternalError);
}

TEST(SatSolver, StopsAfterTheConflicts) {
  Graph graph;
  Solver solver(graph);
  require_factors(graph, solver, kProduct);
  Budget budget = Budget::of_seconds(20);
  budget.conflicts = 100;
  const auto start = Budget::Clock::now();
  EXPECT_EQ(solver.check({}, budget), Answer::kStopped);
  EXPECT_LT(Budget::Clock::now() - start, std::chrono::seconds(5));
}

TEST(SatSolver, AStoppedSolverAnswersTheNextQuestion) {
  Graph graph;
  const Lit a = graph.input();
  Solver solver(graph);
  EXPECT_EQ(solver.check({&a, 1}, Budget::of_seconds(0)), Answer::kStopped);
  EXPECT_EQ(check(solver, {!a}), Answer::kSat) << "the assumption is gone";
  EXPECT_FALSE(solver.value(a));
}

TEST(SatBudget, TakesAnySeconds) {
  EXPECT_EQ(Budget::of_seconds(1e300).deadline, Budget::Clock::time_point::max());
  EXPECT_EQ(Budget::of_seconds(HUGE_VAL).deadline, Budget::Clock::time_point::max());
  const auto now = Budget::Clock::now();
  EXPECT_LE(Budget::of_seconds(-5).deadline - now, std::chrono::seconds(1));
}

}  // namespace
}  // namespace tileproof::sat
