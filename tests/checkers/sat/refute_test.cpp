// Is a refutation of clauses a proof?  It is replayed here by reverse unit propagation: a clause
// may be added if assuming its complement leads, by unit propagation alone, to a clause without a
// literal that can still be true.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "checkers/sat/engine.hpp"

namespace tileproof::sat {
namespace {

using Clauses = std::multiset<std::vector<int>>;

bool follows(const Clauses& clauses, const std::vector<int>& clause) {
  std::set<int> holds;
  for (const int literal : clause) holds.insert(-literal);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& known : clauses) {
      int open = 0;
      int unit = 0;
      for (const int literal : known) {
        if (holds.contains(-literal)) continue;
        ++open;
        unit = literal;
      }
      if (open == 0) return true;
      if (open == 1 && holds.insert(unit).second) changed = true;
    }
  }
  return false;
}

// Empty if the text proves that the clauses cannot hold together, else what is wrong with it.
std::string what_is_wrong(const Cnf& cnf, const std::string& drat) {
  Clauses clauses;
  for (auto clause : cnf.clauses) {
    std::sort(clause.begin(), clause.end());
    clauses.insert(clause);
  }
  std::istringstream lines(drat);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    const bool deletes = words.peek() == 'd';
    if (deletes) words.ignore();
    std::vector<int> clause;
    int literal = 0;
    while (words >> literal && literal != 0) {
      if (std::abs(literal) > cnf.variables) return "a new variable: " + line;
      clause.push_back(literal);
    }
    std::string rest;
    if (literal != 0 || words.fail() || words >> rest) return "not a line of DRAT: " + line;
    std::sort(clause.begin(), clause.end());
    if (deletes) {
      const auto at = clauses.find(clause);
      if (at == clauses.end()) return "deletes what is not there: " + line;
      clauses.erase(at);
      continue;
    }
    if (!follows(clauses, clause)) return "does not follow: " + line;
    if (clause.empty()) return "";
    clauses.insert(clause);
  }
  return "the empty clause is missing";
}

// Each of n + 1 pigeons sits in one of n holes, no two in the same.
Cnf pigeons(int holes, int count) {
  Cnf cnf{holes * count, {}};
  const auto sits = [&](int pigeon, int hole) { return pigeon * holes + hole + 1; };
  for (int p = 0; p < count; ++p) {
    auto& clause = cnf.clauses.emplace_back();
    for (int h = 0; h < holes; ++h) clause.push_back(sits(p, h));
    for (int q = 0; q < p; ++q) {
      for (int h = 0; h < holes; ++h) cnf.clauses.push_back({-sits(p, h), -sits(q, h)});
    }
  }
  return cnf;
}

const Budget kEnough = Budget::of_seconds(20);

TEST(Refute, ProofsOfPigeonsReplay) {
  for (int holes = 1; holes <= 6; ++holes) {
    const Cnf cnf = pigeons(holes, holes + 1);
    const auto answer = refute(cnf, kEnough);
    const auto* proof = std::get_if<Refutation>(&answer);
    ASSERT_NE(proof, nullptr);
    EXPECT_EQ(what_is_wrong(cnf, proof->drat), "");
  }
}

TEST(Refute, TheReplayNoticesAProofOfSomethingElse) {
  const auto answer = refute(pigeons(3, 4), kEnough);
  const std::string& drat = std::get<Refutation>(answer).drat;
  EXPECT_NE(what_is_wrong(pigeons(3, 3), drat), "");
  EXPECT_NE(what_is_wrong(pigeons(3, 4), drat.substr(0, drat.size() / 2)), "");
  EXPECT_NE(what_is_wrong(pigeons(3, 4), "0\n"), "");
}

TEST(Refute, SatisfiableClausesGiveTheirModel) {
  const Cnf cnf = pigeons(4, 4);
  const auto answer = refute(cnf, kEnough);
  const auto* found = std::get_if<Satisfiable>(&answer);
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->model.size(), 16u);
  for (const auto& clause : cnf.clauses) {
    EXPECT_TRUE(std::ranges::any_of(clause, [&](int literal) {
      return found->model[static_cast<std::size_t>(std::abs(literal) - 1)] == (literal > 0);
    }));
  }
}

TEST(Refute, StopsOutOfBudget) {
  Budget budget;
  budget.conflicts = 10;
  EXPECT_TRUE(std::holds_alternative<OutOfBudget>(refute(pigeons(9, 10), budget)));
  EXPECT_TRUE(std::holds_alternative<OutOfBudget>(refute(pigeons(2, 3), Budget::of_seconds(0))));
}

TEST(Refute, ContradictionsThatNeedNoSearchHaveProofs) {
  for (const Cnf& cnf : {Cnf{1, {{1}, {}}}, Cnf{1, {{1}, {-1}}}, Cnf{2, {{-1, 2}, {1}, {-2}}}}) {
    const auto answer = refute(cnf, kEnough);
    ASSERT_TRUE(std::holds_alternative<Refutation>(answer));
    EXPECT_EQ(what_is_wrong(cnf, std::get<Refutation>(answer).drat), "");
  }
}

// From a definition to a proof: two places of a padded layout never coincide.
TEST(Refute, AnEnginesQuestionHasAProof) {
  for (const std::uint64_t pad : {4u, 0u, 3u}) {
    Engine engine(Limits{.seconds = 20});
    const Aig& a = engine.algebra();
    const auto f = [&](const AigWord& x) { return a.add(x, a.mul(a.udiv(x, 16), pad)); };
    const AigWord x = engine.variable(40);
    const AigWord y = engine.variable(40);
    const Cnf cnf = engine.question(a.bool_and(a.ult(x, y), a.eq(f(x), f(y))));
    const auto answer = refute(cnf, kEnough);
    ASSERT_TRUE(std::holds_alternative<Refutation>(answer));
    EXPECT_EQ(what_is_wrong(cnf, std::get<Refutation>(answer).drat), "");
    const Cnf equal = engine.question(a.eq(f(x), f(y)));
    EXPECT_TRUE(std::holds_alternative<Satisfiable>(refute(equal, kEnough)));
  }
}

}  // namespace
}  // namespace tileproof::sat
