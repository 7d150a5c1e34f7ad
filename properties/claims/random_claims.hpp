// Random small claims, which need not be true.
#pragma once

#include <string>
#include <vector>

#include "checkers/claims/stated_claim.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

// In shared memory, of shape [rows, cols].
StatedLayout random_swizzled(Source& random, Word rows, Word cols);
StatedLayout random_padded(Source& random, Word rows, Word cols);
// In registers, 16 x 16, lanes and warps as they come.
StatedLayout random_blocked(Source& random);

// Some claim that evidence of this kind may answer: "gf2" (a matrix), "strides", "section",
// "enumerate", "drat", "cases"; each claim as often as others for "any".  It need not be true.
StatedClaim random_claim(Source& random, std::string_view kind);

}  // namespace tileproof::gen
