#include "core/checked_algebra.hpp"

#include <utility>

#include "core/check.hpp"

namespace tileproof {

struct Checked::Operands {
  Int128 x;
  Int128 y;
};

Checked::Checked(unsigned width, bool is_signed, CheckedLog& log)
    : width_(width),
      is_signed_(is_signed),
      low_(is_signed ? -(Int128{1} << (width - 1)) : 0),
      high_((Int128{1} << (is_signed ? width - 1 : width)) - 1),
      log_(&log) {
  TP_CHECK(width == 32 || width == 64, "a machine of " + std::to_string(width) + " bits");
}

Int128 Checked::wrap(Int128 value) const {
  const auto bits = static_cast<std::uint64_t>(value);
  if (width_ == 32) {
    const auto low = static_cast<std::uint32_t>(bits);
    return is_signed_ ? Int128{static_cast<std::int32_t>(low)} : Int128{low};
  }
  return is_signed_ ? Int128{static_cast<std::int64_t>(bits)} : Int128{bits};
}

void Checked::record(std::string what) const {
  if (log_->first.empty()) log_->first = std::move(what);
}

Int128 Checked::operand(const Word& x) const {
  if (fits(x.value_)) return x.value_;
  record("constant " + to_string(x.value_) + " does not fit in " + std::to_string(width_) +
         " bits, " + (is_signed_ ? "signed" : "unsigned"));
  return wrap(x.value_);
}

Checked::Operands Checked::unsigned_operands(const char* what, const Word& x, const Word& y) const {
  const Operands operands{operand(x), operand(y)};
  if (operands.x < 0 || operands.y < 0) {
    record(std::string(what) + " of " + to_string(operands.x) + " and " + to_string(operands.y) +
           ": an operand is below 0");
  }
  return operands;
}

void Checked::record_misfit(
    const char* what, const char* sign, Int128 x, Int128 y, const std::string& result) const {
  record(std::string(what) + " " + to_string(x) + " " + sign + " " + to_string(y) + " = " + result +
         " does not fit in " + std::to_string(width_) + " bits, " +
         (is_signed_ ? "signed" : "unsigned"));
}

Checked::Word Checked::finish(
    const char* what, const char* sign, Int128 x, Int128 y, Int128 result) const {
  if (fits(result)) return Word(result, 0);
  if (log_->first.empty()) record_misfit(what, sign, x, y, to_string(result));
  return Word(wrap(result), 0);
}

Checked::Word Checked::add(const Word& x, const Word& y) const {
  const Int128 a = operand(x), b = operand(y);
  return finish("sum", "+", a, b, a + b);
}

Checked::Word Checked::sub(const Word& x, const Word& y) const {
  const Int128 a = operand(x), b = operand(y);
  return finish("difference", "-", a, b, a - b);
}

Checked::Word Checked::mul(const Word& x, const Word& y) const {
  const Int128 a = operand(x), b = operand(y);
  Int128 product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return finish("product", "*", a, b, product);
  // From 2^127 up, which only factors from 2^63 up give: neither is negative.
  const UInt128 exact = static_cast<UInt128>(a) * static_cast<UInt128>(b);
  record_misfit("product", "*", a, b, decimal(exact));
  return Word(wrap(static_cast<Int128>(exact)), 0);
}

Checked::Word Checked::udiv(const Word& x, const Word& y) const {
  const auto [a, b] = unsigned_operands("division", x, y);
  if (b != 0) return Word(wrap(a / b), 0);
  record("division by 0");
  return 0;
}

Checked::Word Checked::urem(const Word& x, const Word& y) const {
  const auto [a, b] = unsigned_operands("remainder", x, y);
  if (b != 0) return Word(wrap(a % b), 0);
  record("division by 0");
  return 0;
}

// Bit operations on numbers that fit give numbers that fit, in two's complement too.
Checked::Word Checked::bit_and(const Word& x, const Word& y) const {
  const auto [a, b] = unsigned_operands("bit-and", x, y);
  return Word(a & b, 0);
}

Checked::Word Checked::bit_or(const Word& x, const Word& y) const {
  const auto [a, b] = unsigned_operands("bit-or", x, y);
  return Word(a | b, 0);
}

Checked::Word Checked::bit_xor(const Word& x, const Word& y) const {
  const auto [a, b] = unsigned_operands("bit-xor", x, y);
  return Word(a ^ b, 0);
}

Checked::Word Checked::shl(const Word& x, const Word& y) const {
  const auto [a, b] = unsigned_operands("left shift", x, y);
  if (b < 0 || b >= width_) {
    record("left shift by " + to_string(b) + " of a number of " + std::to_string(width_) + " bits");
    return 0;
  }
  return finish("left shift", "<<", a, b, a * (Int128{1} << static_cast<int>(b)));
}

Checked::Word Checked::lshr(const Word& x, const Word& y) const {
  const auto [a, b] = unsigned_operands("right shift", x, y);
  if (b < 0 || b >= width_) {
    record("right shift by " + to_string(b) + " of a number of " + std::to_string(width_) +
           " bits");
    return 0;
  }
  return Word(a >> static_cast<int>(b), 0);
}

Checked::Bool Checked::eq(const Word& x, const Word& y) const { return operand(x) == operand(y); }

Checked::Bool Checked::ult(const Word& x, const Word& y) const { return operand(x) < operand(y); }

Checked::Word Checked::ite(Bool p, const Word& x, const Word& y) const {
  return Word(operand(p ? x : y), 0);
}

Checked::Word Checked::result(const Word& x) const { return Word(operand(x), 0); }

}  // namespace tileproof
