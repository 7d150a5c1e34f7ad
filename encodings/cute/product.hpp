// How is a block repeated?  A times B = (A, complement of A o B): mode 0 is the block, mode 1 where
// its copies lie, in B's order.
//
//   (2,2):(4,1) times 6:1   ->   ((2,2),(2,3)):((4,1),(2,8))
//
// Obligations: layout<0>(R) = A, and layout<1>(R) is A's places o B, compatible with B, where the
// places are CuTe's complement A* up to size(A) * cosize(B): in order, and no further apart than
// A's copies need.  (A* need not fill the gaps that A leaves.)  And no two copies of A meet: R has
// as many offsets as A times B.  2:3 times (2,2):(1,2) gives (2,(2,2)):(3,(1,2)), whose copy at 3
// meets the one at 0.  With a tiler <B0, B1, ...> no two copies of the whole A may meet either:
// (2,2):(1,2) by <2:1, 2:1> gives ((2,2),(2,2)):((1,2),(2,1)), 16 elements at 7 offsets.
#pragma once

#include "encodings/cute/notation.hpp"
#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

Result<Answer> logical_product(const Layout& block, const Tiler& tiler);
// `places` is the complement.
std::vector<Obligation> product_obligations(const Layout& block,
                                            const Layout& tiler,
                                            const Mode& places,
                                            const Layout& r);

// In the orders of zipped_divide, tiled_divide and flat_divide.
Result<Answer> zipped_product(const Layout& block, const Tiler& tiler);
Result<Answer> tiled_product(const Layout& block, const Tiler& tiler);
Result<Answer> flat_product(const Layout& block, const Tiler& tiler);

enum class ProductOrder { kBlocked, kRaked };

// Mode i is (block's mode i, tiler's mode i): whole blocks side by side.
//   (2,5):(5,1) by (3,4):(1,3)  ->  ((2,3),(5,4)):((5,10),(1,30))
// The operand of fewer modes is given modes 1:0.  kUnsupported where block and copies then differ
// in rank, as for (2):(2) by 4:1, whose copies are (2,2):(1,4): CuTe cannot pair them.
Result<Answer> blocked_product(const Layout& block, const Layout& tiler);
// Mode i is (tiler's mode i, block's mode i): the blocks interleaved.
Result<Answer> raked_product(const Layout& block, const Layout& tiler);
// Is `r` the modes of the logical product, paired?
Obligation pairing_obligation(const Mode& product, ProductOrder order, const Mode& r);

}  // namespace tileproof::cute
