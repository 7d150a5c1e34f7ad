// How is a claim refuted?  By values of the obligation's variables (obligation.hpp) at which an
// engine says that it fails.  They are put in the user's words, and replayed on what the claim
// means (meaning.hpp), which is not what the engine was asked.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "checkers/claims/claim.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// Requires: the claim is not Surjective or Bijective.  InternalError if its meaning is not broken
// there.
Refuted refuted(const Claim& claim, const std::string& engine, std::span<const Word> at);

// Not surjective: no point has this value, a number for each output.  Of offsets `largest` is the
// largest.  Replayed by a visit of all points, or where these are more than 2^14 by the engine's
// own argument.  Requires: the map has no parameters.
Refuted refuted_missing(const IndexMap& map,
                        const std::string& engine,
                        const std::vector<Word>& value,
                        std::optional<Word> largest,
                        const std::function<bool()>& argument);

}  // namespace tileproof
