// Random conversions of all layout families: the same for a seed and an index on every machine.
#pragma once

#include <cstdint>

#include "gpu_oracles/plans/conversion.hpp"

namespace tileproof::oracles {

// Of up to 4,096 elements of 8 to 128 bits in 1 to 8 warps, with copies on either side, some within
// few bytes of shared memory or through a layout that is given.  It has a plan on the target.
PlannedConversion draw_conversion(std::uint64_t seed, std::uint64_t index, const Target& target);

}  // namespace tileproof::oracles
