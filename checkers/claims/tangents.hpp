// Where is a map that is not linear likely to break a claim?  At a point it has a tangent: the map
// over GF(2) that has its value there and at each point one input bit away.
//
//   col | row << 3  at row 1:  the column's bit 3 changes nothing, so (1, 8) and (1, 0) collide
//
// What breaks the claim on a tangent is tried on the definition.  This refutes and never proves.
#pragma once

#include <optional>

#include "checkers/claims/claim.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// The smallest counterexample of those tried, for injective, in-bounds and equal; nullopt if none
// holds on the definition, or for maps with parameters.
std::optional<Refuted> refuted_on_tangents(const Claim& claim, const std::string& engine);

}  // namespace tileproof
