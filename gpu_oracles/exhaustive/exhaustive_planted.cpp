#include <algorithm>

#include "gpu_oracles/exhaustive/exhaustive_replay.hpp"
#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

Word offset_wrong_at_ones(const IndexMap& map, std::span<const Word> at) {
  const bool is_planted = std::all_of(at.begin(), at.end(), [](Word x) { return x == 1; });
  return defined_offset(map, at) + (is_planted ? 1 : 0);
}

}  // namespace

const ModelChoice<OffsetModel>& offset_model_choice() {
  static const ModelChoice<OffsetModel> kChoice{
      defined_offset,
      replay_exhaustive,
      {{"offset-error",
        "the offset of the point whose coordinates are all 1 is one too large",
        offset_wrong_at_ones}}};
  return kChoice;
}

OracleModels exhaustive_oracle() { return models_of<offset_model_choice>(); }

}  // namespace tileproof::oracles
