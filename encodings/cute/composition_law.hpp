// What does CuTe's composition really require?
//
// CuTe computes A o B for each leaf size:stride of B on its own, from A's coalesced modes, and adds
// the results up.  With strides of B >= 0, the result is A(B(i)) for every i < size(B) if
//
// (1) Each leaf s:r of B fits A.  Walk through A's modes but the last, of size n each, with s
//     elements of stride r left, s > 1:
//       r >= n   n divides r; go on with r / n.
//       r <  n   either the elements end in this mode, (s - 1) r < n, and the walk ends;
//                or r divides n and n / r divides s; go on with s / (n / r) elements of stride 1.
//     CuTe checks less: that n divides r where r >= n, and that ceil(n / r) divides s or is not
//     below it.  (4,6,8):(2,3,5) o 6:3 passes, and is wrong (NVIDIA/cutlass#3177).
//
// (2) The leaves of B do not carry together.  In each of A's modes but the last, the largest
//     coordinates that the leaves of B reach add up to less than the mode's size.  CuTe does not
//     check this: (6,2):(1,7) o (3,2):(2,3) has 4 + 3 >= 6, so that A(B(5)) = A(7) = 8 where the
//     result has A(4) + A(3) = 7 (NVIDIA/cutlass#2955).  CuTe's documentation asks for B to be
//     injective instead, which neither suffices, (3,2):(1,4) o (2,2):(1,2), nor is needed,
//     (4,2):(1,9) o (2,2):(1,1).
//
// and only if, unless A's modes (but the last) have a stride of 0: nothing weaker will do.
//
// Why?  (1) says that the coordinates of c * r in A's modes are those that CuTe takes, and (2) that
// adding them up makes no carry, so A is the sum.  Conversely:
//   (1) fails, and CuTe accepts: at some mode of stride d, r < n does not divide n, and CuTe takes
//       t = ceil(n / r) elements there.  Element t lies at coordinate e = t r - n of that mode,
//       where 0 < e < r, and 1 of the next; the result leaves out e d, which is not 0.
//   (1) holds, (2) fails: of the sums in mode i that reach its size n, take the least, n + e.  A
//       has e d_i + d_(i+1) there, the result (n + e) d_i; they differ, since A is coalesced:
//       d_(i+1) is not n d_i.
#pragma once

#include <string>
#include <vector>

#include "encodings/cute/flat.hpp"

namespace tileproof::cute {

// Some of a leaf of B in mode `mode` of A: `size` elements, every `stride`-th of the mode.
struct ComposedPart {
  std::size_t mode = 0;
  Int size = 1;
  Int stride = 0;
};

// CuTe's composition of A's coalesced modes with one leaf, or CuTe's reason to refuse: its stride
// or its shape divisibility condition.
Result<std::vector<ComposedPart>> compose_leaf(const FlatLayout& a, const FlatMode& b);

struct CompositionLaw {
  bool applies = true;  // not with strides of both signs in B
  bool holds = true;
  std::string why_not;  // the condition and its numbers
};
// Do (1) and (2) hold?  Strides of B that are all <= 0 count by their magnitudes.  `a` must be
// coalesced.
CompositionLaw composition_law(const FlatLayout& a, const FlatLayout& b);

}  // namespace tileproof::cute
