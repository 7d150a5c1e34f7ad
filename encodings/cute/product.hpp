// How is a block repeated?  A times B = (A, complement of A o B): mode 0 is the block, mode 1 where
// its copies lie, in B's order.
//
//   (2,2):(4,1) times 6:1   ->   ((2,2),(2,3)):((4,1),(2,8))
//
// The obligations are those of the complement and of the composition, and that the copies of A do
// not meet: R has as many offsets as A times B.  2:3 times (2,2):(1,2) gives (2,(2,2)):(3,(1,2)),
// whose copy at 3 meets the one at 0.
#pragma once

#include "encodings/cute/notation.hpp"
#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

Result<Answer> logical_product(const Layout& block, const Tiler& tiler);
// In the orders of zipped_divide, tiled_divide and flat_divide.
Result<Answer> zipped_product(const Layout& block, const Tiler& tiler);
Result<Answer> tiled_product(const Layout& block, const Tiler& tiler);
Result<Answer> flat_product(const Layout& block, const Tiler& tiler);

// Mode i is (block's mode i, tiler's mode i): whole blocks side by side.
//   (2,5):(5,1) by (3,4):(1,3)  ->  ((2,3),(5,4)):((5,10),(1,30))
Result<Answer> blocked_product(const Layout& block, const Layout& tiler);
// Mode i is (tiler's mode i, block's mode i): the blocks interleaved.
Result<Answer> raked_product(const Layout& block, const Layout& tiler);

}  // namespace tileproof::cute
