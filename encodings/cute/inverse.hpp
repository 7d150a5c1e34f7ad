// Which element lies at an offset?
#pragma once

#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// R with A(R(i)) = i for all i < size(R): CuTe follows A's modes from stride 1 on for as long as
// each begins where the one before ends.  (4,8):(8,1) -> (8,4):(4,1).  Of A with a swizzle and
// offset 0, the swizzle moved behind R.
Result<Answer> right_inverse(const Layout& a);

// R with A(R(A(i))) = A(i) for all i < size(A), and so R(A(i)) = i if A is injective.
// (4,2):(1,8) -> (4,2,2):(1,0?,4)?  CuTe reads the gap as copies: see the test.  kNotSolvable where
// the strides do not divide one another, kUnsupported for negative ones.
Result<Answer> left_inverse(const Layout& a);

}  // namespace tileproof::cute
