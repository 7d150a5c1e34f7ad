// Which questions to lanes are simpler than one that shows a disagreement?  Half of the lanes, then
// a quarter ..., do as little as they can; the operands come closer to 0.
#pragma once

#include <vector>

#include "gpu_oracles/lanes/lanes_device.hpp"

namespace tileproof::oracles {

std::vector<ShuffleCase> smaller_cases(const ShuffleCase& one);
std::vector<PermuteCase> smaller_cases(const PermuteCase& one);
std::vector<ClusterCase> smaller_cases(const ClusterCase& one);

}  // namespace tileproof::oracles
