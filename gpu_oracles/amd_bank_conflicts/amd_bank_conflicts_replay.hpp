// Do the rules of core/target.hpp count what AMD's LDS instructions cost, with 32 or 64 banks as
// the architecture has?  The clock says so, since no event counter can be read from a kernel.
//
//   in   {"instruction": "ds_read_b64", "target": "hip:gfx942",
//         "byte_address": [[byte of each lane, null: inactive], ...]}
//   out  {"cycles": [of each pattern]}
//
// All patterns of an observation are of one instruction, so that fit_cycles.hpp can tell what one
// wavefront takes.
#pragma once

#include <functional>

#include "core/target.hpp"
#include "core/wavefronts.hpp"
#include "gpu_oracles/amd_bank_conflicts/lds_access.hpp"
#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

using LdsCostModel =
    std::function<Result<AccessCost>(const AccessRule&, std::span<const std::optional<Word>>)>;

// count_wavefronts and planted errors.
const ModelChoice<LdsCostModel>& lds_cost_model_choice();

Observation to_observation(std::string_view instruction,
                           const Target& target,
                           std::span<const LdsAddresses> patterns,
                           std::span<const double> cycles);

// The difference names the contradicted pattern with the fewest active lanes.
Result<Difference> replay_amd_bank_conflicts(const Observation& observation,
                                             const LdsCostModel& model = count_wavefronts);

}  // namespace tileproof::oracles
