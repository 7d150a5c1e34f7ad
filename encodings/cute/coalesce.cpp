#include "encodings/cute/coalesce.hpp"

#include <algorithm>

#include "encodings/cute/flat.hpp"

namespace tileproof::cute {
namespace {

// For any size: where R's modes begin and end at beginnings of A's, both are sums over A's leaves,
// so they agree if they do at the unit of each leaf.
bool agree_at_units(const Mode& a, const Mode& r) {
  std::vector<Int> begins;
  Int unit = 1;
  const IndexFunction function(r);
  for (const FlatMode& mode : flatten(a)) {
    begins.push_back(unit);
    if (mode.size > 1 && function(unit) != mode.stride) return false;
    unit *= mode.size;
  }
  begins.push_back(unit);
  Int begin = 1;
  for (const FlatMode& mode : flatten(r)) {
    begin *= mode.size;
    if (std::find(begins.begin(), begins.end(), begin) == begins.end()) return false;
  }
  return true;
}

Obligation same_function(const Layout& a, const Layout& r) {
  std::string text = "R(i) = A(i) for all i < " + std::to_string(size(a.mode));
  if (size(a.mode) > kMaxTried) {
    const bool starts_alike = a.swizzle == r.swizzle && a.offset == r.offset;
    return holds_if(starts_alike && agree_at_units(a.mode, r.mode), std::move(text));
  }
  const IndexFunction given(a);
  const IndexFunction result(r);
  return for_each_index(std::move(text), 0, size(a.mode), [&](Int i) {
    return unless_equal("R(i)", result(i), given(i));
  });
}

Mode coalesce_mode(const Mode& mode) { return unflatten(coalesced(flatten(mode))); }

}  // namespace

std::vector<Obligation> coalesce_obligations(const Layout& a, const Layout& r) {
  return {holds_if(size(r.mode) == size(a.mode), "size(R) = " + std::to_string(size(a.mode))),
          holds_if(depth(r.mode) <= 1, "depth(R) <= 1"),
          same_function(a, r)};
}

Result<Answer> coalesce(const Layout& a) {
  Layout r{a.swizzle, a.offset, coalesce_mode(a.mode)};
  auto obligations = coalesce_obligations(a, r);
  return checked_answer(std::move(r), std::move(obligations));
}

std::vector<Obligation> coalesce_by_mode_obligations(const Layout& a, const Layout& r) {
  const bool fits =
      std::equal(a.mode.modes.begin(),
                 a.mode.modes.end(),
                 r.mode.modes.begin(),
                 r.mode.modes.end(),
                 [](const Mode& x, const Mode& y) { return size(x) == size(y) && depth(y) <= 1; });
  return {holds_if(fits, "R's modes have the sizes of A's, and depth <= 1"), same_function(a, r)};
}

Result<Answer> coalesce_by_mode(const Layout& a) {
  if (a.mode.is_leaf()) return coalesce(a);
  std::vector<Mode> modes;
  for (const Mode& mode : a.mode.modes) modes.push_back(coalesce_mode(mode));
  Layout r{a.swizzle, a.offset, tuple(std::move(modes))};
  auto obligations = coalesce_by_mode_obligations(a, r);
  return checked_answer(std::move(r), std::move(obligations));
}

std::vector<Obligation> filter_obligations(const Layout& a, const Layout& r) {
  const FlatLayout flat = flatten(r.mode);
  const bool is_filtered =
      flat == FlatLayout{{1, 0}} || std::all_of(flat.begin(), flat.end(), [](const FlatMode& mode) {
        return mode.size > 1 && mode.stride != 0;
      });
  std::vector<Obligation> obligations = {
      holds_if(is_filtered, "no mode of R has size 1 or stride 0, unless R is 1:0")};
  const Layout rest{a.swizzle, a.offset, unflatten(without_copies(flatten(a.mode)))};
  append(obligations, "of A without modes of stride 0: ", coalesce_obligations(rest, r));
  return obligations;
}

Result<Answer> filter(const Layout& a) {
  Layout r{a.swizzle, a.offset, unflatten(coalesced(without_copies(flatten(a.mode))))};
  auto obligations = filter_obligations(a, r);
  return checked_answer(std::move(r), std::move(obligations));
}

}  // namespace tileproof::cute
