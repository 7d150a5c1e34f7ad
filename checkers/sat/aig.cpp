#include "checkers/sat/aig.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace tileproof::sat {
namespace {

constexpr std::size_t kSmallTable = std::size_t{1} << 10;
// A larger table is given back by clear(), since wiping it would cost more than a small graph.
constexpr std::size_t kLargestKeptTable = std::size_t{1} << 14;

std::uint64_t hash_of(Graph::Gate gate, const std::array<Lit, 3>& in) {
  const std::uint64_t low = in[0].code() | std::uint64_t{in[1].code()} << 32;
  const std::uint64_t high = in[2].code() * std::uint64_t{6} + static_cast<unsigned>(gate);
  std::uint64_t hash = low * 0x9e3779b97f4a7c15u ^ (high + 1) * 0xc2b2ae3d27d4eb4fu;
  hash ^= hash >> 32;
  return hash * 0xd6e8feb86659fd93u >> 16;
}

void order(Lit& a, Lit& b) {
  if (a.code() > b.code()) std::swap(a, b);
}

}  // namespace

void Graph::clear() {
  nodes_.assign(1, Node{});
  inputs_.clear();
  if (table_.size() > kLargestKeptTable) table_ = {};
  table_.assign(std::max(table_.size(), kSmallTable), 0);
}

Lit Graph::input() {
  TP_CHECK(nodes_.size() < (std::uint64_t{1} << 31), "more than 2^31 gates");
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({{}, Gate::kInput});
  inputs_.push_back(node);
  return Lit::of_node(node);
}

void Graph::grow_table() {
  table_.assign(table_.size() * 2, 0);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t node = 1; node < nodes_.size(); ++node) {
    if (nodes_[node].gate == Gate::kInput) continue;
    std::size_t slot = hash_of(nodes_[node].gate, nodes_[node].in) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = node;
  }
}

Lit Graph::find_or_add(Gate gate, const Ins& in) {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash_of(gate, in) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const Node& known = nodes_[table_[slot]];
    if (known.gate == gate && known.in == in) return Lit::of_node(table_[slot]);
  }
  TP_CHECK(nodes_.size() < (std::uint64_t{1} << 31), "more than 2^31 gates");
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  table_[slot] = node;
  nodes_.push_back({in, gate});
  for (const Lit a : in) {
    if (nodes_[a.node()].readers < 255) ++nodes_[a.node()].readers;
  }
  if (nodes_.size() * 2 > table_.size()) grow_table();
  return Lit::of_node(node);
}

// match:  (a & b) & a      (a & b) & !a   !(a & b) & !a   !(a & b) & a
// result: a & b            0              !a              a & !b
bool Graph::fold_and(Lit a, Lit b, Lit& folded) {
  for (const auto& [gate, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is_gate(gate, Gate::kAnd)) continue;
    const auto [x, y, unused] = nodes_[gate.node()].in;
    if (!gate.is_complemented()) {
      if (other == x || other == y) return folded = gate, true;
      if (other == !x || other == !y) return folded = kFalse, true;
    } else {
      if (other == !x || other == !y) return folded = other, true;
      if (other == x) return folded = and_(x, !y), true;
      if (other == y) return folded = and_(y, !x), true;
    }
  }
  if (!is_gate(a, Gate::kAnd) || !is_gate(b, Gate::kAnd)) return false;
  const auto [p, q, unused_a] = nodes_[a.node()].in;
  const auto [r, s, unused_b] = nodes_[b.node()].in;
  const bool clash = p == !r || p == !s || q == !r || q == !s;
  if (!a.is_complemented() && !b.is_complemented()) {
    // match: (p & q) & (!p & s)   result: 0
    if (clash) return folded = kFalse, true;
  } else if (a.is_complemented() != b.is_complemented()) {
    // match: !(p & q) & (!p & s)   result: !p & s
    if (clash) return folded = a.is_complemented() ? b : a, true;
  } else if ((p == r && q == !s) || (p == s && q == !r)) {
    // match: !(p & q) & !(p & !q)   result: !p
    return folded = !p, true;
  } else if ((q == s && p == !r) || (q == r && p == !s)) {
    return folded = !q, true;
  }
  return false;
}

Lit Graph::and_(Lit a, Lit b) {
  order(a, b);
  if (a == kFalse) return kFalse;
  if (a == kTrue) return b;
  if (a == b) return a;
  if (a == !b) return kFalse;
  Lit folded;
  if (fold_and(a, b, folded)) return folded;
  return find_or_add(Gate::kAnd, {a, b, kFalse});
}

Lit Graph::xor_(Lit a, Lit b) {
  const bool flip = a.is_complemented() != b.is_complemented();
  a = a.regular();
  b = b.regular();
  order(a, b);
  if (a == kFalse) return b ^ flip;
  if (a == b) return Lit(flip);
  // match: a ^ (a ^ c)   result: c
  for (const auto& [gate, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is_gate(gate, Gate::kXor)) continue;
    const auto [x, y, unused] = nodes_[gate.node()].in;
    if (other == x) return y ^ flip;
    if (other == y) return x ^ flip;
  }
  return find_or_add(Gate::kXor, {a, b, kFalse}) ^ flip;
}

Lit Graph::mux(Lit choice, Lit then_in, Lit else_in) {
  if (choice.is_complemented()) {
    choice = !choice;
    std::swap(then_in, else_in);
  }
  if (choice == kFalse || then_in == else_in) return else_in;
  if (then_in == !else_in) return xor_(choice, else_in);
  if (then_in == kTrue || then_in == choice) return or_(choice, else_in);
  if (then_in == kFalse || then_in == !choice) return and_(!choice, else_in);
  if (else_in == kTrue || else_in == !choice) return or_(!choice, then_in);
  if (else_in == kFalse || else_in == choice) return and_(choice, then_in);
  const bool flip = then_in.is_complemented();
  return find_or_add(Gate::kMux, {choice, then_in ^ flip, else_in ^ flip}) ^ flip;
}

Lit Graph::majority(Lit a, Lit b, Lit c) {
  order(a, b);
  order(b, c);
  order(a, b);
  if (a == kFalse) return and_(b, c);
  if (a == kTrue) return or_(b, c);
  if (a == b || b == !c) return a;
  if (b == c || a == !b) return c;
  // The complement of a majority is the majority of the complements.
  const bool flip = a.is_complemented() + b.is_complemented() + c.is_complemented() >= 2;
  return find_or_add(Gate::kMajority, {a ^ flip, b ^ flip, c ^ flip}) ^ flip;
}

void Graph::simulate(std::span<const std::uint64_t> inputs,
                     std::vector<std::uint64_t>& values) const {
  values.assign(nodes_.size(), 0);
  std::size_t next_input = 0;
  for (std::size_t node = 1; node < nodes_.size(); ++node) {
    const Node& made = nodes_[node];
    const auto at = [&](int i) { return value_in(values, made.in[static_cast<std::size_t>(i)]); };
    switch (made.gate) {
      case Gate::kConstant:
        break;
      case Gate::kInput:
        values[node] = next_input < inputs.size() ? inputs[next_input] : 0;
        ++next_input;
        break;
      case Gate::kAnd:
        values[node] = at(0) & at(1);
        break;
      case Gate::kXor:
        values[node] = at(0) ^ at(1);
        break;
      case Gate::kMux:
        values[node] = (at(0) & at(1)) | (~at(0) & at(2));
        break;
      case Gate::kMajority:
        values[node] = (at(0) & at(1)) | (at(1) & at(2)) | (at(0) & at(2));
        break;
    }
  }
}

}  // namespace tileproof::sat
