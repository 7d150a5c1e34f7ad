// A o B: the elements of A that B picks, in B's shape.
#pragma once

#include "encodings/cute/notation.hpp"
#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// R with B's shape, or a refinement of it, and R(i) = A(B(i)) for all i < size(B): those are the
// obligations, since CuTe's algorithm does not ensure them (composition_law.hpp).  Beyond its size
// A goes on with its last mode, as in CuTe.
//   (10,2):(16,4) o (3,4):(1,5)       -> (3,(2,2)):(16,(80,4)), right
//   (6,2):(1,7) o (3,2):(2,3)         -> (3,2):(2,3), wrong at i = 5
//   (6,2):(1,7) o 2:7                 -> kNotSolvable, 6 does not divide 7
// A may have a swizzle and an offset, which stay in front.  B may have a swizzle; CuTe then moves
// it in front of A, which is right only if A maps its bits to bits.
Result<Answer> composition(const Layout& a, const Layout& b);
// The layout alone.
Result<Layout> compose(const Layout& a, const Layout& b);
std::vector<Obligation> composition_obligations(const Layout& a, const Layout& b, const Layout& r);

// With <B0, B1, ...>: the layout of A's mode 0 o B0, A's mode 1 o B1, ...; A's other modes are
// dropped, as in CuTe C++ (pycute keeps them).
Result<Answer> composition(const Layout& a, const Tiler& tiler);

// The swizzle whose source bits are `sources` and whose target bits are `targets`, if there is one.
Result<Swizzle> make_swizzle(Word sources, Word targets);
// CuTe's swizzle' for which A o swizzle might be swizzle' o A: A's values at the masks.
Result<Swizzle> move_to_front(const Mode& a, const Swizzle& swizzle);

}  // namespace tileproof::cute
