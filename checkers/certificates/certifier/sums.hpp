// Is a formula a weighted sum for all inputs at once?  Over this algebra a word is
//
//   constant + sum of coefficient * atom        as an integer of absolute value below 2^62
//
// so that words which are equal modulo 2^64 are equal.  An atom is the parity of some bits of the
// inputs, or an input whose size is no power of two.  A step that gives no such sum gives poison.
#pragma once

#include <boost/container/flat_map.hpp>
#include <compare>
#include <utility>

#include "core/bits.hpp"
#include "core/int128.hpp"

namespace tileproof::certificates {

constexpr Int128 kSumLimit = Int128{1} << 62;

constexpr Int128 magnitude(Int128 value) { return value < 0 ? -value : value; }

struct Atom {
  Word inputs;   // the bits whose parity it is; a whole input has one bit that stands for it
  Word largest;  // 1, or of a whole input its largest value

  friend auto operator<=>(const Atom&, const Atom&) = default;
};

struct Sum {
  Int128 constant;
  boost::container::small_flat_map<Atom, Int128, 6> terms = {};  // coefficients, none of them 0
  bool is_known = magnitude(constant) < kSumLimit;

  Sum(Word value = 0) : constant(static_cast<std::int64_t>(value)) {}  // NOLINT: implicit
  friend bool operator==(const Sum&, const Sum&) = default;
  static Sum poison() { return ~Word{0} >> 1; }
  bool is_constant() const { return is_known && terms.empty(); }
  bool is(Int128 value) const { return is_constant() && constant == value; }
  // Bounds of the values, reached where the atoms are independent.
  Int128 smallest() const { return is_known ? bound(false) : -kSumLimit; }
  Int128 largest() const { return is_known ? bound(true) : kSumLimit; }
  Int128 bound(bool above) const {
    Int128 value = constant;
    for (const auto& [atom, coefficient] : terms) {
      if ((coefficient > 0) == above) value += coefficient * atom.largest;
    }
    return value;
  }
};

// x + factor * y.  No product passes 2^126: what is multiplied is below 2^62, atoms below 2^64.
inline Sum plus(Sum x, const Sum& y, Int128 factor) {
  if (!x.is_known || !y.is_known || magnitude(factor) >= kSumLimit) return Sum::poison();
  x.constant += factor * y.constant;
  for (const auto& [atom, coefficient] : y.terms) {
    if ((x.terms[atom] += factor * coefficient) == 0) x.terms.erase(atom);
  }
  Int128 reach = magnitude(x.constant);
  for (const auto& [atom, coefficient] : x.terms) {
    if (reach >= kSumLimit || magnitude(coefficient) >= kSumLimit) return Sum::poison();
    reach += magnitude(coefficient) * atom.largest;
  }
  constexpr std::size_t kMaxTerms = 256;
  return reach < kSumLimit && x.terms.size() <= kMaxTerms ? x : Sum::poison();
}

// Quotient and rest.  Each coefficient is divided by itself, and the constant so that the smallest
// rest is from 0 to divisor - 1: if the largest is too, then no rest carries into the quotient.
inline std::pair<Sum, Sum> divided(const Sum& x, const Sum& divisor) {
  const Int128 m = divisor.constant;
  if (!divisor.is_constant() || m <= 0 || x.smallest() < 0) return {Sum::poison(), Sum::poison()};
  Sum quotient;
  Sum rest;
  for (const auto& [atom, coefficient] : x.terms) {
    if (coefficient / m != 0) quotient.terms[atom] = coefficient / m;
    if (coefficient % m != 0) rest.terms[atom] = coefficient % m;
  }
  const Int128 base = x.constant + rest.smallest();
  quotient.constant = base / m - (base % m < 0 ? 1 : 0);
  rest.constant = x.constant - quotient.constant * m;
  if (rest.largest() >= m) return {Sum::poison(), Sum::poison()};
  return {plus(std::move(quotient), 0, 1), plus(std::move(rest), 0, 1)};
}

// Bit by bit: the rest of a division by 2 is 0, 1, p or 1 - p for a parity p.
inline Sum bitwise(Sum x, Sum y, Sum (*combine)(const Sum&, const Sum&)) {
  Sum result;
  for (Int128 weight = 1; !x.is(0) || !y.is(0); weight *= 2) {
    auto [half_x, bit_x] = divided(x, 2);
    auto [half_y, bit_y] = divided(y, 2);
    if (!bit_x.is_known || !bit_y.is_known) return Sum::poison();
    result = plus(std::move(result), combine(bit_x, bit_y), weight);
    x = std::move(half_x);
    y = std::move(half_y);
  }
  return result;
}

inline Sum both(const Sum& p, const Sum& q) {
  const bool are_same = p.is_known && p == q;
  if (p.is(0) || q.is(1) || are_same) return p;
  return q.is(0) || p.is(1) ? q : Sum::poison();
}

inline Sum exclusive(const Sum& p, const Sum& q) {
  Word inputs = 0;
  for (const auto& [atom, coefficient] : p.terms) inputs ^= atom.inputs;
  for (const auto& [atom, coefficient] : q.terms) inputs ^= atom.inputs;
  Sum parity;
  if (inputs != 0) parity.terms[Atom{inputs, 1}] = 1;
  return p.constant == q.constant ? parity : plus(1, parity, -1);
}

// A truth value is 0, 1 or poison.
struct Sums {
  using Word = Sum;
  using Bool = Sum;

