// Is a definition a weighted sum of independent digits?  Padding and strides are: over this
// algebra a word is
//
//   constant + sum of coefficient_k * atom_k
//
// where an atom is the parity of some input bits (0 or 1), or an input digit (0 .. size - 1).
//
//   row * 72 + (col ^ (row & 7) * 8), row and col of 6 bits:
//     72*r0 + 144*r1 + ... + 1*c0 + 2*c1 + 4*c2 + 8*(c3^r0) + 16*(c4^r1) + 32*(c5^r2)
//
// It contains F2's words (coefficients 1, 2, 4 ...) and goes on where those have a carry.  A step
// that gives no such sum poisons the word with its reason: "not shown", as in F2.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "core/bits.hpp"
#include "core/partial_bool.hpp"

namespace tileproof {

class AffineWord {
 public:
  struct Term {
    std::int64_t coefficient;
    Word parity;     // the input bits whose XOR the atom is, or 0
    unsigned digit;  // the digit's number, if parity is 0
    Word largest;    // the atom's largest value

    [[nodiscard]] bool same_atom(const Term& other) const {
      return parity == other.parity && digit == other.digit;
    }
    friend bool operator==(const Term&, const Term&) = default;
  };
  using Terms = boost::container::small_vector<Term, 12>;

  // A constant; poisoned from 2^63 on.
  AffineWord(std::uint64_t value = 0);  // NOLINT: implicit
  // The number whose bit i is the input bit first + i, for i in [0, count).
  static AffineWord bits(unsigned first, unsigned count);
  // The input digit of this number, from 0 to size - 1.
  static AffineWord digit(unsigned number, Word size);
  static AffineWord poison(std::string reason);

  [[nodiscard]] bool is_affine() const { return reason_.empty(); }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] std::int64_t constant() const { return constant_; }
  // Ordered by atom, each once, no coefficient 0: equal words are equal functions.
  [[nodiscard]] const Terms& terms() const { return terms_; }
  // The smallest and largest value if the atoms are independent, else bounds of them.
  // Requires: is_affine().
  [[nodiscard]] std::int64_t smallest() const;
  [[nodiscard]] std::int64_t largest() const;

  friend bool operator==(const AffineWord&, const AffineWord&) = default;

 private:
  friend struct Affine;
  struct Bits;
  // The word as bits, if each has one parity; nullopt if two terms meet.
  [[nodiscard]] std::optional<Bits> as_bits() const;
  static AffineWord from_bits(const Bits& bits);
  void add_term(const Term& term);
  [[nodiscard]] bool fits() const;

  std::int64_t constant_ = 0;
  Terms terms_;
  std::string reason_;
};

struct Affine {
  using Word = AffineWord;
  using Bool = PartialBool;
  [[nodiscard]] Word add(const Word& x, const Word& y) const;
  [[nodiscard]] Word sub(const Word& x, const Word& y) const;
  [[nodiscard]] Word mul(const Word& x, const Word& y) const;
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const;
  [[nodiscard]] Word urem(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const;
  [[nodiscard]] Word shl(const Word& x, const Word& y) const;
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const;
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const;
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const;
  [[nodiscard]] Bool bool_and(const Bool& p, const Bool& q) const { return p && q; }
  [[nodiscard]] Bool bool_or(const Bool& p, const Bool& q) const { return !(!p && !q); }
  [[nodiscard]] Bool bool_not(const Bool& p) const { return !p; }
  [[nodiscard]] Word ite(const Bool& p, const Word& x, const Word& y) const;
};

}  // namespace tileproof
