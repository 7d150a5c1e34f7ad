// Questions about definitions, asked of CaDiCaL: variables with ranges, conditions required for
// good, conditions tried one after the other, and the values of the case that was found.
#pragma once

#include <cstdint>

#include "checkers/limits/limits.hpp"
#include "checkers/sat/aig_algebra.hpp"
#include "checkers/sat/solver.hpp"

namespace tileproof::sat {

class Engine {
 public:
  using A = Aig;

  // The seconds are those of all checks together, from now on.  Memory is bounded by whoever runs
  // the process (limits/run_limited.hpp).
  explicit Engine(const Limits& limits, unsigned width = 64);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] const Aig& algebra() const { return algebra_; }
  // A new variable with the values 0 .. size - 1.  Requires: size > 0.
  Aig::Word variable(std::uint64_t size);
  // From now on only cases with `condition` count.
  void require(const Aig::Bool& condition);
  // Is there a case with `condition`?
  Answer check(const Aig::Bool& condition);
  // The lowest 64 bits of the word in the case that the last check() found.
  // Requires: that was kSat.
  [[nodiscard]] std::uint64_t value(const Aig::Word& word) const;
  // The question check(condition) as clauses; they cannot hold together iff it says kUnsat.
  [[nodiscard]] Cnf question(const Aig::Bool& condition) const;

 private:
  Graph graph_;
  Aig algebra_;
  Solver solver_;
  Budget budget_;
  std::vector<Lit> required_;
};

}  // namespace tileproof::sat
