#include "gpu_oracles/shuffles/shuffles_replay.hpp"

#include <algorithm>
#include <bit>

#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

Error no_shuffle(const std::string& why) {
  return {ErrorCode::kInvalid, "not a shuffle that can be asked: " + why};
}

Result<WaveShuffle> parse_shuffle(const nlohmann::json& in) {
  TP_TRY(call, text_field(in, "call"));
  TP_TRY(lanes, natural_field(in, "lanes"));
  TP_TRY(width, natural_field(in, "width"));
  TP_TRY(bytes, natural_field(in, "bytes"));
  TP_TRY(values, naturals_field(in, "value"));
  TP_TRY(operands, naturals_field(in, "operand"));
  const auto* const known = std::find(std::begin(kShuffleCalls), std::end(kShuffleCalls), call);
  if (known == std::end(kShuffleCalls)) return no_shuffle("the call " + call);
  if (lanes != 32 && lanes != 64) return no_shuffle(std::to_string(lanes) + " lanes");
  if (!std::has_single_bit(width) || width > lanes) {
    return no_shuffle("the width " + std::to_string(width));
  }
  if (bytes != 4 && bytes != 8) return no_shuffle(std::to_string(bytes) + " bytes");
  if (values.size() != lanes || operands.size() != lanes) {
    return no_shuffle("lists that are not of " + std::to_string(lanes) + " lanes");
  }
  WaveShuffle one;
  one.mode = static_cast<ShuffleMode>(known - std::begin(kShuffleCalls));
  one.lanes = static_cast<std::uint32_t>(lanes);
  one.width = static_cast<std::uint32_t>(width);
  one.bytes = static_cast<std::uint32_t>(bytes);
  std::copy(values.begin(), values.end(), one.value);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (one.mode != ShuffleMode::kIndex && operands[lane] >= lanes) {
      return no_shuffle("the operand " + std::to_string(operands[lane]));
    }
    one.operand[lane] = static_cast<std::uint32_t>(operands[lane]);
  }
  return one;
}

}  // namespace

unsigned source_lane(const WaveShuffle& one, unsigned lane) {
  const std::uint32_t control = control_of_width(one.mode, one.lanes, one.width);
  return shuffle_source({one.mode, one.lanes, control}, lane, one.operand[lane]).lane;
}

Observation to_observation(const WaveShuffle& one, const WaveShuffleAnswer& answer) {
  const auto of_lanes = [&](const auto& list) {
    return std::vector<std::uint64_t>(std::begin(list), std::begin(list) + one.lanes);
  };
  return {{{"call", kShuffleCalls[static_cast<unsigned>(one.mode)]},
           {"lanes", one.lanes},
           {"width", one.width},
           {"bytes", one.bytes},
           {"value", of_lanes(one.value)},
           {"operand", of_lanes(one.operand)}},
          {{"value", of_lanes(answer.value)}}};
}

Result<Difference> replay_shuffles(const Observation& observation, const SourceLane& model) {
  TP_TRY(one, parse_shuffle(observation.in));
  TP_TRY(values, naturals_field(observation.out, "value"));
  if (values.size() != one.lanes) return no_shuffle("an answer of other lanes");
  for (unsigned lane = 0; lane < one.lanes; ++lane) {
    const unsigned from = model(one, lane);
    TP_CHECK(from < one.lanes, "a model that leaves the wave");
    if (one.value[from] == values[lane]) continue;
    return Difference(std::string(kShuffleCalls[static_cast<unsigned>(one.mode)]) + " of width " +
                      std::to_string(one.width) + ": lane " + std::to_string(lane) +
                      " takes from lane " + std::to_string(from) + " in the model, which has " +
                      std::to_string(one.value[from]) + ", the device gave " +
                      std::to_string(values[lane]));
  }
  return Difference();
}

}  // namespace tileproof::oracles
