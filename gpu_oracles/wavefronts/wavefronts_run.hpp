// Asks the device what shared-memory instructions cost, by its counters and by its clock.
#pragma once

#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// Without `against_model`: as many patterns as the budget allows, to wavefronts.jsonl.  With it:
// patterns until one costs other than the model says, which is then shrunk.
Result<RunReport> run_wavefronts(const RunRequest& request, const ObservationHeader& header);

// Launches the kernels for the patterns of a file, which a profiler counts.
std::optional<Error> launch_patterns_of(const std::string& file);

}  // namespace tileproof::oracles
