// What does a machine of 32 or 64 bits compute at a point, and which step wraps first?  Where no
// step is recorded, the value is Exact's (exact_algebra.hpp).
//
//   Checked{32, signed}:  65536 * 65536 = 0, and
//                         "product 65536 * 65536 = 4294967296 does not fit in 32 bits, signed"
//
// Recorded are also the steps whose result a machine does not define or that Exact does not have: a
// shift by the width or more, and a division, bit operation or shift of a number below 0.
#pragma once

#include <cstdint>
#include <string>

#include "core/int128.hpp"

namespace tileproof {

// A number as the machine holds it: from -2^63 (signed) to 2^64 - 1 (unsigned).  A constant may be
// too large for the machine; the first operation on it says so.
class CheckedWord {
 public:
  CheckedWord(std::uint64_t value = 0) : value_(value) {}  // NOLINT: implicit
  [[nodiscard]] Int128 value() const { return value_; }

 private:
  friend class Checked;
  explicit CheckedWord(Int128 value, int) : value_(value) {}
  Int128 value_;
};

// The first step that wraps, with its numbers; empty if there is none.
struct CheckedLog {
  std::string first;
};

class Checked {
 public:
  using Word = CheckedWord;
  using Bool = bool;

  // Requires: width is 32 or 64; `log` outlives the algebra.
  Checked(unsigned width, bool is_signed, CheckedLog& log);

  [[nodiscard]] Word add(const Word& x, const Word& y) const;
  [[nodiscard]] Word sub(const Word& x, const Word& y) const;
  [[nodiscard]] Word mul(const Word& x, const Word& y) const;
  // Division by what has wrapped to 0 gives 0.
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const;
  [[nodiscard]] Word urem(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const;
  [[nodiscard]] Word shl(const Word& x, const Word& y) const;
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const;
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const;
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const;
  [[nodiscard]] Bool bool_and(Bool p, Bool q) const { return p && q; }
  [[nodiscard]] Bool bool_or(Bool p, Bool q) const { return p || q; }
  [[nodiscard]] Bool bool_not(Bool p) const { return !p; }
  [[nodiscard]] Word ite(Bool p, const Word& x, const Word& y) const;
  // A definition's result: a constant that no operation has seen is checked here.
  [[nodiscard]] Word result(const Word& x) const;

 private:
  struct Operands;
  [[nodiscard]] bool fits(Int128 value) const { return low_ <= value && value <= high_; }
  [[nodiscard]] Int128 wrap(Int128 value) const;
  // A number that enters a step, wrapped if it is a constant too large.
  [[nodiscard]] Int128 operand(const Word& x) const;
  // The operands of an operation that has no meaning below 0.
  [[nodiscard]] Operands unsigned_operands(const char* what, const Word& x, const Word& y) const;
  [[nodiscard]] Word finish(
      const char* what, const char* sign, Int128 x, Int128 y, Int128 result) const;
  void record(std::string what) const;
  void record_misfit(
      const char* what, const char* sign, Int128 x, Int128 y, const std::string& result) const;

  unsigned width_;
  bool is_signed_;
  Int128 low_;
  Int128 high_;
  CheckedLog* log_;
};

}  // namespace tileproof
