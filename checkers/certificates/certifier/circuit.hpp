// Which clauses say that something happens?  A definition runs over words of 64 literals, modulo
// 2^64; each gate is a new variable with the clauses that make it the AND of two literals.  Gates
// with the same inputs are one, and gates on constants are none.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "checkers/certificates/certifier/lines.hpp"

namespace tileproof::certificates {

// 2 * variable, plus 1 for its complement.  Variable 0 is false: 0 is false and 1 is true.
using Literal = std::uint32_t;
using Clause = boost::container::small_vector<Literal, 4>;  // some literal of it is true

// What holds together.
struct Clauses {
  Literal variables = 1;
  std::vector<Clause> list = {};
  // What each variable is made of: its depth, and a number from its inputs in any order.
  std::vector<std::array<Word, 2>> names = {{0, 0}};
  std::unordered_map<Word, Literal> gates = {};  // by their inputs
  std::size_t steps = 0;
};

// Gates are made in the order in which a compiler evaluates arguments.  Numbered by their names,
// clauses are the same for all.
inline void number_by_names(Clauses& clauses) {
  std::vector<Literal> order(clauses.variables);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](Literal variable) { return clauses.names[variable]; });
  std::vector<Literal> rank(order.size());
  for (Literal i = 0; i < order.size(); ++i) rank[order[i]] = i;
  for (Clause& clause : clauses.list) {
    for (Literal& literal : clause) literal = 2 * rank[literal / 2] + literal % 2;
    std::ranges::sort(clause);
  }
  std::ranges::sort(clauses.list);
}

struct Circuit {
  using Bool = Literal;
  struct Word : std::array<Literal, 64> {  // the lowest bit first
    Word(std::uint64_t value = 0) {        // NOLINT: implicit
      for (unsigned i = 0; i < 64; ++i) (*this)[i] = value >> i & 1;
    }
  };
  static constexpr std::size_t kMaxSteps = std::size_t{1} << 28;
  static constexpr Literal kMaxVariables = Literal{1} << 20;

  Clauses& clauses;

  void require(Bool p) const {
    if (p != 1) clauses.list.push_back(p == 0 ? Clause{} : Clause{p});
  }
  Literal fresh(const std::array<std::uint64_t, 2>& name) const {
    clauses.names.push_back(name);
    return 2 * clauses.variables++;
  }
  // Any number below `size`.
  Word variable(std::uint64_t size) const {
    Word word;
    for (unsigned i = 0; i < log2_ceil(size); ++i) word[i] = fresh({0, clauses.variables});
    require(ult(word, size));
    return word;
  }

  Bool bool_not(Bool p) const { return p ^ 1; }
  Bool bool_or(Bool p, Bool q) const { return bool_and(p ^ 1, q ^ 1) ^ 1; }
  Bool bool_and(Bool p, Bool q) const {
    demand(++clauses.steps < kMaxSteps && clauses.variables < kMaxVariables, "too many gates");
    if (p > q) std::swap(p, q);
    if (p == 0 || (p ^ q) == 1) return 0;
    if (p == 1 || p == q) return q;
    Literal& gate = clauses.gates[std::uint64_t{p} << 32 | q];
    if (gate == 0) {
      const auto& x = clauses.names[p / 2];
      const auto& y = clauses.names[q / 2];
      const auto mixed = [](std::uint64_t name) {
        name *= 0x9e3779b97f4a7c15;
        return (name ^ name >> 32) * 0xbf58476d1ce4e5b9;
      };
      gate = fresh(
          {std::max(x[0], y[0]) + 1, mixed(mixed(2 * x[1] + p % 2) + mixed(2 * y[1] + q % 2))});
      for (const Clause& clause : {Clause{gate ^ 1, p}, {gate ^ 1, q}, {gate, p ^ 1, q ^ 1}}) {
        clauses.list.push_back(clause);
      }
    }
    return gate;
  }
  Bool choose(Bool p, Bool x, Bool y) const {
    return x == y ? x : bool_or(bool_and(p, x), bool_and(p ^ 1, y));
  }
  Bool differ(Bool p, Bool q) const { return choose(p, q ^ 1, q); }

  template <typename Gate>
  Word each(Gate gate, const Word& x, const Word& y) const {
    Word word;
    for (unsigned i = 0; i < 64; ++i) word[i] = (this->*gate)(x[i], y[i]);
    return word;
  }
  Word bit_and(const Word& x, const Word& y) const { return each(&Circuit::bool_and, x, y); }
  Word bit_or(const Word& x, const Word& y) const { return each(&Circuit::bool_or, x, y); }
  Word bit_xor(const Word& x, const Word& y) const { return each(&Circuit::differ, x, y); }
  Word ite(Bool p, const Word& x, const Word& y) const {
    Word word;
    for (unsigned i = 0; i < 64; ++i) word[i] = choose(p, x[i], y[i]);
    return word;
  }
  Bool eq(const Word& x, const Word& y) const {
    Bool differs = 0;
    for (const Bool bit : bit_xor(x, y)) differs = bool_or(differs, bit);
    return differs ^ 1;
  }

  // x + y + carry modulo 2^64, and what is carried out.
  std::pair<Word, Bool> sum(const Word& x, const Word& y, Bool carry) const {
    Word word;
    for (unsigned i = 0; i < 64; ++i) {
      const Bool half = differ(x[i], y[i]);
      word[i] = differ(half, carry);
      carry = bool_or(bool_and(x[i], y[i]), bool_and(half, carry));
    }
    return {word, carry};
  }
  // x - y = x + (2^64 - 1 - y) + 1, which reaches 2^64 unless x < y.
  std::pair<Word, Bool> difference(const Word& x, const Word& y) const {
    return sum(x, bit_xor(y, ~std::uint64_t{0}), 1);
  }
  Word add(const Word& x, const Word& y) const { return sum(x, y, 0).first; }
  Word sub(const Word& x, const Word& y) const { return difference(x, y).first; }
  Bool ult(const Word& x, const Word& y) const { return difference(x, y).second ^ 1; }

  // By hand, from the highest bit of y on.
  Word mul(const Word& x, const Word& y) const {
    Word product;
    for (unsigned i = 64; i-- > 0;) {
      if (product != Word(0)) product = add(product, product);
      if (y[i] != 0) product = add(product, ite(y[i], x, 0));
    }
    return product;
  }
  // By hand: the rest takes one bit of x after the other, and the divisor is taken off where it
  // fits.  A rest that passes 2^64 is above the divisor.
  std::pair<Word, Word> divided(const Word& x, const Word& y) const {
    Word quotient;
    Word rest;
    for (unsigned i = 64; i-- > 0;) {
      if (x[i] == 0 && rest == Word(0)) continue;
      const Bool passes = rest[63];
      rest = add(rest, rest);
      rest[0] = x[i];
      const auto [less, fits] = difference(rest, y);
      quotient[i] = bool_or(passes, fits);
      rest = ite(quotient[i], less, rest);
    }
    return {quotient, rest};
  }
  Word udiv(const Word& x, const Word& y) const { return divided(x, y).first; }
  Word urem(const Word& x, const Word& y) const { return divided(x, y).second; }
  // 2^y; 0 from 64 on.
  Word power_of_two(const Word& y) const {
    Word word;
    for (unsigned i = 0; i < 64; ++i) word[i] = eq(y, i);
    return word;
  }
  Word shl(const Word& x, const Word& y) const { return mul(x, power_of_two(y)); }
  Word lshr(const Word& x, const Word& y) const {
    return ite(ult(y, 64), udiv(x, power_of_two(y)), 0);
  }
};

}  // namespace tileproof::certificates
