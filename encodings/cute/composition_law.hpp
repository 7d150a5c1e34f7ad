// What does CuTe's composition really require?
//
// CuTe computes A o B for each leaf size:stride of B on its own, from A's coalesced modes.  The
// result is A(B(i)) for every i < size(B), *whatever A's strides are*, just if two conditions hold.
//
// (1) Each leaf s:r of B fits A.  Walk through A's modes but the last, of size n each, with s
//     elements of stride r left:
//       r >= n   n must divide r; go on with r / n.
//       r <  n   either the elements end in this mode, (s - 1) r < n, and all is well;
//                or r must divide n and n / r must divide s; go on with s / (n / r) elements of
//                stride 1.
//     CuTe checks less: that n divides r where r >= n, and that ceil(n / r) divides s or is no less
//     than s.  So (4,6,8):(2,3,5) o 6:3 passes, with a wrong result (NVIDIA/cutlass#3177).
//
// (2) The leaves of B never carry together.  In each of A's modes but the last, the largest
//     coordinates that the leaves of B reach there add up to less than the mode's size.  CuTe does
//     not check this: (6,2):(1,7) o (3,2):(2,3) has 4 + 3 >= 6, so A(B(5)) = A(7) = 8 but the
//     result has A(4) + A(3) = 7 (NVIDIA/cutlass#2955).
//
// Why just if?  A(x) with strides that are far apart tells every coordinate of x in A's modes, and
// the result gives leaf by leaf the coordinates that (1) computes; they are those of B(i) just if
// no leaf leaves its pattern (1) and no sum of leaves carries (2).  With A's actual strides a
// result can be right by luck: (2,2):(1,1) has (2) violated by 2:1 and 2:1 only if A(2) is not A(1)
// + A(1).
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
// Do (1) and (2) hold for A = (sizes of `a`):(any strides)?  `a` must be coalesced.
CompositionLaw composition_law(const FlatLayout& a, const FlatLayout& b);

}  // namespace tileproof::cute
