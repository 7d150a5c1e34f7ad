#include "encodings/cute/offsets.hpp"

#include <algorithm>

#include "encodings/cute/flat.hpp"
#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {
namespace {

TakenOffsets try_all(const Layout& layout) {
  const IndexFunction function(layout);
  std::vector<Int> offsets(static_cast<std::size_t>(size(layout.mode)));
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = function(static_cast<Int>(i));
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  TakenOffsets taken{static_cast<Int>(offsets.size()), 0};
  for (const Int offset : offsets) taken.first_free += offset == taken.first_free;
  return taken;
}

}  // namespace

std::optional<TakenOffsets> taken_offsets(const Layout& layout) {
  if (size(layout.mode) <= kMaxTried) return try_all(layout);
  if (layout.swizzle || layout.offset != 0) return std::nullopt;
  FlatLayout flat = flatten(layout.mode);
  std::sort(flat.begin(), flat.end(), [](const FlatMode& x, const FlatMode& y) {
    return x.stride < y.stride;
  });
  TakenOffsets taken{1, 1};
  Int reach = 0;
  for (const FlatMode& mode : flat) {
    if (mode.size == 1 || mode.stride == 0) continue;
    if (mode.stride <= reach) return std::nullopt;
    const bool has_gap = taken.first_free <= reach || mode.stride > reach + 1;
    taken.count *= mode.size;
    reach += (mode.size - 1) * mode.stride;
    if (!has_gap) taken.first_free = reach + 1;
  }
  return taken;
}

Layout copies_at(const Layout& a, const Mode& r) {
  return {a.swizzle, a.offset, tuple({a.mode, r})};
}

}  // namespace tileproof::cute
