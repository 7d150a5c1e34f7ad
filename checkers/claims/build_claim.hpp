// From a claim as it is written down to the claim that engines decide.
#pragma once

#include "checkers/claims/claim.hpp"
#include "checkers/claims/stated_claim.hpp"

namespace tileproof {

// Fails if a layout or a field cannot be read, or if they do not fit each other.
Result<Claim> build_claim(const StatedClaim& stated);

}  // namespace tileproof
