// Which layouts are evaluated everywhere?  Some hundred small random ones, which the host can
// enumerate as well, and the large ones that only a device can.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "gpu_oracles/random_draws.hpp"

namespace tileproof::oracles {

// About half of these map two points to one offset: strides below what the row needs, padding that
// is subtracted, swizzles that leave the row.
nlohmann::json draw_small(Draws& draws);

std::vector<nlohmann::json> large_questions();

}  // namespace tileproof::oracles
