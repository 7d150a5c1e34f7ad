// Which modular layouts take values back to indices?  Often none, which is told apart from what is
// not searched: kNotSolvable is proved, kUnsupported is not.
#pragma once

#include "encodings/modular/layout.hpp"

namespace tileproof::modular {

// The inverse of a bijection.  A layout with an out-dim that adds is none (kNotSolvable), since no
// power of two has as many indices as there are values.
Result<Layout> invert(const Layout& layout);

// Some layout B with layout(B(y)) = y for each value y of the out-dims' box.  Its in-dims are the
// out-dims, widened to the next power of two (what B does beyond the box is not said); its out-dims
// are the in-dims, so it XORs.  Fails with kNotSolvable if there is none: a value is missing, or
// every choice of bases is wrong somewhere; with kUnsupported beyond 16 bits where a value with a
// single bit is no basis.
Result<Layout> pseudoinvert(const Layout& layout);

}  // namespace tileproof::modular
