#include "encodings/cute/complement.hpp"

#include <algorithm>

#include "encodings/cute/coalesce.hpp"
#include "encodings/cute/flat.hpp"
#include "encodings/cute/notation.hpp"

namespace tileproof::cute {
namespace {

// The product of ceil(cotarget / divisor), mode by mode.
Int divide_up(std::span<const Int> cotarget, Int divisor) {
  Int product = 1;
  for (const Int each : cotarget) {
    product *= ceil_div(each, divisor);
    divisor = ceil_div(divisor, each);
  }
  return product;
}

struct Rest {
  FlatLayout modes;
  Int period = 1;  // A and what it leaves out repeat after so many
  // Each stride of A is a multiple of the period of the modes before: then the strides and periods
  // are places of one number system, whose digits belong to A and to R by turns.
  bool has_digits = true;
};

Result<Rest> leave_out(FlatLayout kept, std::span<const Int> cotarget) {
  std::stable_sort(kept.begin(), kept.end(), [](const FlatMode& x, const FlatMode& y) {
    return x.stride < y.stride;
  });
  Rest rest;
  for (const FlatMode& mode : kept) {
    if (mode.stride / rest.period == 0) {
      return Error{ErrorCode::kNotSolvable,
                   "complement: not injective, stride " + std::to_string(mode.stride) +
                       " is below " + std::to_string(rest.period) + ", where the modes before end"};
    }
    rest.has_digits = rest.has_digits && mode.stride % rest.period == 0;
    rest.modes.push_back({mode.stride / rest.period, rest.period});
    TP_TRY(end, times(mode.stride, mode.size, "complement: stride"));
    rest.period = end;
  }
  rest.modes.push_back({divide_up(cotarget, rest.period), rest.period});
  rest.modes = coalesced(rest.modes);
  return rest;
}

// (3) for any size: R is flat and coalesced, and steps up at the end of each of its modes.
bool is_ordered(const FlatLayout& r) {
  Int reach = 0;
  for (const FlatMode& mode : r) {
    if (mode.size > 1 && mode.stride <= reach) return false;
    reach += (mode.size - 1) * mode.stride;
  }
  return true;
}

Obligation is_disjoint(const Layout& a, const Mode& r, bool has_digits) {
  std::string text = "R(i) is no A(j), for all 1 <= i < " + std::to_string(size(r)) + ", j < " +
                     std::to_string(size(a.mode));
  if (size(a.mode) > kMaxTried || size(r) > kMaxTried) {
    if (has_digits && !a.swizzle && a.offset == 0) return {std::move(text), Holds::kYes};
    return undecided(std::move(text), std::max(size(a.mode), size(r)));
  }
  const IndexFunction given(a);
  std::vector<Int> taken(static_cast<std::size_t>(size(a.mode)));
  for (std::size_t j = 0; j < taken.size(); ++j) taken[j] = given(static_cast<Int>(j));
  std::sort(taken.begin(), taken.end());
  const IndexFunction result(r);
  return for_each_index(std::move(text), 1, size(r), [&](Int i) {
    const Int offset = result(i);
    return std::binary_search(taken.begin(), taken.end(), offset)
               ? "where R(i) = " + std::to_string(offset) + " is one of A"
               : std::string();
  });
}

}  // namespace

Result<Answer> complement(const Layout& a, Int cotarget) {
  return complement(a, std::span<const Int>(&cotarget, 1));
}

Result<Answer> complement(const Layout& a, std::span<const Int> cotarget) {
  Int target = 1;
  for (const Int each : cotarget) {
    if (each < 1) {
      return Error{ErrorCode::kInvalid,
                   "complement: cotarget " + std::to_string(each) + " must be at least 1"};
    }
    TP_TRY(product, times(target, each, "complement: cotarget"));
    target = product;
  }
  TP_TRY(filtered, filter({std::nullopt, 0, a.mode}));
  FlatLayout kept = flatten(filtered.layout.mode);
  if (kept.front().size == 1) kept.clear();
  for (const FlatMode& mode : kept) {
    if (mode.stride < 0) {
      return Error{ErrorCode::kUnsupported,
                   "complement of " + print(a.mode) + ": CuTe gives none for negative strides"};
    }
  }
  TP_TRY(rest, leave_out(std::move(kept), cotarget));
  Layout r{std::nullopt, 0, unflatten(rest.modes)};
  if (auto error = check(Layout{std::nullopt, 0, tuple({a.mode, r.mode})})) return *error;
  const Int completed = cosize(tuple({a.mode, r.mode}));
  const Int bound = (ceil_div(target, rest.period) - 1) * rest.period;
  std::vector<Obligation> obligations = {
      holds_if(completed >= target,
               "cosize((A, R)) = " + std::to_string(completed) + " >= " + std::to_string(target)),
      holds_if(cosize(r.mode) - rest.period <= bound,
               "cosize(R) = " + std::to_string(cosize(r.mode)) + " <= " + std::to_string(target) +
                   " rounded up to a multiple of " + std::to_string(rest.period)),
      holds_if(is_ordered(rest.modes),
               "R(i-1) < R(i) for all 1 <= i < " + std::to_string(size(r.mode))),
      is_disjoint(a, r.mode, rest.has_digits)};
  return Answer{std::move(r), std::move(obligations)};
}

}  // namespace tileproof::cute
