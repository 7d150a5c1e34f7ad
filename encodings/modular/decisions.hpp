// Does a layout reach every value, does it reach one twice, where does it have a value, and is it
// equal to another?  Exact, or undecided with the reason (subset_sums.hpp says when).  Never
// decided by a rank where an out-dim adds.
//
// An index is replayed on the definition before it is given as a witness.  On layouts of up to 16
// index bits witnesses of a "no" are the smallest.
#pragma once

#include "encodings/modular/decision.hpp"
#include "encodings/modular/layout.hpp"

namespace tileproof::modular {

// Does some index have each value of the out-dims' box?  "No" has a missing value (the smallest,
// the first out-dim counting lowest), but for out-dims of more than 2^22 values and an index of
// more than 24 bits that are too few for them.
Decision<std::vector<Word>> is_surjective(const Layout& layout);

// Do different indices have different values?  "No" has two flat indices (the second as small as
// possible, then the first), with a like exception for more than 26 bits.
Decision<Collision> is_injective(const Layout& layout);

// Some flat index with this value, as the witness of "yes".  "No" means that no index has it.
// Fails (kInvalid) unless the value has a coordinate below its size for each out-dim.
Result<Decision<Word>> find_index(const Layout& layout, std::span<const Word> value);

// Do two layouts have the same value at each named index?  Dimensions may come in any order, and
// the sizes of an out-dim may differ: modulo 6 and modulo 8, 1 and 2 have the same sums.  "No" has
// a flat index of `a`.  Fails (kDimension) unless the in-dims agree in name and size and the
// out-dims in name.
Result<Decision<Word>> equal(const Layout& a, const Layout& b);

}  // namespace tileproof::modular
