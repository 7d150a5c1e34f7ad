#include "checkers/ttgir/index_intervals.hpp"

#include <algorithm>
#include <bit>

namespace tileproof {
namespace {

__extension__ using Wide = __int128;

Range fitting(Wide lo, Wide hi, unsigned bits) {
  const Range own = not_wrapped(bits);
  if (lo > hi) return {};
  if (lo < own.lo || hi > own.hi) return all_of(bits);
  return {static_cast<std::int64_t>(lo), static_cast<std::int64_t>(hi)};
}

Range of_corners(Range a, Range b, unsigned bits, auto value) {
  const Wide corners[] = {value(Wide{a.lo}, Wide{b.lo}),
                          value(Wide{a.lo}, Wide{b.hi}),
                          value(Wide{a.hi}, Wide{b.lo}),
                          value(Wide{a.hi}, Wide{b.hi})};
  return fitting(
      *std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4), bits);
}

// All numbers of as many bits as the largest of both has.
Range below_next_power(Range a, Range b) {
  const auto top = static_cast<std::uint64_t>(std::max(a.hi, b.hi));
  const auto width = std::bit_width(top);
  return {0,
          width >= 63 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << width) - 1};
}

}  // namespace

Range joined(Range a, Range b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

Range common(Range a, Range b) {
  const Range both{std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  return both.is_empty() ? Range{} : both;
}

Range all_of(unsigned bits) {
  if (bits == 1) return {0, 1};
  if (bits == 0 || bits >= 64) {
    return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  }
  return {-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1};
}

Range not_wrapped(unsigned bits) { return all_of(bits == kIndexBits ? 32 : bits); }

Range of_arithmetic(IndexOp op, Range a, Range b, unsigned bits) {
  using enum IndexOp;
  if (a.is_empty() || b.is_empty()) return {};
  const Range all = all_of(bits);
  if (bits == kIndexBits) {
    const bool shifts = op == kShl || op == kShrS || op == kShrU;
    const bool has_no_sign = op == kDivU || op == kShrU;
    if ((shifts && b.hi >= 32) || (has_no_sign && (a.lo < 0 || b.lo < 0))) return all;
  }
  if (a.lo == a.hi && b.lo == b.hi) {
    const auto value = value_of(op, a.lo, b.lo, bits);
    return value ? Range{*value, *value} : all;
  }
  if (bits == 1) return all;
  const bool natural = a.lo >= 0 && b.lo >= 0;
  switch (op) {
    case kAdd:
      return fitting(Wide{a.lo} + b.lo, Wide{a.hi} + b.hi, bits);
    case kSub:
      return fitting(Wide{a.lo} - b.hi, Wide{a.hi} - b.lo, bits);
    case kMul:
      return of_corners(a, b, bits, [](Wide x, Wide y) { return x * y; });
    case kDivU:
      if (!natural) return all;
      [[fallthrough]];
    case kDivS:
      if (b.lo <= 0) return all;
      return of_corners(a, b, bits, [](Wide x, Wide y) { return x / y; });
    case kFloorDivS:
      if (b.lo <= 0) return all;
      return of_corners(a, b, bits, [](Wide x, Wide y) { return x / y - (x % y < 0 ? 1 : 0); });
    case kCeilDivS:
      if (b.lo <= 0) return all;
      return of_corners(a, b, bits, [](Wide x, Wide y) { return x / y + (x % y > 0 ? 1 : 0); });
    case kRemU:
      if (!natural) return b.lo > 0 ? Range{0, b.hi - 1} : all;
      [[fallthrough]];
    case kRemS: {
      if (b.lo <= 0) return all;
      const auto most = b.hi - 1;
      if (a.lo >= 0 && a.hi < b.lo) return a;
      return {a.lo < 0 ? std::max(a.lo, -most) : 0, a.hi > 0 ? std::min(a.hi, most) : 0};
    }
    case kMinU:
      // As unsigned numbers, those below 0 are the largest.
      if (!natural && a.lo < 0 && b.lo < 0) return all;
      if (!natural) return {0, a.lo < 0 ? b.hi : a.hi};
      [[fallthrough]];
    case kMinS:
      return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case kMaxU:
      if (!natural) return all;
      [[fallthrough]];
    case kMaxS:
      return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    case kAnd:
      if (natural) return {0, std::min(a.hi, b.hi)};
      if (a.lo >= 0) return {0, a.hi};
      if (b.lo >= 0) return {0, b.hi};
      return all;
    case kOr:
    case kXor:
      return natural ? below_next_power(a, b) : all;
    case kShl:
      if (!natural || b.hi >= bits || b.hi > 62) return all;
      return of_corners(a, b, bits, [](Wide x, Wide y) { return x << static_cast<unsigned>(y); });
    case kShrU:
      if (a.lo < 0) {
        if (b.lo <= 0 || b.hi >= bits) return all;
        const auto ones = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        return {0, static_cast<std::int64_t>(ones >> static_cast<unsigned>(b.lo))};
      }
      [[fallthrough]];
    case kShrS:
      if (b.lo < 0 || b.hi >= bits) return all;
      return of_corners(a, b, bits, [](Wide x, Wide y) { return x >> static_cast<unsigned>(y); });
    default:
      return all;
  }
}

Range narrowed(Predicate predicate, Range a, Range b, unsigned bits) {
  using enum Predicate;
  if (a.is_empty() || b.is_empty()) return {};
  if (bits == 1 && predicate != kEq && predicate != kNe) return a;
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  const bool natural_b = b.lo >= 0;
  const bool natural = natural_b && a.lo >= 0;
  switch (predicate) {
    case kEq:
      return common(a, b);
    case kNe:
      if (b.lo != b.hi) return a;
      if (a.lo == b.lo) ++a.lo;
      if (a.hi == b.lo && !a.is_empty()) --a.hi;
      return a;
    case kSlt:
      return b.hi == kLeast ? Range{} : common(a, {kLeast, b.hi - 1});
    case kSle:
      return common(a, {kLeast, b.hi});
    case kSgt:
      return b.lo == kMost ? Range{} : common(a, {b.lo + 1, kMost});
    case kSge:
      return common(a, {b.lo, kMost});
    // As unsigned numbers, those below 0 are the largest.
    case kUlt:
      return !natural_b ? a : b.hi == 0 ? Range{} : common(a, {0, b.hi - 1});
    case kUle:
      return natural_b ? common(a, {0, b.hi}) : a;
    case kUgt:
      return !natural ? a : b.lo == kMost ? Range{} : common(a, {b.lo + 1, kMost});
    case kUge:
      return natural ? common(a, {b.lo, kMost}) : a;
  }
  return a;
}

}  // namespace tileproof
