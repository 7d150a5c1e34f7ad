// What is the smallest access that still shows a disagreement?  Whole generations are asked about
// at once, since a device answers a hundred questions as soon as one.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"

namespace tileproof::oracles {

// Smaller accesses of the same instruction: lanes are made inactive (those that give rows of a
// matrix do as lane 0 does), the largest groups first; then addresses come closer to 0.
std::vector<AccessPattern> smaller_patterns(const AccessPattern& pattern);

// Which of the patterns show the disagreement, in their order.
using Shows = std::function<Result<std::vector<bool>>(std::span<const AccessPattern>)>;

// Requires: the pattern shows it.  Goes to the first smaller pattern that does until none does.
Result<AccessPattern> shrink_pattern(AccessPattern pattern, const Shows& shows);

}  // namespace tileproof::oracles
