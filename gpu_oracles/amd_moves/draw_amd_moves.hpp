// Random moves: the same for a seed on every machine.
#pragma once

#include "gpu_oracles/amd_moves/amd_moves_device.hpp"
#include "gpu_oracles/random_draws.hpp"

namespace tileproof::oracles {

// No byte is written by two lanes; reads may be anywhere, and lanes inactive.
LdsRoundTrip draw_lds_round_trip(Draws& draws, unsigned lanes);
// Rows in any order; half of the time one may be read by several lanes.
TransposingLoad draw_transposing_load(Draws& draws);
GlobalToLds draw_global_to_lds(Draws& draws);

}  // namespace tileproof::oracles
