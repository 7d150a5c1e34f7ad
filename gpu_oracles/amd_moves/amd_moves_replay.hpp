// Do AMD's instructions move the bytes that the models say?
//
//   in   {"kind": "lds_round_trip", "lanes": 64, "write_bytes": 8, "read_bytes": 16,
//         "write_at": [byte of each lane, null: inactive], "read_at": [...]}
//   out  {"memory": [words], "read": [the words of lane 0, then of lane 1 ...]}
//
//   in   {"kind": "transposing_load", "element_bytes": 2, "row_at": [row of each lane]}
//   out  {"element_of_slot": [at 8 * lane + element]}
//
//   in   {"kind": "global_to_lds", "bytes": 4, "offset": 64, "m0": 128,
//         "from": [byte of each lane, null: inactive]}
//   out  {"memory": [words]}
//
// What lanes write and global memory holds: amd_moves_device.hpp.
#pragma once

#include "gpu_oracles/amd_moves/amd_moves_model.hpp"
#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

// The models and planted errors.
const ModelChoice<AmdMoveModels>& amd_move_model_choice();

Observation to_observation(const LdsRoundTrip& one, const LdsRoundTripAnswer& answer);
Observation to_observation(const TransposingLoad& one, const TransposingLoadAnswer& answer);
Observation to_observation(const GlobalToLds& one, const GlobalToLdsAnswer& answer);

Result<Difference> replay_amd_moves(const Observation& observation,
                                    const AmdMoveModels& models = {});

}  // namespace tileproof::oracles
