// Does another program answer as we do?  Each question is a law, of the family that its op names:
// what both answer is the same.
//
// Where the other says that it does not support the question (error code "unsupported"), where both
// refuse it, where it has no answer (ours is "unsupported" or "not_solvable"), or where our answer
// has a condition that does not hold, nothing is shown.  Else each field of its answer must be in
// ours with the same value.  A CuTe layout is the same if it has the same size and the same offset
// at each index; a left inverse, if it has the same at the layout's offsets.
#pragma once

#include <memory>
#include <vector>

#include "properties/campaign/against/partner.hpp"
#include "properties/law.hpp"

namespace tileproof::campaign {

// The verdict on one question: what we answer is asked of requests::answer().
laws::LawResult agree(const requests::Json& request, Partner& partner);

std::vector<laws::Law> partner_laws(const std::shared_ptr<Partner>& partner);

}  // namespace tileproof::campaign
