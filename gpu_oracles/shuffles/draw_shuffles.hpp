// Random shuffles: the same for a seed on every machine; and simpler ones, to shrink to.
#pragma once

#include "gpu_oracles/shuffles/shuffles_device.hpp"

namespace tileproof::oracles {

// All calls, widths and sizes; half of them with one operand for all lanes.  The values of a case
// are all different, so that each names its lane.
std::vector<WaveShuffle> draw_shuffles(std::uint64_t seed, std::uint64_t count, unsigned lanes);

// Simpler ones: 4 bytes, the widest segments, values that are their lanes' numbers, operands that
// are 0 in half of the lanes, in a quarter ...
std::vector<WaveShuffle> smaller_shuffles(const WaveShuffle& one);

}  // namespace tileproof::oracles
