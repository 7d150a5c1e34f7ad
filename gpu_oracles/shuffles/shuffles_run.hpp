// What does a run of the oracle `shuffles` ask a device?
#pragma once

#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// 600 shuffles of the request's seed, or as many as are asked for.
Result<RunReport> run_shuffles(const RunRequest& request, const ObservationHeader& header);

}  // namespace tileproof::oracles
