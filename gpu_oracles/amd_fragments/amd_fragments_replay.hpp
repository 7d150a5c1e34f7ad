// Do amd_mfma, amd_wmma and dot_op say which slot of a lane's registers holds which element, as a
// device showed it?  A slot is element * lanes + lane.
//
//   in   {"instruction": "v_mfma_f32_16x16x16_f16", "architecture": "gfx942", "m", "n", "k": sizes,
//         "bits": of an element of A and B, "sum_bits": of C and D}
//   out  {"a_row", "a_k", "b_k", "b_col", "d_row", "d_col": for each slot its label,
//         "c_of_d": for each slot of D the slot of C that is added}
//
// Labels are free names, as registers alone can show them (fragments/pair_table.hpp); the replay
// asks for a renaming, one to one, under which the model has the same.  On gfx11, where the lanes
// from 16 on hold copies of A and B, the slots of A and B are those of 16 lanes.
#pragma once

#include <functional>

#include "gpu_oracles/amd_fragments/amd_matrix_instruction.hpp"
#include "gpu_oracles/fragments/pair_table.hpp"
#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

using AmdPlaceModel = std::function<Result<AmdElementPlace>(
    const AmdMatrixInstruction&, AmdOperand, Word element, Word lane)>;

// defined_place and planted errors.
const ModelChoice<AmdPlaceModel>& amd_fragment_model_choice();

Observation to_observation(const AmdMatrixInstruction& instruction,
                           const SlotLabels& labels,
                           const std::vector<std::int32_t>& c_of_d);

Result<Difference> replay_amd_fragments(const Observation& observation,
                                        const AmdPlaceModel& model = defined_place);

}  // namespace tileproof::oracles
