// Do sums of multiples of strides collide, and do they fill an interval?  The questions that are
// left of an affine layout once its formula is a sum of stride * digit:
//
//   strides 1, 8 with digits below 8, 8:    every sum 0 .. 63 once
//   strides 1, 7 with digits below 8, 8:    7 = 7*1 + 1*0 = 7*0 + 1*7 twice
//
// Injectivity is decided in the difference form, with one copy of the digits instead of two: sums
// are equal iff the difference sum(stride * d) = 0 for some |d| < size, not all 0.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/bits.hpp"

namespace tileproof {

struct StrideMode {
  Word stride = 0;
  Word size = 1;  // digits 0 .. size - 1
};

// Requires: the sum of stride * (size - 1) is below 2^62.
using StrideModes = boost::container::small_vector<StrideMode, 16>;

struct StrideAnswer {
  enum class Kind { kInjective, kCollides, kUndecided } kind = Kind::kUndecided;
  // "sorted": each stride is larger than all that smaller ones sum up to.  "difference": a search
  // over the difference form.
  const char* rule = "";
  // A difference for each mode, in the order given, if it collides.
  std::vector<std::int64_t> difference = {};
};

// Is each stride larger than all that smaller ones sum up to?  Then no two sums are equal.
bool is_sorted_injective(const StrideModes& modes);

// Complete search, but for a bound on its steps.
StrideAnswer decide_injective(const StrideModes& modes);

// The smallest number that is no sum but below the largest; nullopt if the sums are an interval.
// Sorted by size, stride k must not leave a gap above the sums of the strides before it, and that
// is also enough.
std::optional<Word> first_gap(const StrideModes& modes);

}  // namespace tileproof
