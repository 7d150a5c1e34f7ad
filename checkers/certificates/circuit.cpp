#include "checkers/certificates/circuit.hpp"

#include <algorithm>

#include "checkers/certificates/question_body.hpp"

namespace tileproof::certificates {

void Clauses::add(std::initializer_list<int> clause) {
  literals.insert(literals.end(), clause);
  literals.push_back(0);
  ++count;
}

// FNV-1a over the literals.
std::uint64_t Clauses::hash() const {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const int literal : literals) {
    hash = (hash ^ static_cast<std::uint32_t>(literal)) * 0x100000001b3;
  }
  return hash;
}

Literal Literal::of(int literal) {
  Literal result(true);
  result.literal_ = literal;
  return result;
}

BitWord::BitWord(std::uint64_t value) {
  for (; value != 0; value /= 2) push(value % 2 != 0);
}

void BitWord::cut(unsigned width) {
  if (bits_.size() > width) bits_.erase(bits_.begin() + width, bits_.end());
  while (!bits_.empty() && bits_.back().is(false)) bits_.pop_back();
}

std::optional<std::uint64_t> BitWord::value() const {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < width(); ++i) {
    if (!bits_[i].is(true) && !bits_[i].is(false)) return std::nullopt;
    if (bits_[i].is(true)) value |= std::uint64_t{1} << i;
  }
  return value;
}

Circuit::Circuit() {
  clauses_.variables = 1;
  clauses_.add({1});
}

std::pair<int, bool> Circuit::gate(int p, int q, bool is_and) const {
  if (is_too_large()) return {1, false};
  if (p > q) std::swap(p, q);
  const std::uint64_t key =
      std::uint64_t{static_cast<std::uint32_t>(p)} << 32 | static_cast<std::uint32_t>(q);
  const auto [at, is_new] = (is_and ? ands_ : exclusive_ors_).emplace(key, clauses_.variables + 1);
  if (is_new) ++clauses_.variables;
  return {at->second, is_new};
}

Literal Circuit::bool_and(Literal p, Literal q) const {
  if (p.is(false) || q.is(false) || p == !q) return false;
  if (p.is(true) || p == q) return q;
  if (q.is(true)) return p;
  const int a = p.number();
  const int b = q.number();
  const auto [g, is_new] = gate(a, b, true);
  if (is_new) {
    clauses_.add({-g, a});
    clauses_.add({-g, b});
    clauses_.add({g, -a, -b});
  }
  return Literal::of(g);
}

Literal Circuit::exclusive_or(Literal p, Literal q) const {
  if (p.is(false)) return q;
  if (q.is(false)) return p;
  if (p.is(true)) return !q;
  if (q.is(true)) return !p;
  if (p == q) return false;
  if (p == !q) return true;
  const int a = std::abs(p.number());
  const int b = std::abs(q.number());
  const auto [g, is_new] = gate(a, b, false);
  if (is_new) {
    clauses_.add({-g, a, b});
    clauses_.add({-g, -a, -b});
    clauses_.add({g, -a, b});
    clauses_.add({g, a, -b});
  }
  const bool is_inverted = (p.number() < 0) != (q.number() < 0);
  return Literal::of(is_inverted ? -g : g);
}

Literal Circuit::choose(Literal p, Literal x, Literal y) const {
  if (x == y) return x;
  return bool_or(bool_and(p, x), bool_and(!p, y));
}

BitWord Circuit::variable(std::uint64_t size) {
  Word word;
  for (unsigned i = 0; i < log2_ceil(size); ++i) word.push(Literal::of(++clauses_.variables));
  require(ult(word, Word(size)));
  return word;
}

BitWord Circuit::add(const Word& x, const Word& y) const {
  Word sum;
  Literal carry = false;
  for (unsigned i = 0; i < 64 && (i < std::max(x.width(), y.width()) || !carry.is(false)); ++i) {
    const Literal half = exclusive_or(x[i], y[i]);
    sum.push(exclusive_or(half, carry));
    carry = bool_or(bool_and(x[i], y[i]), bool_and(half, carry));
  }
  sum.cut(64);
  return sum;
}

BitWord Circuit::difference(const Word& x, const Word& y, unsigned width) const {
  Word rest;
  Literal borrow = false;
  for (unsigned i = 0; i < width; ++i) {
    const Literal differ = exclusive_or(x[i], y[i]);
    rest.push(exclusive_or(differ, borrow));
    borrow = bool_or(bool_and(!x[i], y[i]), bool_and(!differ, borrow));
  }
  rest.cut(width);
  return rest;
}

