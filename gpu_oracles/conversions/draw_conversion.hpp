// Random conversions of all layout families: the same for a seed and an index on every machine.
#pragma once

#include "gpu_oracles/conversions/conversion.hpp"

namespace tileproof::oracles {

// Counted up whenever the same seed gives other conversions: what was asked under another number
// cannot be drawn again.
inline constexpr unsigned kDrawVersion = 1;

// Registers by blocked, linear, generic_linear, nvidia_mma 2 and 3, dot_op, slice, amd_mfma and
// amd_wmma; shared memory by swizzled_shared, amd_rotating_shared, padded_shared, nvmma_shared,
// shared_linear and partitioned_shared.  At most 4,096 elements, 256 threads, 64 registers.
// `warp_lanes`: 32 or 64.
Conversion draw_conversion(std::uint64_t seed, std::uint64_t index, unsigned warp_lanes = 32);

}  // namespace tileproof::oracles
