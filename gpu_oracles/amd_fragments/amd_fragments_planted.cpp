#include "gpu_oracles/amd_fragments/amd_fragments_replay.hpp"
#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

// One coordinate of one operand is off by one where a bit of the lane is set.
AmdPlaceModel with_flipped_bit(AmdOperand wrong, bool is_first, unsigned lane_bit) {
  return [=](const AmdMatrixInstruction& instruction,
             AmdOperand operand,
             Word element,
             Word lane) -> Result<AmdElementPlace> {
    TP_TRY(place, defined_place(instruction, operand, element, lane));
    AmdElementPlace moved = place;
    if (operand == wrong) (is_first ? moved.first : moved.second) ^= lane >> lane_bit & 1;
    return moved;
  };
}

}  // namespace

const ModelChoice<AmdPlaceModel>& amd_fragment_model_choice() {
  static const ModelChoice<AmdPlaceModel> kChoice{defined_place,
                                                  replay_amd_fragments,
                                                  {{"row-bit",
                                                    "rows of A change with bit 1 of the lane",
                                                    with_flipped_bit(AmdOperand::kA, true, 1)},
                                                   {"k-bit",
                                                    "k of B changes with bit 3 of the lane",
                                                    with_flipped_bit(AmdOperand::kB, true, 3)},
                                                   {"column-bit",
                                                    "columns of D change with bit 2 of the lane",
                                                    with_flipped_bit(AmdOperand::kD, false, 2)}}};
  return kChoice;
}

OracleModels amd_fragments_oracle() { return models_of<amd_fragment_model_choice>(); }

}  // namespace tileproof::oracles
