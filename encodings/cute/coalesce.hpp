// Fewer modes for the same function.
#pragma once

#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// The flat layout of fewest modes with A(i) for all i < size(A).  (2,(1,6)):(1,(6,2)) -> 12:1
Result<Answer> coalesce(const Layout& a);
// Each of A's modes coalesced on its own.  (2,(1,6)):(1,(6,2)) -> (2,6):(1,2)
Result<Answer> coalesce_by_mode(const Layout& a);
// Without the modes of stride 0 or size 1: the same offsets, each met as often as the other modes
// meet it.  (4,(3,2)):(2,(0,1)) -> (4,2):(2,1)
Result<Answer> filter(const Layout& a);

}  // namespace tileproof::cute
