// Random small claims in Triton's notation, and whether they are true by plain loops over values.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "checkers/claims/stated_claim.hpp"

namespace tileproof::testing {

using Random = std::mt19937_64;

inline Word below(Random& random, Word count) { return random() % count; }

// In shared memory, of shape [rows, cols].
StatedLayout random_swizzled(Random& random, Word rows, Word cols);
StatedLayout random_padded(Random& random, Word rows, Word cols);
// In registers, 16 x 16, lanes and warps as they come.
StatedLayout random_blocked(Random& random);

// Some claim that evidence of this kind may answer: "gf2" (a matrix), "strides", "section",
// "enumerate", "drat", "cases"; each claim as often as others for "any".  It need not be true.
StatedClaim random_claim(Random& random, std::string_view kind);

// Is the claim true?  By value_at() at every point.  Requires: its layouts can be read.
bool is_true(const StatedClaim& claim);

}  // namespace tileproof::testing
