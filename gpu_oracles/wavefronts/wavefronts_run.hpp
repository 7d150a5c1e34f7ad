// Asks the device what shared-memory instructions cost, by its counters and by its clock.
#pragma once

#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// Against nothing: as many patterns as asked for (7,000) to wavefronts.jsonl, as far as the budget
// goes.  Against a model: one that costs other than the model says, shrunk, to
// wavefronts_reproducer.jsonl.  Against "formula": the smallest layouts for which rank_formula.hpp
// is wrong.  A difference is also where two counts, or counts and clock, contradict each other.
Result<RunReport> run_wavefronts(const RunRequest& request, const ObservationHeader& header);

// Launches the kernels for the patterns of a file, which a profiler counts.
std::optional<Error> launch_patterns_of(const std::string& file);

}  // namespace tileproof::oracles
