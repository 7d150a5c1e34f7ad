// How does a run end whose answers are all in memory?  They are held against the model, and written
// unless the run was only to compare.
#pragma once

#include <vector>

#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// A difference is followed by its observation as a line of a file, ready to be replayed.  Writes
// <folder>/<oracle>.jsonl.
Result<RunReport> report_answers(const RunRequest& request,
                                 const ObservationHeader& header,
                                 const std::vector<Observation>& observations,
                                 const Replay& replay);

}  // namespace tileproof::oracles
