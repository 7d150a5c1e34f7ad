// Is a formula a weighted sum of digits for all inputs at once?  Over this algebra a word is
//
//   constant + sum of coefficient * atom        as an integer of absolute value below 2^62
//
// and an atom is the parity of some input bits (0 or 1) or an input digit (0 .. largest).  A
// formula over GF(2) has powers of two as coefficients.  A step that gives no such sum poisons the
// word.
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <vector>

#include "core/bits.hpp"
#include "core/int128.hpp"

namespace tileproof::certificates {

class Sum {
 public:
  struct Term {
    Word parity;        // the input bits whose parity the atom is, or 0
    std::size_t digit;  // the number of the digit, where parity is 0
    Word largest;       // of the atom
    std::int64_t coefficient;

    [[nodiscard]] bool same_atom(const Term& other) const {
      return parity == other.parity && digit == other.digit;
    }
    friend auto operator<=>(const Term&, const Term&) = default;
  };
  // Bit k is the parity of the input bits parity[k], inverted where constant has bit k.
  struct Bits {
    std::array<Word, 64> parity{};
    Word constant = 0;
  };

  // A constant, as a signed number.
  Sum(Word value = 0);  // NOLINT: implicit
  static Sum bits(unsigned first, unsigned count);
  static Sum digit(std::size_t number, Word size);
  static Sum poison();

  [[nodiscard]] bool is_known() const { return is_known_; }
  // In the order of the atoms, each once, no coefficient 0: equal sums are equal functions.
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] std::int64_t constant() const { return static_cast<std::int64_t>(constant_); }
  // Bounds; they are reached if the atoms are independent.  Requires: is_known().
  [[nodiscard]] std::int64_t smallest() const;
  [[nodiscard]] std::int64_t largest() const;
  // nullopt if two terms meet in one bit.
  [[nodiscard]] std::optional<Bits> as_bits() const;
  static Sum from_bits(const Bits& bits);

  // The sum where these digits are 0.
  [[nodiscard]] Sum without_digits(const std::vector<std::size_t>& digits) const;
  // x + factor * y.
  static Sum plus(const Sum& x, const Sum& y, Int128 factor);
  // floor(x / divisor) and the rest.
  static std::array<Sum, 2> divided(const Sum& x, const Sum& divisor);
  [[nodiscard]] bool is_constant() const { return is_known_ && terms_.empty(); }

 private:
  Int128 constant_ = 0;
  std::vector<Term> terms_;
  bool is_known_ = true;
};

// True, false or not known.
struct Truth {
  Truth(bool value) : can_be_true(value), can_be_false(!value) {}  // NOLINT: implicit
  Truth(bool may_hold, bool may_fail) : can_be_true(may_hold), can_be_false(may_fail) {}

  bool can_be_true;
  bool can_be_false;
};

struct Sums {
  using Word = Sum;
  using Bool = Truth;
  [[nodiscard]] Sum add(const Sum& x, const Sum& y) const { return Sum::plus(x, y, 1); }
  [[nodiscard]] Sum sub(const Sum& x, const Sum& y) const { return Sum::plus(x, y, -1); }
  [[nodiscard]] Sum mul(const Sum& x, const Sum& y) const;
  [[nodiscard]] Sum udiv(const Sum& x, const Sum& y) const { return Sum::divided(x, y)[0]; }
  [[nodiscard]] Sum urem(const Sum& x, const Sum& y) const { return Sum::divided(x, y)[1]; }
  [[nodiscard]] Sum bit_and(const Sum& x, const Sum& y) const;
  [[nodiscard]] Sum bit_or(const Sum& x, const Sum& y) const;
  [[nodiscard]] Sum bit_xor(const Sum& x, const Sum& y) const;
  [[nodiscard]] Sum shl(const Sum& x, const Sum& y) const;
  [[nodiscard]] Sum lshr(const Sum& x, const Sum& y) const;
  [[nodiscard]] Truth eq(const Sum& x, const Sum& y) const;
  [[nodiscard]] Truth ult(const Sum& x, const Sum& y) const;
  [[nodiscard]] Truth bool_and(const Truth& p, const Truth& q) const {
    return {p.can_be_true && q.can_be_true, p.can_be_false || q.can_be_false};
  }
  [[nodiscard]] Truth bool_or(const Truth& p, const Truth& q) const {
    return bool_not(bool_and(bool_not(p), bool_not(q)));
  }
  [[nodiscard]] Truth bool_not(const Truth& p) const { return {p.can_be_false, p.can_be_true}; }
  [[nodiscard]] Sum ite(const Truth& p, const Sum& x, const Sum& y) const;
};

}  // namespace tileproof::certificates
