// What is a layout in elements of another width?
#pragma once

#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// The layout in elements of `new_bits` of memory that A lays out in elements of `old_bits`.
//   8:1 of 16 bits in 32 bits        -> 4:1
//   (8,4):(1,8) of 32 bits in 16     -> (16,4):(1,16)
//   Sw<3,4,3> of 8 bits in 16 bits   -> Sw<3,3,3>
// Obligations: both layouts cover the same memory; an offset is a multiple of the ratio; and, with
// wider elements, a swizzle keeps the parts of each new element together.  kNotSolvable where a
// stride neither divides nor is divided by the ratio (upcast), or no stride is 1 (downcast):
// CuTe refuses those.
Result<Answer> recast(const Layout& a, Int old_bits, Int new_bits);

}  // namespace tileproof::cute
