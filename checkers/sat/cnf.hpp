// Which clauses say that gates compute what they compute?  One variable for each gate that must be
// named, and per gate the clauses of the directions in which it is used (Plaisted and Greenbaum):
// where only "if g then a and b" matters, "if a and b then g" is left out.  An AND whose only
// reader is an AND is not named but read through, and likewise an XOR below an XOR:
//
//   g = a & (b & !c), used as true:   -g a   -g b   -g -c
//   g = a & (b & !c), used as false:  g -a -b c
//
// So in a model only the inputs mean something; gates are computed from them (Graph::simulate).
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "checkers/sat/aig.hpp"

namespace tileproof::sat {

// Clauses over the variables 1 .. variables, written as in DIMACS: -3 is the complement of 3.
struct Cnf {
  int variables = 0;
  std::vector<std::vector<int>> clauses;
};

// Remembers what has been said, so that a growing list of questions on a growing graph says each
// thing once.
class CnfWriter {
 public:
  using Clause = boost::container::small_vector<int, 16>;
  using Lits = boost::container::small_vector<Lit, 16>;
  using Sink = std::function<void(std::span<const int>)>;

  CnfWriter(const Graph& graph, Sink sink) : graph_(graph), sink_(std::move(sink)) {}

  // The conjuncts of an AND of ANDs; the literal itself if it is none.
  void conjuncts(Lit a, Lits& leaves) const;
  // A variable's literal that implies `a`; the clauses that make it do so have been written.
  // Requires: a is not constant.
  int implying(Lit a);
  // Writes the clauses that make `a` true.
  void require(Lit a);

  [[nodiscard]] int variables() const { return variables_; }
  // The variable of a node, or 0 if it was never named.
  [[nodiscard]] int variable_of(std::uint32_t node) const {
    return node < variable_of_.size() ? variable_of_[node] : 0;
  }

 private:
  enum : std::uint8_t { kIfTrue = 1, kIfFalse = 2, kBoth = 3 };
  struct Use {
    std::uint32_t node;
    std::uint8_t directions;
  };

  // The variable's literal of `a`; the gate is to be explained in the directions.
  int name(Lit a, std::uint8_t directions);
  void explain(const Use& use);
  void explain_and(const Use& use, int output);
  void explain_xor(const Use& use, int output);
  void explain_mux(const Use& use, int output);
  void explain_majority(const Use& use, int output);
  [[nodiscard]] bool is_read_through(Lit a, Graph::Gate gate) const;

  const Graph& graph_;
  Sink sink_;
  int variables_ = 0;
  std::vector<int> variable_of_;
  std::vector<std::uint8_t> explained_;
  boost::container::small_vector<Use, 32> to_explain_;
};

// "All of these hold" as clauses.
Cnf to_cnf(const Graph& graph, std::span<const Lit> required);

}  // namespace tileproof::sat
