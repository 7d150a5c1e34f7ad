#include <algorithm>

#include "gpu_oracles/runner/registry.hpp"
#include "gpu_oracles/tma/tma_replay.hpp"

namespace tileproof::oracles {
namespace {

// The second bit of a row's phase does not reach its group of 16 bytes: bit 8 of the address is not
// XORed into bit 5.
BoxModel without_second_phase_bit(const BoxModel& model) {
  return [model](const SharedBox& box) -> Result<std::optional<std::vector<Word>>> {
    TP_TRY(starts, model(box));
    if (!starts || box.swizzle_bytes < 64) return std::move(starts);
    for (Word& start : *starts) start ^= start >> 8 << 5 & 32;
    return std::move(starts);
  };
}

TmaModels with_wrong_swizzle_bit() {
  TmaModels models = tma_models();
  for (BoxModel* model : {&models.nvmma_shared, &models.swizzled_rows, &models.mn_tile}) {
    *model = without_second_phase_bit(*model);
  }
  return models;
}

TmaModels with_sides_that_come_along_k() {
  TmaModels models = tma_models();
  models.mn_tile = [](const SharedBox& tile) -> Result<std::optional<std::vector<Word>>> {
    TP_TRY(starts, tma_models().mn_tile(tile));
    // Cores of 8 x 8 elements are read without their transposition.
    std::vector<Word> wrong;
    for_each_element(tile, [&](const std::vector<Word>& at) {
      const Word side = at[0] / 8 * 8 + at[1] % 8;
      const Word k = at[1] / 8 * 8 + at[0] % 8;
      wrong.push_back((*starts)[k * tile.sides[0] + side]);
    });
    return std::optional(std::move(wrong));
  };
  return models;
}

TmaModels with_wider_tensor() {
  TmaModels models = tma_models();
  models.is_outside = [](const BoxQuestion& question, const std::vector<Word>& at) {
    BoxQuestion wider = question;
    ++wider.tensor.back();
    return tma_models().is_outside(wider, at);
  };
  return models;
}

}  // namespace

const ModelChoice<TmaModels>& tma_model_choice() {
  static const ModelChoice<TmaModels> kChoice{
      tma_models(),
      replay_tma,
      {{"swizzle-bit",
        "the second bit of a row's phase is not in the swizzle",
        with_wrong_swizzle_bit()},
       {"edge-error", "a tensor is one larger along its last dimension", with_wider_tensor()},
       {"transposition",
        "wgmma reads operands with contiguous rows or columns as others",
        with_sides_that_come_along_k()}}};
  return kChoice;
}

OracleModels tma_oracle() { return models_of<tma_model_choice>(); }

}  // namespace tileproof::oracles
