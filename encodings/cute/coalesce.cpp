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
  if (size(a.mode) > kMaxTried) return holds_if(agree_at_units(a.mode, r.mode), std::move(text));
  const IndexFunction given(a);
  const IndexFunction result(r);
  return for_each_index(std::move(text), 0, size(a.mode), [&](Int i) {
    return unless_equal("R(i)", result(i), given(i));
  });
}

Obligation same_size(const Layout& a, const Layout& r) {
  return holds_if(size(r.mode) == size(a.mode), "size(R) = size(A)");
}

Mode coalesce_mode(const Mode& mode) { return unflatten(coalesced(flatten(mode))); }

}  // namespace

Result<Answer> coalesce(const Layout& a) {
  Layout r{a.swizzle, a.offset, coalesce_mode(a.mode)};
  std::vector<Obligation> obligations = {
      same_size(a, r), holds_if(depth(r.mode) <= 1, "depth(R) <= 1"), same_function(a, r)};
  return checked_answer(std::move(r), std::move(obligations));
}

Result<Answer> coalesce_by_mode(const Layout& a) {
  if (a.mode.is_leaf()) return coalesce(a);
  std::vector<Mode> modes;
  for (const Mode& mode : a.mode.modes) modes.push_back(coalesce_mode(mode));
  Layout r{a.swizzle, a.offset, tuple(std::move(modes))};
  std::vector<Obligation> obligations = {
      same_size(a, r),
      holds_if(rank(r.mode) == rank(a.mode), "rank(R) = rank(A)"),
      same_function(a, r)};
  return checked_answer(std::move(r), std::move(obligations));
}

Result<Answer> filter(const Layout& a) {
  FlatLayout kept;
  Int copies = 1;
  for (const FlatMode& mode : flatten(a.mode)) {
    if (mode.stride == 0) {
      copies *= mode.size;
    } else {
      kept.push_back(mode);
    }
  }
  Layout r{a.swizzle, a.offset, unflatten(coalesced(kept))};
  std::vector<Obligation> obligations = {
      holds_if(size(r.mode) == size(a.mode) / copies,
               "size(R) = " + std::to_string(size(a.mode)) + " / " + std::to_string(copies)),
      holds_if(cosize(r.mode) == cosize(a.mode), "cosize(R) = cosize(A)")};
  return checked_answer(std::move(r), std::move(obligations));
}

}  // namespace tileproof::cute
