// Random shuffles: the same for a seed on every machine.
#pragma once

#include "gpu_oracles/shuffles/shuffles_device.hpp"

namespace tileproof::oracles {

// All calls, widths and sizes; half of them with one operand for all lanes.  The values of a case
// are all different, so that each names its lane.
std::vector<WaveShuffle> draw_shuffles(std::uint64_t seed, std::uint64_t count, unsigned lanes);

}  // namespace tileproof::oracles
