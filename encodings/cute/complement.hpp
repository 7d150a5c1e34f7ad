// What does a layout leave out?
#pragma once

#include <span>

#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// The ordered layout R at whose offsets copies of A fill 0 .. M-1, for M the product of `cotarget`.
// 4:2 up to 24 -> (2,3):(1,8).  kNotSolvable where A's strides do not nest, which CuTe takes for a
// layout that is not injective, though (5,6):(7,24) is; kUnsupported for negative strides, where
// CuTe's documentation gives no answer.
//
// Obligations, where (A, R) are A's copies at R(0), R(1), ..., behind A's swizzle and offset:
//   (1) each of 0 .. M-1 is an offset of (A, R)
//   (2) no offset is in two copies of A; and so R(i) is no A(j) for 1 <= i, of which CuTe's
//       documentation speaks, unless A has a swizzle or an offset, where it is checked
//   (3) R(i-1) < R(i)
//   (4) cosize((A, R)) <= M, rounded up to a multiple of A's largest size * stride
// CuTe asks for less than (1), cosize((A, R)) >= M: it gives 1:0 for (2,2):(1,3) up to 6, and 2
// and 5 are in no copy.  Where M is no multiple of A's size * stride, offsets beyond M are in R's
// copies, too; the text of (1) says how many.  CuTe's test bounds cosize(R) by M rounded up to a
// multiple of cosize(A), which fails for 2:3 up to 8: (3,2):(1,6) has cosize 9.
Result<Answer> complement(const Layout& a, Int cotarget);
// CuTe divides a cotarget that is a tuple mode by mode, each rounded up: the result can be larger
// than for the product, and breaks (4).
Result<Answer> complement(const Layout& a, std::span<const Int> cotarget);
std::vector<Obligation> complement_obligations(const Layout& a, Int target, const Mode& r);

// CuTe's R, and (3) and (4) alone: what a product needs, whose A may leave gaps.
Result<Mode> left_out(const Layout& a, std::span<const Int> cotarget);
std::vector<Obligation> repetition_obligations(const Layout& a, Int target, const Mode& r);

}  // namespace tileproof::cute
