// Can something happen?  A definition runs over words of 64 literals, modulo 2^64.  Gates are the
// AND of two literals; those with the same inputs are one, and gates on constants are none.
#pragma once

#include <array>
#include <map>
#include <utility>

#include "checkers/certificates/certifier/lines.hpp"
#include "core/bits.hpp"

namespace tileproof::certificates {

// The even name of a gate or an input, plus 1 for its complement.  0 is false and 1 is true.
using Literal = std::uint64_t;

// An input's name is a number, a gate's is made of those of its inputs, depth first: whatever the
// order in which a compiler evaluates arguments, gates are the same in the same order.
struct Gates {
  std::map<Literal, std::pair<Literal, Literal>> inputs = {{0, {0, 0}}};
  std::vector<Literal> required = {};
  std::size_t steps = 0;

  Literal join(Literal p, Literal q) {
    const Literal depth = (std::max(p, q) >> 44) + 1;
    const Literal mixed = (p * 0x9e3779b97f4a7c15 ^ q) * 0xbf58476d1ce4e5b9;
    const Literal name = depth << 44 | (mixed ^ mixed >> 32) << 21 >> 21 << 1;
    const auto [at, is_new] = inputs.try_emplace(name, p, q);
    demand(is_new || at->second == std::pair(p, q), "two gates have one name");
    return name;
  }
};

struct Circuit {
  using Bool = Literal;
  struct Word : std::array<Literal, 64> {  // the lowest bit first
    Word(std::uint64_t value = 0) {        // NOLINT: implicit
      for (unsigned i = 0; i < 64; ++i) (*this)[i] = value >> i & 1;
    }
  };
  static constexpr std::size_t kMaxSteps = std::size_t{1} << 28;
  static constexpr std::size_t kMaxGates = std::size_t{1} << 20;

  Gates& gates;

  // Any number below `size`.
  Word variable(std::uint64_t size) const {
    Word word;
    for (unsigned i = 0; i < log2_ceil(size); ++i) {
      word[i] = 2 * gates.inputs.size();
      gates.inputs[word[i]] = {0, 0};
    }
    gates.required.push_back(ult(word, size));
    return word;
  }

  Bool bool_not(Bool p) const { return p ^ 1; }
  Bool bool_or(Bool p, Bool q) const { return bool_and(p ^ 1, q ^ 1) ^ 1; }
  Bool bool_and(Bool p, Bool q) const {
    demand(++gates.steps < kMaxSteps && gates.inputs.size() < kMaxGates, "too many gates");
    if (p > q) std::swap(p, q);
    if (p == 0 || (p ^ q) == 1) return 0;
    return p == 1 || p == q ? q : gates.join(p, q);
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
