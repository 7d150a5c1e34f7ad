// Gaps in shared memory that keep columns out of one bank: after every `interval` elements,
// `amount` elements are left unused.  Several add up:
//
//   {2, 1}, {4, 2}:   offset 0 1 2 3  4  5  6  7      is stored at   0 1 3 4 8 9 11 12
#pragma once

#include "core/algebra.hpp"
#include "core/bits.hpp"

namespace tileproof::triton {

struct Padding {
  Word interval = 1;  // elements
  Word amount = 0;    // elements
  friend bool operator==(const Padding&, const Padding&) = default;
};

// The offset with the gaps of one pair more, in words: theorems are about all pairs.
template <Algebra A>
typename A::Word with_gaps(const A& a,
                           const typename A::Word& padded,
                           const typename A::Word& offset,
                           const typename A::Word& interval,
                           const typename A::Word& amount) {
  return a.add(padded, a.mul(a.udiv(offset, interval), amount));
}

// The offset with gaps of the element at an offset without.
template <Algebra A, typename Paddings>
typename A::Word padded_offset(const A& a, const Paddings& paddings, typename A::Word offset) {
  auto padded = offset;
  for (const Padding& gap : paddings) {
    padded = with_gaps<A>(a, padded, offset, gap.interval, gap.amount);
  }
  return padded;
}

}  // namespace tileproof::triton
