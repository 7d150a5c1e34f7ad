#include "gpu_oracles/fragments/fragments_replay.hpp"
#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

FragmentModels with_wrong_sparse_index() {
  FragmentModels models = fragment_models();
  models.sparse_k = [](const MatrixInstruction& instruction, Word kept, Word value) {
    return fragment_models().sparse_k(instruction, kept ^ 1, value);
  };
  return models;
}

FragmentModels with_wrong_metadata_place() {
  FragmentModels models = fragment_models();
  models.metadata_place = [](const MatrixInstruction& instruction, Word row, Word kept) {
    return fragment_models().metadata_place(instruction, row, kept) ^ 4;
  };
  return models;
}

FragmentModels without_transposition() {
  FragmentModels models = fragment_models();
  models.matrix_element = [](bool, Word element, Word lane) {
    return fragment_models().matrix_element(false, element, lane);
  };
  return models;
}

}  // namespace

FragmentModels with_flipped_bit(MatrixOperand wrong, bool is_first, unsigned thread_bit) {
  FragmentModels models = fragment_models();
  models.place =
      [=](const MatrixInstruction& instruction, MatrixOperand operand, Word element, Word thread) {
        ElementPlace place = fragment_models().place(instruction, operand, element, thread);
        const Word flip = operand == wrong ? thread >> thread_bit & 1 : 0;
        (is_first ? place.first : place.second) ^= flip;
        return place;
      };
  return models;
}

const ModelChoice<FragmentModels>& fragment_model_choice() {
  static const ModelChoice<FragmentModels> kChoice{
      fragment_models(),
      replay_fragments,
      {{"fragment-bit",
        "bit 2 of the thread also moves the column of D by one",
        with_flipped_bit(MatrixOperand::kD, false, 2)},
       {"sparse-index",
        "the two kept elements of a group change places",
        with_wrong_sparse_index()},
       {"metadata-place", "metadata lies 16 bits higher or lower", with_wrong_metadata_place()},
       {"transposition", "matrices move without .trans", without_transposition()}}};
  return kChoice;
}

OracleModels fragments_oracle() { return models_of<fragment_model_choice>(); }

}  // namespace tileproof::oracles
