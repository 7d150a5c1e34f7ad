#include "gpu_oracles/amd_moves/amd_moves_replay.hpp"

#include <algorithm>

#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;

Error no_move(const std::string& why) {
  return {ErrorCode::kInvalid, "not a move that can be asked: " + why};
}

// The places of lanes: a list that has null for those that are inactive.
json places_to_json(const std::uint32_t* places, unsigned lanes, std::uint64_t active) {
  json list = json::array();
  for (unsigned lane = 0; lane < lanes; ++lane) {
    list.push_back((active >> lane & 1) != 0 ? json(places[lane]) : json(nullptr));
  }
  return list;
}

// Every place of an active lane is a multiple of `alignment` with `bytes` bytes below `end`.
std::optional<Error> parse_places(const json& in,
                                  const char* name,
                                  Word lanes,
                                  Word alignment,
                                  Word bytes,
                                  Word end,
                                  std::uint32_t* places,
                                  std::uint64_t& active) {
  const auto field = in.find(name);
  if (field == in.end() || !field->is_array() || field->size() != lanes) {
    return no_move(std::string("no list '") + name + "' of " + std::to_string(lanes) + " lanes");
  }
  active = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const json& place = (*field)[lane];
    if (place.is_null()) continue;
    const bool is_one = place.is_number_unsigned() || (place.is_number_integer() && place >= 0);
    if (!is_one || place.get<Word>() % alignment != 0 || place.get<Word>() + bytes > end) {
      return no_move(std::string(name) + " of lane " + std::to_string(lane) + " is " +
                     place.dump());
    }
    active |= std::uint64_t{1} << lane;
    places[lane] = place.get<std::uint32_t>();
  }
  return std::nullopt;
}

// Instructions of 12 bytes want whole words.
Word alignment_of(Word bytes) { return bytes == 12 ? 4 : bytes; }

Difference first_difference(const std::string& what,
                            std::span<const std::uint32_t> model,
                            const std::vector<Word>& device) {
  if (model.size() != device.size()) {
    return what + " has " + std::to_string(model.size()) + " values in the model, " +
           std::to_string(device.size()) + " on the device";
  }
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (model[i] == device[i]) continue;
    return what + "[" + std::to_string(i) + "]: the model gives " + std::to_string(model[i]) +
           ", the device " + std::to_string(device[i]);
  }
  return std::nullopt;
}

// For each active lane, as many words as it read.
std::vector<std::uint32_t> words_read(const LdsRoundTrip& one, const LdsRoundTripAnswer& answer) {
  std::vector<std::uint32_t> words;
  for (unsigned lane = 0; lane < one.lanes; ++lane) {
    if ((one.reading >> lane & 1) == 0) continue;
    const unsigned count = (one.read_bytes + 3) / 4;
    words.insert(words.end(), answer.read[lane], answer.read[lane] + count);
  }
  return words;
}

bool is_access_size(Word bytes) {
  constexpr Word kSizes[] = {1, 2, 4, 8, 12, 16};
  return std::find(std::begin(kSizes), std::end(kSizes), bytes) != std::end(kSizes);
}

Result<Difference> replay_round_trip(const Observation& observation, const AmdMoveModels& models) {
  const json& in = observation.in;
  TP_TRY(lanes, natural_field(in, "lanes"));
  TP_TRY(write_bytes, natural_field(in, "write_bytes"));
  TP_TRY(read_bytes, natural_field(in, "read_bytes"));
  if (lanes != 32 && lanes != 64) return no_move(std::to_string(lanes) + " lanes");
  if (!is_access_size(write_bytes) || !is_access_size(read_bytes)) {
    return no_move("an access of " + std::to_string(write_bytes) + " or " +
                   std::to_string(read_bytes) + " bytes");
  }
  LdsRoundTrip one;
  one.lanes = static_cast<std::uint32_t>(lanes);
  one.write_bytes = static_cast<std::uint32_t>(write_bytes);
  one.read_bytes = static_cast<std::uint32_t>(read_bytes);
  if (const auto error = parse_places(in,
                                      "write_at",
                                      lanes,
                                      alignment_of(write_bytes),
                                      write_bytes,
                                      kLdsBytes,
                                      one.write_at,
                                      one.writing)) {
    return *error;
  }
  if (const auto error = parse_places(in,
                                      "read_at",
                                      lanes,
                                      alignment_of(read_bytes),
                                      read_bytes,
                                      kLdsBytes,
                                      one.read_at,
                                      one.reading)) {
    return *error;
  }
  TP_TRY(memory, naturals_field(observation.out, "memory"));
  TP_TRY(read, naturals_field(observation.out, "read"));
  const LdsRoundTripAnswer model = models.round_trip(one);
  const std::string what = "a write of " + std::to_string(write_bytes) + " and a read of " +
                           std::to_string(read_bytes) + " bytes: ";
  if (auto text = first_difference(what + "memory", model.memory, memory)) return text;
  return first_difference(what + "read", words_read(one, model), read);
}

