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

// Where an element lies in the other layout, leaf by leaf: coordinate c at c * times / per.  One of
// the two is 1.
struct Place {
  Int times = 1;
  Int per = 1;

  [[nodiscard]] Int size_of(const FlatMode& mode) const { return ceil_div(mode.size * times, per); }
};

std::vector<Place> places_widened(const FlatLayout& a, Int ratio) {
  std::vector<Place> places;
  for (const FlatMode& mode : a) {
    places.push_back({1, mode.stride == 0 ? 1 : ceil_div(ratio, std::abs(mode.stride))});
  }
  return places;
}

// Only one leaf's elements are adjacent.
std::vector<Place> places_narrowed(const FlatLayout& a, Int ratio) {
  std::vector<Place> places(a.size());
  const auto unit = std::find_if(
      a.begin(), a.end(), [](const FlatMode& mode) { return std::abs(mode.stride) == 1; });
  if (unit != a.end()) places[static_cast<std::size_t>(unit - a.begin())].times = ratio;
  return places;
}

// Has R the nesting of A, with a leaf of size_of for each of A's?
bool has_places(const Mode& a, const Mode& r, const Place*& place) {
  if (a.is_leaf()) return r.is_leaf() && r.size == (place++)->size_of({a.size, a.stride});
  if (a.modes.size() != r.modes.size()) return false;
  for (std::size_t i = 0; i < a.modes.size(); ++i) {
    if (!has_places(a.modes[i], r.modes[i], place)) return false;
  }
  return true;
}

// The element of R that holds part k of A's element i, and where in it.
struct Found {
  Int index = 0;
  Int part = 0;
};

Found find_in(const FlatLayout& a, const std::vector<Place>& places, Int i, Int k) {
  Found found;
  Int unit = 1;
  for (std::size_t l = 0; l < a.size(); ++l) {
    const Place& place = places[l];
    const Int coordinate = i % a[l].size;
    found.index += (coordinate / place.per * place.times + k % place.times) * unit;
    found.part += coordinate % place.per * a[l].stride;
    i /= a[l].size;
    unit *= place.size_of(a[l]);
  }
  return found;
}

// The units of memory that elements of `width` units hold, in order.
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

// A's elements have `parts` units, R's have `width`.
std::vector<Obligation> same_elements(
    const Layout& a, Int parts, const std::vector<Place>& places, const Layout& r, Int width) {
  const Place* place = places.data();
  const bool has_shape = has_places(a.mode, r.mode, place);
  std::vector<Obligation> obligations = {
      holds_if(has_shape, "R has A's modes, in elements of the new width")};
  std::string in_place = "A's elements lie in R's of the same places, all in one order";
  std::string nothing_else = "R's elements hold nothing else";
  const Int count = std::max(size(a.mode), size(r.mode));
  if (!has_shape) {
    constexpr const char* kWhy = ": not decided, R has other modes";
    obligations.push_back({in_place + kWhy, Holds::kUnknown});
    obligations.push_back({nothing_else + kWhy, Holds::kUnknown});
    return obligations;
  }
  if (count > kMaxTried / std::max(parts, width)) {
    obligations.push_back(undecided(std::move(in_place), count));
    obligations.push_back(undecided(std::move(nothing_else), count));
    return obligations;
  }
  const FlatLayout leaves = flatten(a.mode);
  const IndexFunction given(a);
  const IndexFunction result(r);
  const auto misplaced = [&](Int unit) {
    const Found found = find_in(leaves, places, unit / parts, unit % parts);
    if (found.part < 0 || found.part >= width) return "part " + std::to_string(found.part);
    return unless_equal("where R has it",
                        result(found.index) * width + found.part,
                        given(unit / parts) * parts + unit % parts);
  };
  obligations.push_back(for_each_index(std::move(in_place), 0, size(a.mode) * parts, misplaced));
  const auto of_a = memory(a, parts);
  const auto of_r = memory(r, width);
  obligations.push_back(holds_if(std::includes(of_a.begin(), of_a.end(), of_r.begin(), of_r.end()),
                                 std::move(nothing_else)));
  return obligations;
}

Result<unsigned> log2_of_ratio(const Swizzle& swizzle, Int ratio) {
  if (std::has_single_bit(static_cast<Word>(ratio))) return log2_exact(static_cast<Word>(ratio));
  return Error{ErrorCode::kNotSolvable,
               "recast of " + print(swizzle) + ": the ratio " + std::to_string(ratio) +
                   " must be a power of two"};
}

Result<Answer> widened(const Layout& a, Int ratio) {
  TP_TRY(mode, upcast(a.mode, ratio));
  Layout r{a.swizzle, a.offset / ratio, std::move(mode)};
  if (a.swizzle) {
    TP_TRY(log_ratio, log2_of_ratio(*a.swizzle, ratio));
    r.swizzle = upcast(*a.swizzle, log_ratio);
  }
  if (auto error = check(r)) return *error;
  auto obligations = widening_obligations(a, ratio, r);
  return Answer{std::move(r), std::move(obligations)};
}

Result<Answer> narrowed(const Layout& a, Int ratio) {
  if (!has_unit_stride(a.mode)) {
    return Error{ErrorCode::kNotSolvable,
                 "recast to elements " + std::to_string(ratio) +
                     " times as narrow: " + print(a.mode) + " has no stride 1"};
  }
  TP_TRY(mode, downcast(a.mode, ratio));
  TP_TRY(offset, times(a.offset, ratio, "recast: offset"));
  Layout r{a.swizzle, offset, std::move(mode)};
  if (a.swizzle) {
    TP_TRY(log_ratio, log2_of_ratio(*a.swizzle, ratio));
    r.swizzle->base += log_ratio;
  }
  if (auto error = check(r)) return *error;
  auto obligations = narrowing_obligations(a, ratio, r);
  return Answer{std::move(r), std::move(obligations)};
}

}  // namespace

std::vector<Obligation> widening_obligations(const Layout& a, Int ratio, const Layout& r) {
  return same_elements(a, 1, places_widened(flatten(a.mode), ratio), r, ratio);
}

std::vector<Obligation> narrowing_obligations(const Layout& a, Int ratio, const Layout& r) {
  return same_elements(a, ratio, places_narrowed(flatten(a.mode), ratio), r, 1);
}

Result<Answer> recast(const Layout& a, Int old_bits, Int new_bits) {
  if (old_bits < 1 || new_bits < 1) {
    return Error{ErrorCode::kInvalid,
                 "recast from " + std::to_string(old_bits) + " to " + std::to_string(new_bits) +
                     " bits: both must be at least 1"};
  }
  const Int common = std::gcd(old_bits, new_bits);
  const Int wider = new_bits / common;     // old elements in a new one, if narrower is 1
  const Int narrower = old_bits / common;  // new elements in an old one, if wider is 1
  if (narrower == 1) return widened(a, wider);
  if (wider == 1) return narrowed(a, narrower);
  TP_TRY(wide, widened(a, wider));
  TP_TRY(answer, narrowed(wide.layout, narrower));
  std::vector<Obligation> obligations;
  append(obligations, "first " + std::to_string(wider) + " times as wide: ", wide.obligations);
  append(obligations,
         "then " + std::to_string(narrower) + " times as narrow: ",
         std::move(answer.obligations));
  return Answer{std::move(answer.layout), std::move(obligations)};
}

}  // namespace tileproof::cute