BitWord Circuit::mul(const Word& x, const Word& y) const {
  if (is_too_large()) return {};
  // A constant gives the shorter list of summands.
  if (x.value() && !y.value()) return mul(y, x);
  Word product;
  for (unsigned i = 0; i < y.width(); ++i) {
    if (y[i].is(false)) continue;
    Word summand;
    for (unsigned k = 0; k < i; ++k) summand.push(false);
    for (unsigned k = 0; k < x.width(); ++k) summand.push(bool_and(x[k], y[i]));
    summand.cut(64);
    product = add(product, summand);
  }
  return product;
}

// By hand: from the highest bit on, the divisor is taken off where it fits.
std::pair<BitWord, BitWord> Circuit::divided(const Word& x, const Word& y) const {
  if (is_too_large()) return {};
  const auto divisor = y.value();
  if (divisor && is_power_of_two(*divisor)) {
    Word rest = x;
    rest.cut(log2_exact(*divisor));
    return {shifted(x, Word(log2_exact(*divisor)), false), rest};
  }
  Word rest;
  std::vector<Literal> quotient(x.width(), false);
  for (unsigned i = x.width(); i-- > 0;) {
    rest.bits_.insert(rest.bits_.begin(), x[i]);
    rest.cut(65);
    quotient[i] = !ult(rest, y);
    rest = ite(quotient[i], difference(rest, y, rest.width()), rest);
    // Below the divisor, which is not 0.
    rest.cut(y.width());
  }
  Word whole;
  for (const Literal bit : quotient) whole.push(bit);
  whole.cut(64);
  return {whole, rest};
}

// One choice for each bit of the amount.
BitWord Circuit::shifted(const Word& x, const Word& y, bool up) const {
  Word word = x;
  for (unsigned stage = 0; stage < y.width(); ++stage) {
    Word moved;
    const unsigned step = stage < 6 ? 1u << stage : 64;
    for (unsigned i = 0; i < 64; ++i) {
      moved.push(up ? (i >= step ? word[i - step] : false) : word[i + step]);
    }
    moved.cut(64);
    word = ite(y[stage], moved, word);
  }
  return word;
}

template <typename Gate>
BitWord Circuit::bitwise(const Word& x, const Word& y, const Gate& gate) {
  Word word;
  for (unsigned i = 0; i < std::max(x.width(), y.width()); ++i) word.push(gate(x[i], y[i]));
  word.cut(64);
  return word;
}

BitWord Circuit::bit_and(const Word& x, const Word& y) const {
  return bitwise(x, y, [&](Literal p, Literal q) { return bool_and(p, q); });
}

BitWord Circuit::bit_or(const Word& x, const Word& y) const {
  return bitwise(x, y, [&](Literal p, Literal q) { return bool_or(p, q); });
}

BitWord Circuit::bit_xor(const Word& x, const Word& y) const {
  return bitwise(x, y, [&](Literal p, Literal q) { return exclusive_or(p, q); });
}

BitWord Circuit::ite(Bool p, const Word& x, const Word& y) const {
  return bitwise(x, y, [&](Literal then, Literal other) { return choose(p, then, other); });
}

Literal Circuit::eq(const Word& x, const Word& y) const {
  Literal all = true;
  for (unsigned i = 0; i < std::max(x.width(), y.width()); ++i) {
    all = bool_and(all, !exclusive_or(x[i], y[i]));
  }
  return all;
}

// The highest bit that differs decides.
Literal Circuit::ult(const Word& x, const Word& y) const {
  Literal less = false;
  for (unsigned i = 0; i < std::max(x.width(), y.width()); ++i) {
    less = choose(exclusive_or(x[i], y[i]), y[i], less);
  }
  return less;
}

std::optional<Clauses> clauses_of(const Question& question) {
  Circuit circuit;
  std::vector<BitWord> at;
  for (const Axis& axis : variables(question)) {
    at.push_back(circuit.add(circuit.variable(axis.size), axis.first));
  }
  const Statement<Circuit> statement(circuit, question);
  circuit.require(statement.happens(at));
  if (circuit.is_too_large()) return std::nullopt;
  return circuit.clauses();
}

}  // namespace tileproof::certificates
