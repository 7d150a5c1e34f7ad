#include "gpu_oracles/runner/registry.hpp"
#include "gpu_oracles/shuffles/shuffles_replay.hpp"

namespace tileproof::oracles {
namespace {

unsigned without_segments(const WaveShuffle& one, unsigned lane) {
  WaveShuffle whole = one;
  whole.width = one.lanes;
  return source_lane(whole, lane);
}

unsigned keeping_one_lane_more(const WaveShuffle& one, unsigned lane) {
  const bool is_first = one.mode == ShuffleMode::kUp && lane % one.width == one.operand[lane];
  return is_first ? lane : source_lane(one, lane);
}

unsigned wrapping_around(const WaveShuffle& one, unsigned lane) {
  if (one.mode != ShuffleMode::kDown) return source_lane(one, lane);
  return lane / one.width * one.width + (lane + one.operand[lane]) % one.width;
}

unsigned staying_in_segment(const WaveShuffle& one, unsigned lane) {
  const unsigned from = source_lane(one, lane);
  return from / one.width == lane / one.width ? from : lane;
}

}  // namespace

const ModelChoice<SourceLane>& shuffle_model_choice() {
  static const ModelChoice<SourceLane> kChoice{
      source_lane,
      replay_shuffles,
      {{"segment-error", "the whole wave is one segment", without_segments},
       {"up-error", "up keeps the value of one lane too many", keeping_one_lane_more},
       {"down-error", "down wraps around within the segment", wrapping_around},
       {"xor-error", "xor does not read earlier segments", staying_in_segment}}};
  return kChoice;
}

OracleModels shuffles_oracle() { return models_of<shuffle_model_choice>(); }

}  // namespace tileproof::oracles
