// Which modular layout is one after another?  Often none: a sum that is taken apart is no sum.
#pragma once

#include "checkers/limits/limits.hpp"
#include "encodings/modular/layout.hpp"

namespace tileproof {

// x -> outer(inner(x)) as a modular layout with outer's out-dims.  Its value at 0 is 0, so it is
// one iff the value at each index is the sum of the values at its single bits, which engines
// decide.
//
// Where inner adds modulo 6 and outer takes the bits of that sum apart, it is not: inner 1, 1 and
// outer [1] -> 1, [2] -> 1 (modulo 3) give 0, 1, 1 and at both bits outer(2) = 1, not 1 + 1.
//
// Fails (kDimension) unless inner's out-dims are outer's in-dims, in any order, and no larger; with
// kNotSolvable if there is none, with kUnsupported if it is not decided within the limits.
Result<modular::Layout> compose(const modular::Layout& inner,
                                const modular::Layout& outer,
                                const Limits& limits = {});

}  // namespace tileproof
