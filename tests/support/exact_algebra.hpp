// What is the value at a point where numbers have no bounds?  The reference without wrap-around:
// where it differs from U64 or from 32-bit arithmetic, those have wrapped.
//
//   Exact().sub(3, 5) = -2          U64().sub(3, 5) = 2^64 - 2
//   Exact().shl(3, 63) = 3 * 2^63   U64().shl(3, 63) = 2^63
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "core/algebra.hpp"
#include "core/check.hpp"

namespace tileproof {

struct Exact : TruthOps<bool> {
  // Without expression templates, so that `auto` holds a number.
  using Word = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                             boost::multiprecision::et_off>;

  // A left shift that goes further would take memory without end.
  static constexpr unsigned kMaxShift = 4096;

  [[nodiscard]] Word add(const Word& x, const Word& y) const { return x + y; }
  [[nodiscard]] Word sub(const Word& x, const Word& y) const { return x - y; }
  [[nodiscard]] Word mul(const Word& x, const Word& y) const { return x * y; }
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const { return x == y; }
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const { return x < y; }
  [[nodiscard]] Word ite(Bool p, const Word& x, const Word& y) const { return p ? x : y; }

  // Below 0 the following have no meaning that the machine's unsigned operations share.
  // Requires: no operand is below 0, no divisor is 0.
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const {
    require(x, y);
    TP_CHECK(y != 0, "division by zero in a definition");
    return x / y;
  }
  [[nodiscard]] Word urem(const Word& x, const Word& y) const {
    require(x, y);
    TP_CHECK(y != 0, "division by zero in a definition");
    return x % y;
  }
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const {
    require(x, y);
    return x & y;
  }
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const {
    require(x, y);
    return x | y;
  }
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const {
    require(x, y);
    return x ^ y;
  }
  [[nodiscard]] Word shl(const Word& x, const Word& y) const {
    require(x, y);
    if (x == 0) return 0;
    TP_CHECK(y <= kMaxShift, "left shift by " + y.str());
    return x << static_cast<unsigned>(y);
  }
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const {
    require(x, y);
    if (x == 0 || y > msb(x)) return 0;
    return x >> static_cast<unsigned>(y);
  }

 private:
  static void require(const Word& x, const Word& y) {
    TP_CHECK(x >= 0 && y >= 0, "an unsigned operation on " + x.str() + " and " + y.str());
  }
};

}  // namespace tileproof
