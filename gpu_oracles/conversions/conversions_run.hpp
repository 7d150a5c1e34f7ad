// What does a run of the oracle `conversions` ask a device?
#pragma once

#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// 100,000 conversions of the request's seed and 300 small ones in full; against the model, as many
// as are asked for.
Result<RunReport> run_conversions(const RunRequest& request, const ObservationHeader& header);

}  // namespace tileproof::oracles
