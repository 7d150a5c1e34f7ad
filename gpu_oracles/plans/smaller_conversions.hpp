// What is a simpler conversion near to one?  With fewer elements, warps, copies and bits.
#pragma once

#include <vector>

#include "gpu_oracles/plans/conversion.hpp"

namespace tileproof::oracles {

// The simplest first.  All have plans on the target.
std::vector<PlannedConversion> smaller_conversions(const Conversion& conversion,
                                                   const Target& target);

}  // namespace tileproof::oracles
