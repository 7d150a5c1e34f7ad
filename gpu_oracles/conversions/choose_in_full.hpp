// Which conversions are written with every byte that they leave behind?
#pragma once

#include <cstdint>
#include <vector>

#include "gpu_oracles/conversions/conversion.hpp"

namespace tileproof::oracles {

// Of a seed, from an index on, for warps of 32 or 64 lanes: 300 small ones, and larger ones until
// each form of ldmatrix and stmatrix that plans have takes part in a few.
Result<std::vector<Conversion>> choose_in_full(std::uint64_t seed,
                                               std::uint64_t first,
                                               unsigned warp_lanes);

}  // namespace tileproof::oracles
