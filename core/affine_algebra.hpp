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
// It contains F2's words (coefficients 1, 2, 4 ...) and goes on where those have a carry.  The sum
// lies between -2^62 and 2^62 and is U64's value modulo 2^64, so that words of equal values have
// equal sums.  A step that gives no such sum poisons the word with its reason: "not shown".
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include "core/bits.hpp"
#include "core/int128.hpp"
#include "core/partial_bool.hpp"

namespace tileproof {

class AffineWord {
 public:
  struct Term {
    std::int64_t coefficient;
    Word parity;     // the input bits whose XOR the atom is, or 0
    unsigned digit;  // the digit's number, if parity is 0
    Word largest;    // the atom's largest value

    [[nodiscard]] std::pair<Word, unsigned> atom() const { return {parity, digit}; }
    [[nodiscard]] Term with(std::int64_t other) const { return {other, parity, digit, largest}; }
    friend bool operator==(const Term&, const Term&) = default;
  };
  using Terms = boost::container::small_vector<Term, 20>;

  AffineWord() = default;
  // A constant; those from 2^63 on are negative numbers.
  AffineWord(std::uint64_t value);  // NOLINT: implicit
  // The parity of these input bits.
  static AffineWord parity(Word inputs);
  // The number whose bit i is the input bit first + i, for i in [0, count).
  static AffineWord bits(unsigned first, unsigned count);
  // The input digit of this number, from 0 to size - 1.
  static AffineWord digit(unsigned number, Word size);
  static AffineWord poison(std::string reason);

  [[nodiscard]] bool is_affine() const { return reason_.empty(); }
  [[nodiscard]] bool is_number() const { return is_affine() && terms_.empty(); }
  [[nodiscard]] bool is(std::int64_t number) const { return is_number() && constant_ == number; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] std::int64_t constant() const { return constant_; }
  // Ordered by atom, each once, no coefficient 0: equal words are equal functions.
  [[nodiscard]] const Terms& terms() const { return terms_; }
  // The smallest and largest value if the atoms are independent, else bounds of them.
  // Requires: is_affine().
  [[nodiscard]] std::int64_t smallest() const { return static_cast<std::int64_t>(bounds().first); }
  [[nodiscard]] std::int64_t largest() const { return static_cast<std::int64_t>(bounds().second); }

  friend bool operator==(const AffineWord&, const AffineWord&) = default;

 private:
  friend struct Affine;
  [[nodiscard]] std::pair<Int128, Int128> bounds() const;
  // Poisons what can leave 62 bits.
  void keep();
  // Adds factor * x.  What leaves 64 bits becomes so large that keep() finds it.
  void add(const AffineWord& x, std::int64_t factor);
  // Leaves the quotient, rounded down, and returns the rest; both are poison where a rest carries
  // into the quotient.  Each coefficient is divided by itself, and the constant so that the
  // smallest rest is from 0 to divisor - 1.  Requires: a sum, 0 < divisor <= 2^62.
  AffineWord divide(std::int64_t divisor);

  std::int64_t constant_ = 0;
  Terms terms_;
  std::string reason_;
};

struct Affine : PartialOps<AffineWord> {
  [[nodiscard]] Word add(const Word& x, const Word& y) const { return plus(x, y, 1); }
  [[nodiscard]] Word sub(const Word& x, const Word& y) const { return plus(x, y, -1); }
  [[nodiscard]] Word mul(const Word& x, const Word& y) const;
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const;
  [[nodiscard]] Word urem(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const;
  [[nodiscard]] Word shl(const Word& x, const Word& y) const { return mul(x, power_of_two(y)); }
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const { return udiv(x, power_of_two(y)); }
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const;
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const;

 private:
  static Word plus(const Word& x, const Word& y, std::int64_t factor);
  static Word divide(Word& word, const Word& by);
  using Combine = Word (*)(const Word& x, const Word& y, std::int64_t ones);
  static Word bitwise(Word x, Word y, Combine combine);
  static Word power_of_two(const Word& y);
};

}  // namespace tileproof
