// Do lanes get what CUDA's and HIP's documentation says that they get from each other?
//
//   in   {"call": "__shfl_up", "lanes": 64, "width": 16, "bytes": 4, "value": [of each lane],
//         "operand": [of each lane]}
//   out  {"value": [of each lane]}
#pragma once

#include <functional>

#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/shuffles/shuffles_device.hpp"

namespace tileproof::oracles {

// From which lane a lane takes its value: shuffle_source with segments of `width` lanes.
unsigned source_lane(const WaveShuffle& one, unsigned lane);
using SourceLane = std::function<unsigned(const WaveShuffle&, unsigned)>;

// source_lane and planted errors.
const ModelChoice<SourceLane>& shuffle_model_choice();

Observation to_observation(const WaveShuffle& one, const WaveShuffleAnswer& answer);

Result<Difference> replay_shuffles(const Observation& observation,
                                   const SourceLane& model = source_lane);

}  // namespace tileproof::oracles
