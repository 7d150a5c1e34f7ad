// What does a run of the oracle `exhaustive` ask a device?
#pragma once

#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

Result<RunReport> run_exhaustive(const RunRequest& request, const ObservationHeader& header);

}  // namespace tileproof::oracles
