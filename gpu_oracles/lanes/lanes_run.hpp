// What does a run of the oracle `lanes` ask a device?
#pragma once

#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

Result<RunReport> run_lanes(const RunRequest& request, const ObservationHeader& header);

}  // namespace tileproof::oracles
