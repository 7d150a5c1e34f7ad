// From a claim as it is written down to the claim that engines decide.
#pragma once

#include "checkers/claims/claim.hpp"
#include "checkers/claims/stated_claim.hpp"

namespace tileproof {

// Fails if a layout or a field cannot be read, or if they do not fit each other; and if the names
// that inputs take are said, and are others.
Result<Claim> build_claim(const StatedClaim& stated);

// The same claim in one spelling, made of what was read, and of nothing else that stood there: each
// layout as its notation prints it, with its shape, the names that its inputs take, and numbers
// that had been left out.  Claims that are restated alike are one.
Result<StatedClaim> restate(const StatedClaim& stated);

}  // namespace tileproof
