// Between which bounds do all values of a definition lie?  A word is the range of the numbers that
// a step can give, as if numbers had no bounds, so that a caller sees which
// steps can go below 0 or beyond the machine's words:
//
//   row in [0, 63]:   row * 72 is in [0, 4536], row - 8 in [-8, 55], row & 7 in [0, 7]
//
// Ranges are wider than needed where operands depend on each other: row - row is in [-63, 63].
// The unsigned operations (division, remainder, bits, shifts) have no meaning below 0: their range
// holds the values of the points at which no operand is below 0; of a remainder, all that the
// machine's words can give.
#pragma once

#include <cstdint>
#include <string>

#include "core/algebra.hpp"
#include "core/int128.hpp"

namespace tileproof {

class IntervalWord {
 public:
  // low() == -kInfinity and high() == kInfinity mean no bound; bounds beyond are rounded to it.
  static constexpr Int128 kInfinity = Int128{1} << 125;

  IntervalWord(std::uint64_t value = 0) : low_(value), high_(value) {}  // NOLINT: implicit
  // Requires: low <= high.
  static IntervalWord between(Int128 low, Int128 high);

  [[nodiscard]] Int128 low() const { return low_; }
  [[nodiscard]] Int128 high() const { return high_; }
  [[nodiscard]] bool is_constant() const { return low_ == high_; }
  [[nodiscard]] bool holds(Int128 value) const { return low_ <= value && value <= high_; }

  friend bool operator==(const IntervalWord&, const IntervalWord&) = default;

 private:
  Int128 low_;
  Int128 high_;
};

// What is known of a truth value over all points.
class IntervalBool {
 public:
  IntervalBool(bool value) : can_be_true_(value), can_be_false_(!value) {}  // NOLINT: implicit
  static IntervalBool unknown() { return {true, true}; }

  [[nodiscard]] bool can_be(bool value) const { return value ? can_be_true_ : can_be_false_; }
  [[nodiscard]] bool is_known() const { return can_be_true_ != can_be_false_; }

  friend bool operator==(IntervalBool, IntervalBool) = default;
  friend IntervalBool operator&&(IntervalBool p, IntervalBool q) {
    return {p.can_be_true_ && q.can_be_true_, p.can_be_false_ || q.can_be_false_};
  }
  friend IntervalBool operator||(IntervalBool p, IntervalBool q) { return !(!p && !q); }
  friend IntervalBool operator!(IntervalBool p) { return {p.can_be_false_, p.can_be_true_}; }

 private:
  IntervalBool(bool can_be_true, bool can_be_false)
      : can_be_true_(can_be_true), can_be_false_(can_be_false) {}

  bool can_be_true_;
  bool can_be_false_;
};

// The first step that can leave `allowed`, or divide by 0.
struct IntervalLog {
  IntervalWord allowed = IntervalWord::between(0, ~std::uint64_t{0});
  std::string first;  // "product can be 4608", "difference can be -63"; empty if there is none
};

struct Interval : TruthOps<IntervalBool> {
  using Word = IntervalWord;
  // `noted` may be null, and must outlive the algebra otherwise.
  explicit Interval(IntervalLog* noted = nullptr) : log(noted) {}
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
  [[nodiscard]] Word ite(Bool p, const Word& x, const Word& y) const;

  IntervalLog* log;

 private:
  // The range of a step, noted if it leaves what is allowed.
  Word step(const char* what, Int128 low, Int128 high) const;
};

}  // namespace tileproof
