// Which modular layouts follow from others by composition and inversion?  Often none, which is told
// apart from what is not decided: kNotSolvable is proved, kUnsupported is not.
#pragma once

#include "encodings/modular/decision.hpp"
#include "encodings/modular/layout.hpp"

namespace tileproof::modular {

// Is x -> outer(inner(x)) a modular layout with outer's out-dims?  Its value at 0 is 0, so it is
// one iff the value at each index is the sum of the values at its single bits.  "No" has an index
// where that fails (the smallest on up to 16 bits).
//
// Where inner adds modulo 6 and outer takes the bits of that sum apart, it is not: inner 1, 1 and
// outer [1] -> 1, [2] -> 1 (modulo 3) give 0, 1, 1 and at both bits outer(2) = 1, not 1 + 1.
//
// Fails (kDimension) unless inner's out-dims are outer's in-dims, in any order, and no larger.
Result<Decision<Word>> is_layout_after(const Layout& inner, const Layout& outer);
// That layout.  Fails also with kNotSolvable if there is none, kUnsupported if it is undecided.
Result<Layout> compose(const Layout& inner, const Layout& outer);

// The inverse of a bijection.  A layout with an out-dim that adds is none (kNotSolvable), since no
// power of two has as many indices as there are values.
Result<Layout> invert(const Layout& layout);

// Some layout B with layout(B(y)) = y for each value y of the out-dims' box.  Its in-dims are the
// out-dims, widened to the next power of two (what B does beyond the box is not said); its out-dims
// are the in-dims, so it XORs.  Fails with kNotSolvable if there is none: a value is missing, or
// every choice of bases is wrong somewhere; with kUnsupported beyond 16 bits where no set of bits
// of its own was found for each basis.
Result<Layout> pseudoinvert(const Layout& layout);

}  // namespace tileproof::modular
