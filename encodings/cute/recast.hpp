// What is a layout in elements of another width?
#pragma once

#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// The layout in elements of `new_bits` of memory that A lays out in elements of `old_bits`.
//   8:1 of 16 bits in 32 bits        -> 4:1
//   (8,4):(1,8) of 32 bits in 16     -> (16,4):(1,16)
//   Sw<3,4,3> of 8 bits in 16 bits   -> Sw<3,3,3>
// Obligations: R has A's modes, where as many coordinates as lie in one new element become one;
// each element of A lies in R's at the same coordinates, and as far from its beginning as in all
// others, which a swizzle below the new width breaks; and R's elements hold nothing else.
// kNotSolvable where a stride neither divides nor is divided by the
// ratio (upcast), or no stride is 1 (downcast): CuTe refuses those.
Result<Answer> recast(const Layout& a, Int old_bits, Int new_bits);
// To elements `ratio` times as wide, or as narrow.
std::vector<Obligation> widening_obligations(const Layout& a, Int ratio, const Layout& r);
std::vector<Obligation> narrowing_obligations(const Layout& a, Int ratio, const Layout& r);

}  // namespace tileproof::cute
