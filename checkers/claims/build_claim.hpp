// From a claim as it is written down to the claim that engines decide.
#pragma once

#include "checkers/certificates/stated_claim.hpp"
#include "checkers/claims/claim.hpp"

namespace tileproof {

// Fails if a layout or a field cannot be read, or if they do not fit each other.
Result<Claim> build_claim(const StatedClaim& stated);

// How a register layout in Triton's notation is moved: by the instruction of the widest vector,
// whose first element is where these bits of the access' inputs are 0.
struct VectorAccess {
  std::string instruction;      // of the target, "ld.shared.b128"
  std::vector<Word> zero_bits;  // for each input of the access
};
Result<VectorAccess> vector_access(const IndexMap& memory,
                                   const IndexMap& access,
                                   Word element_bits,
                                   const Target& target,
                                   Direction direction);

}  // namespace tileproof
