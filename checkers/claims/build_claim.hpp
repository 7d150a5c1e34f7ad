// From a claim as it is written down to the claim that engines decide.
#pragma once

#include "checkers/claims/claim.hpp"
#include "checkers/claims/stated_claim.hpp"
#include "encodings/index_map/family.hpp"

namespace tileproof {

// Layouts may be in the notations of these families, too (encodings/index_map/family.hpp).  Fails
// if a layout or a field cannot be read, or if they do not fit each other; and if the names that
// inputs take are said, and are others.
Result<Claim> build_claim(const StatedClaim& stated, std::span<const Family> families = {});

// The same claim in one spelling, made of what was read, and of nothing else that stood there: each
// layout as its notation prints it, with its shape, the names that its inputs take, and numbers
// that had been left out.  Claims that are restated alike are one.  A layout of a family becomes an
// index expression, so that who does not know the family can certify it.
Result<StatedClaim> restate(const StatedClaim& stated, std::span<const Family> families = {});

}  // namespace tileproof
