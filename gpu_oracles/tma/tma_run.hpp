// What bytes does the copy engine leave in shared memory, and which bytes does wgmma read there?
// tma_replay.hpp says what the observations hold.
#pragma once

#include <functional>
#include <optional>

#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// One observation for each box that the engine copied.
std::optional<Error> ask_boxes(const std::function<void(Observation)>& sink);
// One for each tile that wgmma read through a descriptor.
std::optional<Error> ask_descriptors(const std::function<void(Observation)>& sink);

// Writes tma.jsonl; with against_model also holds each answer against the models.
Result<RunReport> run_tma(const RunRequest& request, const ObservationHeader& header);

}  // namespace tileproof::oracles
