#include "gpu_oracles/lanes/lanes_replay.hpp"
#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

LaneModels without_segments() {
  LaneModels models;
  models.shuffle = [](const ShuffleCase& one, unsigned lane) {
    ShuffleCase whole = one;
    whole.control &= 31;
    return shuffled(whole, lane);
  };
  return models;
}

LaneModels with_lane_0_in_segment() {
  LaneModels models;
  models.shuffle = [](const ShuffleCase& one, unsigned lane) {
    auto answer = shuffled(one, lane);
    if (answer && one.mode == ShuffleMode::kUp && lane == 0) answer->is_in_segment = true;
    return answer;
  };
  return models;
}

LaneModels without_sign_bytes() {
  LaneModels models;
  models.permute = [](const PermuteCase& one) {
    PermuteCase plain = one;
    if (one.mode == PermuteMode::kDefault) plain.selector &= 0x7777;
    return permuted(plain);
  };
  return models;
}

LaneModels with_ranks_along_y() {
  LaneModels models;
  models.cluster = [](const ClusterCase& one) {
    ClusterCase turned = one;
    const auto& [x, y, z] = one.size;
    for (auto* list : {&turned.rank, &turned.store_rank}) {
      for (std::uint32_t& rank : *list) {
        rank = rank / y % x + x * (rank % y) + rank / (x * y) * x * y;
      }
    }
    return exchanged(turned);
  };
  return models;
}

}  // namespace

const ModelChoice<LaneModels>& lane_model_choice() {
  static const ModelChoice<LaneModels> kChoice{
      LaneModels{},
      replay_lanes,
      {{"segment-error", "shuffles ignore the segment mask", without_segments()},
       {"predicate-error", "lane 0 is always in the segment of shfl.up", with_lane_0_in_segment()},
       {"sign-error", "prmt copies bytes where it must copy signs", without_sign_bytes()},
       {"rank-error", "ranks of a cluster count y before x", with_ranks_along_y()}}};
  return kChoice;
}

OracleModels lanes_oracle() { return models_of<lane_model_choice>(); }

}  // namespace tileproof::oracles
