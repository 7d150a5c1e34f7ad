// Which element lies at an offset?
#pragma once

#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// R with A(R(i)) = i for all i < size(R), where R(i) is an element of A: CuTe follows A's modes
// from stride 1 on for as long as each begins where the one before ends.  (4,8):(8,1) ->
// (8,4):(4,1).  Of A with a swizzle and offset 0, the swizzle moved behind R.  The second
// obligation is that R is all of A's inverse where A has one: where its offsets are 0 .. size-1.
Result<Answer> right_inverse(const Layout& a);
std::vector<Obligation> right_inverse_obligations(const Layout& a, const Layout& r);

// R with A(R(A(i))) = A(i) for all i < size(A), where R(A(i)) is an element of A; and so R(A(i)) =
// i if A is injective.  (4,2):(1,8) -> (8,2):(1,4).  kNotSolvable where the strides do not divide
// one another, kUnsupported for negative ones.  CuTe's answer can be wrong if A is not injective:
// (2,3):(2,1) gives (2,2):(2,1), which takes A(5) = 4 to an i with A(i) = 1.
Result<Answer> left_inverse(const Layout& a);
std::vector<Obligation> left_inverse_obligations(const Layout& a, const Layout& r);

}  // namespace tileproof::cute
