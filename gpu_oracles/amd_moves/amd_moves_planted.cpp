#include <utility>

#include "gpu_oracles/amd_moves/amd_moves_replay.hpp"
#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

AmdMoveModels with_short_writes() {
  AmdMoveModels models;
  models.round_trip = [](LdsRoundTrip one) {
    if (one.write_bytes == 12) one.write_bytes = 8;
    return written_and_read(one);
  };
  return models;
}

AmdMoveModels with_uncleared_reads() {
  AmdMoveModels models;
  models.round_trip = [](const LdsRoundTrip& one) {
    LdsRoundTripAnswer answer = written_and_read(one);
    for (auto& words : answer.read) {
      if (one.read_bytes < 4) words[0] |= kLdsPoison << 8 * one.read_bytes;
    }
    return answer;
  };
  return models;
}

AmdMoveModels with_swapped_words() {
  AmdMoveModels models;
  models.round_trip = [](const LdsRoundTrip& one) {
    LdsRoundTripAnswer answer = written_and_read(one);
    for (auto& words : answer.read) {
      if (one.read_bytes >= 8) std::swap(words[0], words[1]);
    }
    return answer;
  };
  return models;
}

AmdMoveModels with_inactive_lanes_writing() {
  AmdMoveModels models;
  models.round_trip = [](LdsRoundTrip one) {
    one.writing = ~std::uint64_t{0};
    return written_and_read(one);
  };
  return models;
}

AmdMoveModels without_transposition() {
  AmdMoveModels models;
  models.transposing_load = [](const TransposingLoad& one) {
    TransposingLoadAnswer answer;
    for (unsigned slot = 0; slot < kTransposingLanes * kRowElements; ++slot) {
      answer.element_of_slot[slot] =
          one.row_at[slot / kRowElements] * kRowElements + slot % kRowElements;
    }
    return answer;
  };
  return models;
}

AmdMoveModels with_groups_of_sixteen() {
  AmdMoveModels models;
  models.transposing_load = [](const TransposingLoad& one) {
    TransposingLoadAnswer answer;
    for (unsigned lane = 0; lane < kTransposingLanes; ++lane) {
      for (unsigned j = 0; j < kRowElements; ++j) {
        const std::uint32_t row = one.row_at[lane / 16 * 16 + 2 * j + lane % 16 / 8];
        answer.element_of_slot[lane * kRowElements + j] = row * kRowElements + lane % 8;
      }
    }
    return answer;
  };
  return models;
}

AmdMoveModels with_offset_in_lds_alone() {
  AmdMoveModels models;
  models.global_to_lds = [](GlobalToLds one) {
    for (std::uint32_t& from : one.from) from -= one.offset;
    return loaded_to_lds(one);
  };
  return models;
}

AmdMoveModels without_gaps() {
  AmdMoveModels models;
  models.global_to_lds = [](const GlobalToLds& one) {
    GlobalToLds packed = one;
    packed.active = 0;
    unsigned next = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
      if ((one.active >> lane & 1) == 0) continue;
      packed.from[next] = one.from[lane];
      packed.active |= std::uint64_t{1} << next++;
    }
    return loaded_to_lds(packed);
  };
  return models;
}

}  // namespace

const ModelChoice<AmdMoveModels>& amd_move_model_choice() {
  static const ModelChoice<AmdMoveModels> kChoice{
      AmdMoveModels{},
      replay_amd_moves,
      {{"width-error", "writes of 12 bytes write 8", with_short_writes()},
       {"clear-error", "reads of 1 and 2 bytes do not clear their word", with_uncleared_reads()},
       {"order-error", "the first two words of a read change places", with_swapped_words()},
       {"inactive-error", "inactive lanes write", with_inactive_lanes_writing()},
       {"transpose-error", "transposing loads do not transpose", without_transposition()},
       {"group-error", "sixteen lanes transpose with each other", with_groups_of_sixteen()},
       {"offset-error",
        "a direct load's offset moves the place in LDS alone",
        with_offset_in_lds_alone()},
       {"gap-error", "inactive lanes leave no gap in LDS", without_gaps()}}};
  return kChoice;
}

OracleModels amd_moves_oracle() { return models_of<amd_move_model_choice>(); }

}  // namespace tileproof::oracles
