#include "encodings/cute/recast.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "encodings/cute/flat.hpp"
#include "encodings/cute/notation.hpp"

namespace tileproof::cute {
namespace {

Result<Mode> upcast(const Mode& mode, Int ratio) {
  if (!mode.is_leaf()) {
    Mode result;
    for (const Mode& inner : mode.modes) {
      TP_TRY(cast, upcast(inner, ratio));
      result.modes.push_back(std::move(cast));
    }
    return result;
  }
  if (mode.stride == 0) return mode;
  const Int distance = std::abs(mode.stride);
  if (distance % ratio != 0 && ratio % distance != 0) {
    return Error{ErrorCode::kNotSolvable,
                 "recast to elements " + std::to_string(ratio) + " times as wide: the stride of " +
                     print(mode) + " must be a multiple or a divisor of " + std::to_string(ratio)};
  }
  return leaf(ceil_div(mode.size, ceil_div(ratio, distance)),
              ceil_div(distance, ratio) * (mode.stride < 0 ? -1 : 1));
}

bool has_unit_stride(const Mode& mode) {
  if (mode.is_leaf()) return mode.stride == 1;
  return std::any_of(mode.modes.begin(), mode.modes.end(), has_unit_stride);
}

Result<Mode> downcast(const Mode& mode, Int ratio) {
  if (!mode.is_leaf()) {
    Mode result;
    for (const Mode& inner : mode.modes) {
      TP_TRY(cast, downcast(inner, ratio));
      result.modes.push_back(std::move(cast));
    }
    return result;
  }
  if (std::abs(mode.stride) == 1) {
    TP_TRY(size, times(mode.size, ratio, "recast: size"));
    return leaf(size, mode.stride);
  }
  TP_TRY(stride, times(mode.stride, ratio, "recast: stride"));
  return leaf(mode.size, stride);
}

Swizzle upcast(const Swizzle& swizzle, unsigned log_ratio) {
  if (swizzle.base >= log_ratio) return {swizzle.bits, swizzle.base - log_ratio, swizzle.shift};
  const unsigned lost = log_ratio - swizzle.base;
  return {swizzle.bits > lost ? swizzle.bits - lost : 0, 0, swizzle.shift};
}

// The memory of elements that are `width` units wide, as a sorted list of units.
std::vector<Int> memory(const Layout& layout, Int width) {
  const IndexFunction function(layout);
  std::vector<Int> units;
  units.reserve(static_cast<std::size_t>(size(layout.mode) * width));
  for (Int i = 0; i < size(layout.mode); ++i) {
    const Int first = function(i) * width;
    for (Int k = 0; k < width; ++k) units.push_back(first + k);
  }
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  return units;
}

std::vector<Obligation> same_memory(const Layout& a, Int old_width, const Layout& r, Int width) {
  std::string all = "R's elements hold all of A's";
  std::string nothing_else = "R's elements hold nothing else";
  const Int count = std::max(size(a.mode), size(r.mode));
  if (count > kMaxTried / std::max(old_width, width)) {
    return {undecided(std::move(all), count), undecided(std::move(nothing_else), count)};
  }
  const auto given = memory(a, old_width);
  const auto result = memory(r, width);
  return {holds_if(std::includes(result.begin(), result.end(), given.begin(), given.end()),
                   std::move(all)),
          holds_if(std::includes(given.begin(), given.end(), result.begin(), result.end()),
                   std::move(nothing_else))};
}

}  // namespace

Result<Answer> recast(const Layout& a, Int old_bits, Int new_bits) {
  if (old_bits < 1 || new_bits < 1) {
    return Error{ErrorCode::kInvalid,
                 "recast from " + std::to_string(old_bits) + " to " + std::to_string(new_bits) +
                     " bits: both must be at least 1"};
  }
  const Int common = std::gcd(old_bits, new_bits);
  const Int wider = new_bits / common;     // old elements in a new one, if narrower is 1
  const Int narrower = old_bits / common;  // new elements in an old one, if wider is 1
  Layout r = a;
  std::vector<Obligation> obligations;
  if (wider > 1) {
    TP_TRY(mode, upcast(a.mode, wider));
    r.mode = std::move(mode);
    r.offset = a.offset / wider;
    if (a.offset != 0) {
      obligations.push_back(holds_if(
          a.offset % wider == 0,
          "the offset " + std::to_string(a.offset) + " is a multiple of " + std::to_string(wider)));
    }
  }
  if (narrower > 1) {
    if (!has_unit_stride(r.mode)) {
      return Error{ErrorCode::kNotSolvable,
                   "recast to elements " + std::to_string(narrower) +
                       " times as narrow: " + print(r.mode) + " has no stride 1"};
    }
    TP_TRY(mode, downcast(r.mode, narrower));
    r.mode = std::move(mode);
    TP_TRY(offset, times(r.offset, narrower, "recast: offset"));
    r.offset = offset;
  }
  if (a.swizzle) {
    if (!std::has_single_bit(static_cast<Word>(wider)) ||
        !std::has_single_bit(static_cast<Word>(narrower))) {
      return Error{ErrorCode::kNotSolvable,
                   "recast of " + print(*a.swizzle) + ": the ratio " + std::to_string(wider) + "/" +
                       std::to_string(narrower) + " must be a power of two"};
    }
    const unsigned log_wider = log2_exact(static_cast<Word>(wider));
    r.swizzle = upcast(*a.swizzle, log_wider);
    r.swizzle->base += log2_exact(static_cast<Word>(narrower));
    if (wider > 1) {
      obligations.push_back(
          holds_if(a.swizzle->base >= log_wider || a.swizzle->bits == 0,
                   "the swizzle keeps " + std::to_string(wider) + " elements together: M = " +
                       std::to_string(a.swizzle->base) + " >= " + std::to_string(log_wider)));
    }
  }
  if (auto error = check(r)) return *error;
  for (Obligation& each : same_memory(a, narrower, r, wider)) {
    obligations.push_back(std::move(each));
  }
  return Answer{std::move(r), std::move(obligations)};
}

}  // namespace tileproof::cute
