// What does a run of the oracle `amd_bank_conflicts` ask a device?
#pragma once

#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// 300 patterns of the request's seed for each LDS instruction, or as many as are asked for.
Result<RunReport> run_amd_bank_conflicts(const RunRequest& request,
                                         const ObservationHeader& header);

}  // namespace tileproof::oracles
