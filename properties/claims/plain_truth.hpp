// Is a claim true, by plain loops over the values of its layouts?  What engines, replay and
// certifier say is compared with it, and it shares nothing with them.
#pragma once

#include "checkers/claims/stated_claim.hpp"

namespace tileproof::laws {

// By value_at() at every point.  Requires: the claim can be built, and has few points.
bool is_true(const StatedClaim& claim);

}  // namespace tileproof::laws