  Sum add(const Sum& x, const Sum& y) const { return plus(x, y, 1); }
  Sum sub(const Sum& x, const Sum& y) const { return plus(x, y, -1); }
  Sum mul(const Sum& x, const Sum& y) const {
    if (x.is_constant()) return plus(0, y, x.constant);
    return y.is_constant() ? plus(0, x, y.constant) : Sum::poison();
  }
  Sum udiv(const Sum& x, const Sum& y) const { return divided(x, y).first; }
  Sum urem(const Sum& x, const Sum& y) const { return divided(x, y).second; }
  Sum bit_and(const Sum& x, const Sum& y) const { return bitwise(x, y, both); }
  Sum bit_xor(const Sum& x, const Sum& y) const { return bitwise(x, y, exclusive); }
  Sum bit_or(const Sum& x, const Sum& y) const { return bit_xor(bit_and(x, y), bit_xor(x, y)); }
  Sum shl(const Sum& x, const Sum& y) const { return mul(x, power_of_two(y)); }
  Sum lshr(const Sum& x, const Sum& y) const { return udiv(x, power_of_two(y)); }
  Sum power_of_two(const Sum& y) const {
    const bool fits = y.is_constant() && y.constant >= 0 && y.constant < 62;
    return fits ? Sum(std::uint64_t{1} << static_cast<unsigned>(y.constant)) : Sum::poison();
  }
  Sum eq(const Sum& x, const Sum& y) const {
    const Sum difference = sub(x, y);
    if (difference.smallest() > 0 || difference.largest() < 0) return 0;
    return difference.is(0) ? 1 : Sum::poison();
  }
  Sum ult(const Sum& x, const Sum& y) const {
    const Sum difference = sub(x, y);
    if (x.smallest() < 0 || y.smallest() < 0) return Sum::poison();
    if (difference.smallest() >= 0) return 0;
    return difference.largest() < 0 ? 1 : Sum::poison();
  }
  Sum bool_not(const Sum& p) const { return sub(1, p); }
  Sum bool_and(const Sum& p, const Sum& q) const { return both(p, q); }
  Sum bool_or(const Sum& p, const Sum& q) const { return sub(1, both(sub(1, p), sub(1, q))); }
  Sum ite(const Sum& p, const Sum& x, const Sum& y) const {
    return p.is(1) ? x : p.is(0) ? y : Sum::poison();
  }
};

}  // namespace tileproof::certificates