Result<Difference> replay_transposing_load(const Observation& observation,
                                           const AmdMoveModels& models) {
  TP_TRY(element_bytes, natural_field(observation.in, "element_bytes"));
  TP_TRY(rows, naturals_field(observation.in, "row_at"));
  if (element_bytes != 1 && element_bytes != 2) {
    return no_move("elements of " + std::to_string(element_bytes) + " bytes");
  }
  if (rows.size() != kTransposingLanes ||
      std::any_of(rows.begin(), rows.end(), [](Word row) { return row >= kTransposingLanes; })) {
    return no_move("rows that are not of 32 lanes below 32");
  }
  TransposingLoad one;
  one.element_bytes = static_cast<std::uint32_t>(element_bytes);
  std::copy(rows.begin(), rows.end(), one.row_at);
  TP_TRY(elements, naturals_field(observation.out, "element_of_slot"));
  return first_difference("a transposing load of elements of " + std::to_string(element_bytes) +
                              " bytes: element_of_slot",
                          models.transposing_load(one).element_of_slot,
                          elements);
}

Result<Difference> replay_global_to_lds(const Observation& observation,
                                        const AmdMoveModels& models) {
  const json& in = observation.in;
  TP_TRY(bytes, natural_field(in, "bytes"));
  TP_TRY(offset, natural_field(in, "offset"));
  TP_TRY(m0, natural_field(in, "m0"));
  if ((bytes != 1 && bytes != 2 && bytes != 4) || (offset != 0 && offset != 64) || m0 % 4 != 0 ||
      m0 + offset + 4 * kMaxLanes > kLdsBytes) {
    return no_move("a load of " + std::to_string(bytes) + " bytes to " + std::to_string(m0) +
                   " + " + std::to_string(offset));
  }
  GlobalToLds one;
  one.bytes = static_cast<std::uint32_t>(bytes);
  one.offset = static_cast<std::uint32_t>(offset);
  one.m0 = static_cast<std::uint32_t>(m0);
  if (const auto error = parse_places(
          in, "from", kMaxLanes, bytes, bytes + offset, kGlobalBytes, one.from, one.active)) {
    return *error;
  }
  TP_TRY(memory, naturals_field(observation.out, "memory"));
  return first_difference("a direct load of " + std::to_string(bytes) + " bytes: memory",
                          models.global_to_lds(one).memory,
                          memory);
}

}  // namespace

Observation to_observation(const LdsRoundTrip& one, const LdsRoundTripAnswer& answer) {
  return {{{"kind", "lds_round_trip"},
           {"lanes", one.lanes},
           {"write_bytes", one.write_bytes},
           {"read_bytes", one.read_bytes},
           {"write_at", places_to_json(one.write_at, one.lanes, one.writing)},
           {"read_at", places_to_json(one.read_at, one.lanes, one.reading)}},
          {{"memory", answer.memory}, {"read", words_read(one, answer)}}};
}

Observation to_observation(const TransposingLoad& one, const TransposingLoadAnswer& answer) {
  return {
      {{"kind", "transposing_load"}, {"element_bytes", one.element_bytes}, {"row_at", one.row_at}},
      {{"element_of_slot", answer.element_of_slot}}};
}

Observation to_observation(const GlobalToLds& one, const GlobalToLdsAnswer& answer) {
  return {{{"kind", "global_to_lds"},
           {"bytes", one.bytes},
           {"offset", one.offset},
           {"m0", one.m0},
           {"from", places_to_json(one.from, kMaxLanes, one.active)}},
          {{"memory", answer.memory}}};
}

Result<Difference> replay_amd_moves(const Observation& observation, const AmdMoveModels& models) {
  TP_TRY(kind, text_field(observation.in, "kind"));
  if (kind == "lds_round_trip") return replay_round_trip(observation, models);
  if (kind == "transposing_load") return replay_transposing_load(observation, models);
  if (kind == "global_to_lds") return replay_global_to_lds(observation, models);
  return no_move("the kind '" + kind + "'");
}

}  // namespace tileproof::oracles
