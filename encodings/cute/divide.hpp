// Which tiles does a layout have?  A divided by B = A o (B, complement of B): mode 0 is one tile,
// what B picks of A, and mode 1 the tiles.
//
//   (4,2,3):(2,1,8) by 4:2   ->   ((2,2),(2,3)):((4,1),(2,8))
//
// Obligations: R(i) = A((B, B*)(i)) for B's complement B* up to size(A), layout<0>(R) = A o B, and
// those of the complement.  Together: each element of A is in just one tile, and tile 0 is what B
// picks.  Where B does not divide A, the last tiles go on beyond A, and the complement's coverage
// says by how many elements.  5:1 by (2,2):(1,3) fails: element 2 is in no tile.
//
// With a tiler <B0, B1, ...> each mode of A is divided by its own tile; modes beyond stay.  For A
// of shape (M,N,L) and a tiler <TileM,TileN>:
//   logical_divide  ((TileM,RestM), (TileN,RestN), L)
//   zipped_divide   ((TileM,TileN), (RestM,RestN,L))
//   tiled_divide    ((TileM,TileN), RestM, RestN, L)
//   flat_divide     (TileM, TileN, RestM, RestN, L)
#pragma once

#include "encodings/cute/notation.hpp"
#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

Result<Answer> logical_divide(const Layout& a, const Tiler& tiler);
// `tiles` is the complement.
std::vector<Obligation> division_obligations(const Layout& a,
                                             const Layout& tile,
                                             const Mode& tiles,
                                             const Layout& r);
Result<Answer> zipped_divide(const Layout& a, const Tiler& tiler);
Result<Answer> tiled_divide(const Layout& a, const Tiler& tiler);
Result<Answer> flat_divide(const Layout& a, const Tiler& tiler);

}  // namespace tileproof::cute
