// Can some input make these literals of a graph true together?  Decided by CaDiCaL; only what the
// asked literals depend on is sent, and it is sent once, so that further questions are cheap.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "checkers/sat/aig.hpp"
#include "checkers/sat/cnf.hpp"

namespace tileproof::sat {

enum class Answer { kSat, kUnsat, kStopped };

// How long to try; past it the answer is kStopped.
struct Budget {
  using Clock = std::chrono::steady_clock;
  Clock::time_point deadline = Clock::time_point::max();
  int conflicts = -1;  // negative: any number

  // Any number of seconds, also infinity; less than 0 is 0.
  static Budget of_seconds(double seconds);
};

class Solver {
 public:
  // The graph may grow between calls; it must outlive the solver and not be cleared.
  explicit Solver(const Graph& graph);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // From now on `a` is true.
  void require(Lit a);
  // Can all that is required and the assumptions be true together?
  Answer check(std::span<const Lit> assumptions, const Budget& budget);
  // In the inputs found by the last kSat; inputs that did not matter, or are newer, are 0.
  // Requires: some check() said kSat.
  [[nodiscard]] bool value(Lit a) const;

 private:
  struct Cadical;
  // Takes over the inputs of CaDiCaL's model and checks on the graph that they satisfy all.
  void take_model(std::span<const Lit> assumptions);
  [[nodiscard]] bool holds_in_model(Lit a) const;

  const Graph& graph_;
  std::unique_ptr<Cadical> cadical_;  // made for the first question that is no constant
  std::vector<Lit> required_;
  std::size_t sent_ = 0;  // of required_
  bool has_model_ = false;
  std::vector<std::uint64_t> model_;           // of the inputs
  mutable std::vector<std::uint64_t> values_;  // of the nodes
};

// Why clauses cannot hold together: a proof in the text form of DRAT.
struct Refutation {
  std::string drat;
};
struct Satisfiable {
  std::vector<bool> model;  // model[i] is the value of variable i + 1
};
struct OutOfBudget {};

// CaDiCaL on plain clauses, with its proof.  Only techniques are used whose steps follow by unit
// propagation from what is there (reverse unit propagation), so that a small checker can replay it.
// Requires: every literal is one of 1 .. variables or its complement.
std::variant<Refutation, Satisfiable, OutOfBudget> refute(const Cnf& cnf, const Budget& budget);

}  // namespace tileproof::sat
