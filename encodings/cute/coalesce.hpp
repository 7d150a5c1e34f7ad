// Fewer modes for the same function.
#pragma once

#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// The flat layout of fewest modes with A(i) for all i < size(A).  (2,(1,6)):(1,(6,2)) -> 12:1
// Obligations: size(R) = size(A), depth(R) <= 1, R(i) = A(i).
Result<Answer> coalesce(const Layout& a);
std::vector<Obligation> coalesce_obligations(const Layout& a, const Layout& r);

// Each of A's modes coalesced on its own.  (2,(1,6)):(1,(6,2)) -> (2,6):(1,2)
// Obligations: R's modes have the sizes of A's and depth <= 1, R(i) = A(i); so that R and A agree
// at every coordinate of A's modes.
Result<Answer> coalesce_by_mode(const Layout& a);
std::vector<Obligation> coalesce_by_mode_obligations(const Layout& a, const Layout& r);

// Without the modes of stride 0 or size 1: the same offsets, each met as often as the other modes
// meet it.  (4,(3,2)):(2,(0,1)) -> (4,2):(2,1)
// Obligations: R has no such mode, and is a coalesced A where the modes of stride 0 are left out.
Result<Answer> filter(const Layout& a);
std::vector<Obligation> filter_obligations(const Layout& a, const Layout& r);

}  // namespace tileproof::cute
