// Which slot of a thread's registers holds which element, for the matrix instructions of one warp,
// of four warps (wgmma), and for the moves of 8 x 8 matrices between registers and shared memory?
// Each ask_ function hands over one observation for each instruction; fragments_replay.hpp says
// what they hold.
#pragma once

#include <functional>
#include <optional>

#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

using ObservationSink = std::function<void(Observation)>;

std::optional<Error> ask_mma(const ObservationSink& sink);
std::optional<Error> ask_sparse_mma(const ObservationSink& sink);
std::optional<Error> ask_wgmma(const ObservationSink& sink);
std::optional<Error> ask_matrix_moves(const ObservationSink& sink);

// Writes fragments.jsonl; with against_model also holds each answer against the models.
Result<RunReport> run_fragments(const RunRequest& request, const ObservationHeader& header);

}  // namespace tileproof::oracles
