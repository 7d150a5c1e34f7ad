// What does a layout leave out?
#pragma once

#include <span>

#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// The ordered layout R of what A does not touch below the product of `cotarget`, so that A's
// offsets plus R's repeat A.  4:2 up to 24 -> (2,3):(1,8).  kNotSolvable where CuTe detects that A
// is not injective; kUnsupported for negative strides, where CuTe's documentation gives no answer.
//
// Obligations, by CuTe's documentation and its unit test but for (2):
//   (1) cosize((A, R)) >= cotarget
//   (2) cosize(R) <= cotarget, rounded up to a multiple of A's largest size * stride
//   (3) R(i-1) < R(i)
//   (4) R(i) is no A(j), for 1 <= i
// (1) fails for (2,2):(1,3) up to 6: CuTe gives 1:0, and 2 and 5 belong to neither.  For (2) CuTe's
// test rounds up to a multiple of cosize(A), which fails for 2:3 up to 8: (3,2):(1,6) has cosize 9
// (its documentation says >=, which fails for 4:1 up to 24).
Result<Answer> complement(const Layout& a, Int cotarget);
// CuTe divides a cotarget that is a tuple mode by mode, each rounded up: the result can be larger
// than for the product.
Result<Answer> complement(const Layout& a, std::span<const Int> cotarget);

}  // namespace tileproof::cute
