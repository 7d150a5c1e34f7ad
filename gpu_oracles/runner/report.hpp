// How does a run end whose answers are all in memory?  They are held against the model, and written
// unless the run was only to compare.
#pragma once

#include <functional>
#include <vector>

#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// From an observation that differs, by its position, to the smallest that does.
using Shrink = std::function<Result<Observation>(std::size_t, const Replay&)>;

// Writes <folder>/<oracle>.jsonl, or, of a run that only compares, a reproducer of the first
// difference: shrunk, where the oracle can.
Result<RunReport> report_answers(const RunRequest& request,
                                 const ObservationHeader& header,
                                 const std::vector<Observation>& observations,
                                 const Replay& replay,
                                 const Shrink& shrink);

// Against the model that the request names, ours by default.  Fails (kUsage) if there is none such.
template <typename Model>
Result<RunReport> report_answers(const RunRequest& request,
                                 const ObservationHeader& header,
                                 const std::vector<Observation>& observations,
                                 const ModelChoice<Model>& choice,
                                 const Shrink& shrink = {}) {
  TP_TRY(model, choice.find(request.against.empty() ? kOurModel : request.against));
  return report_answers(
      request,
      header,
      observations,
      [&](const Observation& observation) { return choice.replay(observation, *model); },
      shrink);
}

}  // namespace tileproof::oracles
