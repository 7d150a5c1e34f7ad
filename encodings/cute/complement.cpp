#include "encodings/cute/complement.hpp"

#include <algorithm>

#include "encodings/cute/flat.hpp"
#include "encodings/cute/notation.hpp"
#include "encodings/cute/offsets.hpp"

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

// CuTe takes strides that do not nest for a layout that is not injective.  Is it?
Error not_nested(const FlatLayout& kept, Int stride, Int period) {
  const Layout layout{std::nullopt, 0, unflatten(kept)};
  const auto taken = taken_offsets(layout);
  const Int cases = size(layout.mode);
  std::string verdict = "not decided, " + std::to_string(cases) + " cases are more than 2^20";
  if (taken) verdict = taken->count == cases ? "it is" : "it is not";
  return {ErrorCode::kNotSolvable,
          "complement: stride " + std::to_string(stride) + " is below " + std::to_string(period) +
              ", where the modes before end; CuTe gives none, as if " + print(layout.mode) +
              " were not injective (" + verdict + ")"};
}

Result<FlatLayout> leave_out(FlatLayout kept, std::span<const Int> cotarget) {
  std::stable_sort(kept.begin(), kept.end(), [](const FlatMode& x, const FlatMode& y) {
    return x.stride < y.stride;
  });
  FlatLayout rest;
  Int period = 1;  // A and what it leaves out repeat after so many
  for (const FlatMode& mode : kept) {
    if (mode.stride / period == 0) return not_nested(kept, mode.stride, period);
    rest.push_back({mode.stride / period, period});
    TP_TRY(end, times(mode.stride, mode.size, "complement: stride"));
    period = end;
  }
  rest.push_back({divide_up(cotarget, period), period});
  return coalesced(rest);
}

// After so many A can repeat at the earliest, where its strides nest.  It fits, as leave_out finds.
Int period_of(const Mode& a) {
  Int period = 1;
  for (const FlatMode& mode : flatten(a)) {
    if (mode.size > 1) period = std::max(period, mode.size * mode.stride);
  }
  return period;
}

// Up by one step at the end of each mode, and with it everywhere.
Obligation is_ordered(const Mode& r) {
  bool steps_up = true;
  Int reach = 0;
  for (const FlatMode& mode : flatten(r)) {
    if (mode.size == 1) continue;
    steps_up = steps_up && mode.stride > reach;
    reach += (mode.size - 1) * mode.stride;
  }
  return holds_if(steps_up, "R(i-1) < R(i) for all 1 <= i < " + std::to_string(size(r)));
}

Obligation covers(const std::optional<TakenOffsets>& taken, const Layout& both, Int target) {
  std::string text = "each of 0 .. " + std::to_string(target - 1) + " is an offset of (A, R)";
  if (!taken) return undecided(std::move(text), size(both.mode));
  if (taken->first_free < target) {
    return {text + ": not " + std::to_string(taken->first_free), Holds::kNo};
  }
  const Int beyond = taken->count - target;
  if (beyond > 0) text += ", as are " + std::to_string(beyond) + " others";
  return {std::move(text), Holds::kYes};
}

Obligation copies_are_apart(const std::optional<TakenOffsets>& of_a,
                            const std::optional<TakenOffsets>& of_both,
                            const Mode& r) {
  std::string text = "no offset is in two copies of A";
  if (!of_a || !of_both) return undecided(std::move(text), size(r));
  return holds_if(of_both->count == of_a->count * size(r),
                  text + ": " + std::to_string(of_a->count) + " * " + std::to_string(size(r)) +
                      " offsets, (A, R) has " + std::to_string(of_both->count));
}

Obligation is_disjoint(const Layout& a, const Mode& r) {
  std::string text = "R(i) is no A(j), for all 1 <= i < " + std::to_string(size(r)) + ", j < " +
                     std::to_string(size(a.mode));
  if (size(a.mode) > kMaxTried) return undecided(std::move(text), size(a.mode));
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

std::vector<Obligation> repetition_obligations(const Layout& a, Int target, const Mode& r) {
  const Int period = period_of(a.mode);
  const Int reached = cosize(copies_at(a, r).mode);
  return {is_ordered(r),
          holds_if(reached - period <= (ceil_div(target, period) - 1) * period,
                   "cosize((A, R)) = " + std::to_string(reached) + " <= " + std::to_string(target) +
                       " rounded up to a multiple of " + std::to_string(period))};
}

std::vector<Obligation> complement_obligations(const Layout& a, Int target, const Mode& r) {
  const Layout both = copies_at(a, r);
  const auto taken = taken_offsets(both);
  std::vector<Obligation> obligations = {covers(taken, both, target),
                                         copies_are_apart(taken_offsets(a), taken, r)};
  if (a.swizzle || a.offset != 0) obligations.push_back(is_disjoint(a, r));
  append(obligations, "", repetition_obligations(a, target, r));
  return obligations;
}

Result<Mode> left_out(const Layout& a, std::span<const Int> cotarget) {
  FlatLayout kept = coalesced(without_copies(flatten(a.mode)));
  for (const FlatMode& mode : kept) {
    if (mode.stride < 0) {
      return Error{ErrorCode::kUnsupported,
                   "complement of " + print(a.mode) + ": CuTe gives none for negative strides"};
    }
  }
  TP_TRY(rest, leave_out(std::move(kept), cotarget));
  Mode r = unflatten(rest);
  if (auto error = check(copies_at(a, r))) return *error;
  return r;
}

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
  TP_TRY(r, left_out(a, cotarget));
  auto obligations = complement_obligations(a, target, r);
  return Answer{{std::nullopt, 0, std::move(r)}, std::move(obligations)};
}

}  // namespace tileproof::cute
