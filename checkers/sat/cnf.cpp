#include "checkers/sat/cnf.hpp"

#include <array>
#include <bit>
#include <utility>

#include "core/check.hpp"

namespace tileproof::sat {

using Gate = Graph::Gate;

// A gate that has a variable already is used by it rather than read through.
bool CnfWriter::is_read_through(Lit a, Gate gate) const {
  const Graph::Node& node = graph_.nodes()[a.node()];
  return node.gate == gate && !a.is_complemented() && node.readers == 1 &&
         variable_of(a.node()) == 0;
}

void CnfWriter::conjuncts(Lit a, Lits& leaves) const {
  Lits stack{a};
  while (!stack.empty()) {
    const Lit top = stack.back();
    stack.pop_back();
    const Graph::Node& node = graph_.nodes()[top.node()];
    const bool opens = node.gate == Gate::kAnd && !top.is_complemented() &&
                       (top == a || is_read_through(top, Gate::kAnd));
    if (!opens) {
      leaves.push_back(top);
      continue;
    }
    stack.push_back(node.in[1]);
    stack.push_back(node.in[0]);
  }
}

int CnfWriter::name(Lit a, std::uint8_t directions) {
  const std::uint32_t node = a.node();
  if (node >= variable_of_.size()) {
    variable_of_.resize(graph_.nodes().size(), 0);
    explained_.resize(graph_.nodes().size(), 0);
  }
  if (variable_of_[node] == 0) variable_of_[node] = ++variables_;
  if (a.is_complemented() && directions != kBoth) directions ^= kBoth;
  const auto missing = static_cast<std::uint8_t>(directions & ~explained_[node]);
  if (missing != 0) {
    explained_[node] = static_cast<std::uint8_t>(explained_[node] | missing);
    if (graph_.nodes()[node].gate != Gate::kInput) to_explain_.push_back({node, missing});
  }
  return a.is_complemented() ? -variable_of_[node] : variable_of_[node];
}

int CnfWriter::implying(Lit a) {
  TP_CHECK(!a.is_constant(), "a constant has no variable");
  const int literal = name(a, kIfTrue);
  while (!to_explain_.empty()) {
    const Use use = to_explain_.back();
    to_explain_.pop_back();
    explain(use);
  }
  return literal;
}

void CnfWriter::require(Lit a) {
  if (a == kTrue) return;
  if (a == kFalse) return sink_({});
  Lits leaves;
  conjuncts(a, leaves);
  for (const Lit leaf : leaves) {
    const int unit = implying(leaf);
    sink_({&unit, 1});
  }
}

void CnfWriter::explain(const Use& use) {
  const int output = variable_of_[use.node];
  switch (graph_.nodes()[use.node].gate) {
    case Gate::kAnd:
      return explain_and(use, output);
    case Gate::kXor:
      return explain_xor(use, output);
    case Gate::kMux:
      return explain_mux(use, output);
    case Gate::kMajority:
      return explain_majority(use, output);
    case Gate::kConstant:
    case Gate::kInput:
      TP_CHECK(false, "a node without gate needs no explanation");
  }
}

void CnfWriter::explain_and(const Use& use, int output) {
  Lits leaves;
  conjuncts(Lit::of_node(use.node), leaves);
  Clause if_all{output};
  for (const Lit leaf : leaves) {
    const int in = name(leaf, use.directions);
    if (use.directions & kIfTrue) sink_(std::array{-output, in});
    if_all.push_back(-in);
  }
  if (use.directions & kIfFalse) sink_({if_all.data(), if_all.size()});
}

// The clauses forbid each assignment of the inputs and the output that breaks the equation.
void CnfWriter::explain_xor(const Use& use, int output) {
  const auto& in = graph_.nodes()[use.node].in;
  Clause ins;
  for (std::size_t i = 0; i < 2; ++i) {
    // One XOR is read through, so that an adder's sum is one XOR of three.
    if (ins.size() + (2 - i) == 2 && is_read_through(in[i], Gate::kXor)) {
      for (std::size_t k = 0; k < 2; ++k) {
        ins.push_back(name(graph_.nodes()[in[i].node()].in[k], kBoth));
      }
    } else {
      ins.push_back(name(in[i], kBoth));
    }
  }
  for (unsigned ones = 0; ones < 1u << ins.size(); ++ones) {
    const bool value = std::popcount(ones) % 2 == 1;
    if ((use.directions & (value ? kIfFalse : kIfTrue)) == 0) continue;
    Clause clause{value ? output : -output};
    for (std::size_t i = 0; i < ins.size(); ++i) {
      clause.push_back((ones >> i & 1) != 0 ? -ins[i] : ins[i]);
    }
    sink_({clause.data(), clause.size()});
  }
}

void CnfWriter::explain_mux(const Use& use, int output) {
  const auto& in = graph_.nodes()[use.node].in;
  const int choice = name(in[0], kBoth);
  const int then_in = name(in[1], use.directions);
  const int else_in = name(in[2], use.directions);
  if (use.directions & kIfTrue) {
    sink_(std::array{-output, -choice, then_in});
    sink_(std::array{-output, choice, else_in});
  }
  if (use.directions & kIfFalse) {
    sink_(std::array{output, -choice, -then_in});
    sink_(std::array{output, choice, -else_in});
  }
}

void CnfWriter::explain_majority(const Use& use, int output) {
  const auto& in = graph_.nodes()[use.node].in;
  std::array<int, 3> ins{};
  for (std::size_t i = 0; i < 3; ++i) ins[i] = name(in[i], use.directions);
  for (const auto& [i, k] : {std::pair{0u, 1u}, {1u, 2u}, {0u, 2u}}) {
    if (use.directions & kIfTrue) sink_(std::array{-output, ins[i], ins[k]});
    if (use.directions & kIfFalse) sink_(std::array{output, -ins[i], -ins[k]});
  }
}

Cnf to_cnf(const Graph& graph, std::span<const Lit> required) {
  Cnf cnf;
  CnfWriter writer(graph, [&](std::span<const int> clause) {
    cnf.clauses.emplace_back(clause.begin(), clause.end());
  });
  for (const Lit a : required) writer.require(a);
  cnf.variables = writer.variables();
  return cnf;
}

}  // namespace tileproof::sat
