// What does a run of the oracle `amd_moves` ask a device?
#pragma once

#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// 200 moves of the request's seed, or as many as are asked for, of each kind that the architecture
// has.
Result<RunReport> run_amd_moves(const RunRequest& request, const ObservationHeader& header);

}  // namespace tileproof::oracles
