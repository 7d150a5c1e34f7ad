// Which tiles does a layout have?  A divided by B = A o (B, complement of B): mode 0 is one tile,
// what B picks of A, and mode 1 the tiles.
//
//   (4,2,3):(2,1,8) by 4:2   ->   ((2,2),(2,3)):((4,1),(2,8))
//
// The obligations are those of the complement and of the composition, and layout<0>(R) = A o B. 6:1
// by (2,2):(1,3) loses the elements 2 and 5, which the complement leaves out.
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
Result<Answer> zipped_divide(const Layout& a, const Tiler& tiler);
Result<Answer> tiled_divide(const Layout& a, const Tiler& tiler);
Result<Answer> flat_divide(const Layout& a, const Tiler& tiler);

}  // namespace tileproof::cute
