#include "core/interval_algebra.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "core/check.hpp"

namespace tileproof {
namespace {

constexpr Int128 kInfinity = IntervalWord::kInfinity;

bool is_unbounded(Int128 bound) { return bound == kInfinity || bound == -kInfinity; }

Int128 clamp_to_infinity(Int128 value) { return std::clamp(value, -kInfinity, kInfinity); }

// A sum of two lower or of two upper bounds.  No bound plus anything is no bound.
Int128 add_bounds(Int128 x, Int128 y, Int128 no_bound) {
  if (x == no_bound || y == no_bound) return no_bound;
  return clamp_to_infinity(x + y);  // at most 2^126 in size
}

Int128 mul_bounds(Int128 x, Int128 y) {
  Int128 product = 0;
  if (!__builtin_mul_overflow(x, y, &product)) return clamp_to_infinity(product);
  return (x < 0) == (y < 0) ? kInfinity : -kInfinity;
}

Int128 shl_bound(Int128 x, Int128 count) {
  if (x == 0) return 0;
  return count < 126 ? mul_bounds(x, Int128{1} << static_cast<int>(count)) : kInfinity;
}

// The part of a range at which the unsigned operations have a meaning.
struct Unsigned {
  explicit Unsigned(const IntervalWord& word)
      : low(std::max<Int128>(word.low(), 0)), high(std::max<Int128>(word.high(), 0)) {}
  Int128 low;
  Int128 high;
};

// The bits that a number of a range must have, and those that it can have:
//   [72, 79] = 0b1001???    must = 72, can = 79
struct KnownBits {
  explicit KnownBits(const Unsigned& range) {
    if (range.high == kInfinity) return;
    const auto difference = static_cast<UInt128>(range.low ^ range.high);
    const auto upper = static_cast<std::uint64_t>(difference >> 64);
    const auto lower = static_cast<std::uint64_t>(difference);
    const int width = upper != 0 ? 64 + static_cast<int>(std::bit_width(upper))
                                 : static_cast<int>(std::bit_width(lower));
    const Int128 unknown = (Int128{1} << width) - 1;  // width <= 125
    must = range.low & ~unknown;
    can = range.high | unknown;
  }
  Int128 must = 0;
  Int128 can = kInfinity | (kInfinity - 1);
};

}  // namespace

IntervalWord IntervalWord::between(Int128 low, Int128 high) {
  TP_CHECK(low <= high, "an empty range from " + to_string(low) + " to " + to_string(high));
  IntervalWord word;
  const bool is_bounded = low >= -kInfinity && high <= kInfinity;
  word.low_ = is_bounded ? low : clamp_to_infinity(low);
  word.high_ = is_bounded ? high : clamp_to_infinity(high);
  return word;
}

Interval::Word Interval::step(const char* what, Int128 low, Int128 high) const {
  const Word range = Word::between(low, high);
  if (log == nullptr || !log->first.empty()) return range;
  const bool is_low = range.low() < log->allowed.low();
  if (!is_low && range.high() <= log->allowed.high()) return range;
  const Int128 outside = is_low ? range.low() : range.high();
  log->first = std::string(what) + " can be " +
               (is_unbounded(outside) ? "2^125 or more in size" : to_string(outside));
  return range;
}

Interval::Word Interval::add(const Word& x, const Word& y) const {
  return step(
      "sum", add_bounds(x.low(), y.low(), -kInfinity), add_bounds(x.high(), y.high(), kInfinity));
}

Interval::Word Interval::sub(const Word& x, const Word& y) const {
  return step("difference",
              add_bounds(x.low(), -y.high(), -kInfinity),
              add_bounds(x.high(), -y.low(), kInfinity));
}

Interval::Word Interval::mul(const Word& x, const Word& y) const {
  if (x.low() >= 0 && y.low() >= 0) {
    return step("product", mul_bounds(x.low(), y.low()), mul_bounds(x.high(), y.high()));
  }
  const auto [low, high] = std::minmax({mul_bounds(x.low(), y.low()),
                                        mul_bounds(x.low(), y.high()),
                                        mul_bounds(x.high(), y.low()),
                                        mul_bounds(x.high(), y.high())});
  return step("product", low, high);
}

Interval::Word Interval::udiv(const Word& x, const Word& y) const {
  const Unsigned a(x), b(y);
  if (b.low == 0 && log != nullptr && log->first.empty()) log->first = "divisor can be 0";
  const Int128 largest = a.high == kInfinity ? kInfinity : a.high / std::max<Int128>(b.low, 1);
  const Int128 smallest = b.high == kInfinity ? 0 : a.low / std::max<Int128>(b.high, 1);
  return step("quotient", smallest, largest);
}

Interval::Word Interval::urem(const Word& x, const Word& y) const {
  const Unsigned a(x), b(y);
  if (b.low == 0 && log != nullptr && log->first.empty()) log->first = "divisor can be 0";
  const Int128 below_divisor = b.high == kInfinity ? kInfinity : std::max<Int128>(b.high, 1) - 1;
  // Of a number below 0 the machine's words have some remainder.
  if (x.low() < 0) return step("remainder", 0, below_divisor);
  if (a.high < b.low) return step("remainder", a.low, a.high);
  // A range that lies between two multiples of a constant keeps its shape: [64, 71] % 8 = [0, 7].
  if (b.low == b.high && b.low != 0 && a.high != kInfinity && a.low / b.low == a.high / b.low) {
    return step("remainder", a.low % b.low, a.high % b.low);
  }
  return step("remainder", 0, std::min(a.high, below_divisor));
}

Interval::Word Interval::bit_and(const Word& x, const Word& y) const {
  const Unsigned a(x), b(y);
  const KnownBits p(a), q(b);
  return step("bit-and", p.must & q.must, std::min({p.can & q.can, a.high, b.high}));
}

Interval::Word Interval::bit_or(const Word& x, const Word& y) const {
  const Unsigned a(x), b(y);
  const KnownBits p(a), q(b);
  return step("bit-or",
              std::max({p.must | q.must, a.low, b.low}),
              std::min(p.can | q.can, add_bounds(a.high, b.high, kInfinity)));
}

namespace {

// A complement in as many bits: 2^k - 1 ^ x = 2^k - 1 - x.
std::optional<Int128> mask_of(const IntervalWord& ones, const IntervalWord& other) {
  const Int128 mask = ones.low();
  if (mask != ones.high() || mask >> 64 != 0 || (mask & (mask + 1)) != 0) return std::nullopt;
  return other.low() >= 0 && other.high() <= mask ? std::optional(mask) : std::nullopt;
}

}  // namespace

Interval::Word Interval::bit_xor(const Word& x, const Word& y) const {
  if (const auto mask = mask_of(y, x)) return step("bit-xor", *mask - x.high(), *mask - x.low());
  if (const auto mask = mask_of(x, y)) return step("bit-xor", *mask - y.high(), *mask - y.low());
  const Unsigned a(x), b(y);
  const KnownBits p(a), q(b);
  return step(
      "bit-xor",
      (p.must & ~q.can) | (q.must & ~p.can),
      std::min((p.can | q.can) & ~(p.must & q.must), add_bounds(a.high, b.high, kInfinity)));
}

Interval::Word Interval::shl(const Word& x, const Word& y) const {
  const Unsigned a(x), b(y);
  // In 64 bits, shifts by 64 or more give 0.
  return step("left shift", b.high < 64 ? shl_bound(a.low, b.low) : 0, shl_bound(a.high, b.high));
}

Interval::Word Interval::lshr(const Word& x, const Word& y) const {
  const Unsigned a(x), b(y);
  const auto shifted = [](Int128 value, Int128 count) {
    return count < 127 ? value >> static_cast<int>(count) : Int128{0};
  };
  return step("right shift",
              shifted(a.low, b.high),
              a.high == kInfinity ? kInfinity : shifted(a.high, b.low));
}

Interval::Bool Interval::eq(const Word& x, const Word& y) const {
  if (x.high() < y.low() || y.high() < x.low()) return false;
  if (x.is_constant() && x == y && !is_unbounded(x.low())) return true;
  return Bool::unknown();
}

// Below 0 the machine's unsigned words are large, so that nothing is known of the comparison.
Interval::Bool Interval::ult(const Word& x, const Word& y) const {
  if (x.low() < 0 || y.low() < 0) return Bool::unknown();
  if (x.high() < y.low()) return true;
  if (x.low() >= y.high() && y.high() != kInfinity && x.low() != -kInfinity) return false;
  return Bool::unknown();
}

Interval::Word Interval::ite(Bool p, const Word& x, const Word& y) const {
  if (!p.can_be(false)) return x;
  if (!p.can_be(true)) return y;
  return Word::between(std::min(x.low(), y.low()), std::max(x.high(), y.high()));
}

}  // namespace tileproof
