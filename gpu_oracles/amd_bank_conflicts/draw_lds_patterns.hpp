// Random addresses for LDS instructions: the same for a seed on every machine.
#pragma once

#include "core/target.hpp"
#include "gpu_oracles/amd_bank_conflicts/lds_access.hpp"
#include "gpu_oracles/random_draws.hpp"

namespace tileproof::oracles {

// Anywhere, XOR-linear in the bits of the lane, in strides, and all lanes at one of few places; a
// quarter with inactive lanes.  Aligned as the rule asks, below kLdsWindow, with an active lane.
LdsAddresses draw_lds_pattern(Draws& draws, const AccessRule& rule);

}  // namespace tileproof::oracles
