// Do shuffles, byte permutes and distributed shared memory do what the models say?
//
//   in   {"instruction": "shfl.sync.up.b32", "control": 0, "members": 4294967295,
//         "value": [...], "lane": [...]}                      out {"value": [...], "predicate":
//         [...]}
//   in   {"instruction": "prmt.b32.f4e", "a": [...], "b": [...], "selector": [...]}
//                                                             out {"d": [...]}
//   in   {"instruction": "shared::cluster", "size": [2, 2, 1], "width_words": 4, "rank": [...],
//         "word": [...], "store_rank": [...]}   out {"rank": [...], "read": [...], "memory": [...]}
#pragma once

#include "gpu_oracles/lanes/lanes_model.hpp"
#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

// The models and planted errors.
const ModelChoice<LaneModels>& lane_model_choice();

Observation to_observation(const ShuffleCase& one, const ShuffleAnswer& answer);
// All of one mode.
Observation to_observation(std::span<const PermuteCase> cases,
                           std::span<const std::uint32_t> answers);
Observation to_observation(const ClusterCase& one, const ClusterAnswer& answer);

Result<Difference> replay_lanes(const Observation& observation, const LaneModels& models = {});

}  // namespace tileproof::oracles
