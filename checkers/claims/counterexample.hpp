// How is a claim refuted?  By values of the obligation's variables (obligation.hpp) at which an
// engine says that it fails.  They are put in the user's words, and replayed on what the claim
// means (meaning.hpp), which is not what the engine was asked.
#pragma once

#include <span>
#include <string>

#include "checkers/claims/claim.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// Requires: the claim is not Surjective or Bijective.  InternalError if its meaning is not broken
// there.
Refuted refuted(const Claim& claim, const std::string& engine, std::span<const Word> at);

}  // namespace tileproof
