#include "gpu_oracles/amd_moves/amd_moves_model.hpp"

#include <algorithm>

namespace tileproof::oracles {
namespace {

bool is_active(std::uint64_t lanes, unsigned lane) { return (lanes >> lane & 1) != 0; }

// Byte `at` of words.
std::uint32_t byte_of(const std::uint32_t* words, unsigned at) {
  return words[at / 4] >> (at % 4 * 8) & 0xFF;
}
void set_byte(std::uint32_t* words, unsigned at, std::uint32_t byte) {
  std::uint32_t& word = words[at / 4];
  word = (word & ~(0xFFU << (at % 4 * 8))) | byte << (at % 4 * 8);
}

}  // namespace

LdsRoundTripAnswer written_and_read(const LdsRoundTrip& one) {
  LdsRoundTripAnswer answer;
  std::fill(std::begin(answer.memory), std::end(answer.memory), kLdsPoison);
  for (unsigned lane = 0; lane < one.lanes; ++lane) {
    if (!is_active(one.writing, lane)) continue;
    for (unsigned i = 0; i < one.write_bytes; ++i) {
      const std::uint32_t word = written_word(lane, i / 4);
      set_byte(answer.memory, one.write_at[lane] + i, byte_of(&word, i % 4));
    }
  }
  for (unsigned lane = 0; lane < one.lanes; ++lane) {
    std::fill(std::begin(answer.read[lane]), std::end(answer.read[lane]), kLdsPoison);
    if (!is_active(one.reading, lane)) continue;
    if (one.read_bytes < 4) answer.read[lane][0] = 0;
    for (unsigned i = 0; i < one.read_bytes; ++i) {
      set_byte(answer.read[lane], i, byte_of(answer.memory, one.read_at[lane] + i));
    }
  }
  return answer;
}

TransposingLoadAnswer transposed(const TransposingLoad& one) {
  TransposingLoadAnswer answer;
  for (unsigned lane = 0; lane < kTransposingLanes; ++lane) {
    for (unsigned j = 0; j < kRowElements; ++j) {
      const std::uint32_t row = one.row_at[lane / 8 * 8 + j];
      answer.element_of_slot[lane * kRowElements + j] = row * kRowElements + lane % 8;
    }
  }
  return answer;
}

GlobalToLdsAnswer loaded_to_lds(const GlobalToLds& one) {
  GlobalToLdsAnswer answer;
  std::fill(std::begin(answer.memory), std::end(answer.memory), kLdsPoison);
  for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
    if (!is_active(one.active, lane)) continue;
    std::uint32_t word = 0;
    for (unsigned i = 0; i < one.bytes; ++i) {
      set_byte(&word, i, global_byte(one.from[lane] + one.offset + i));
    }
    answer.memory[(one.m0 + one.offset) / 4 + lane] = word;
  }
  return answer;
}

bool has_transposing_loads(std::string_view architecture) {
  return architecture == "gfx1200" || architecture == "gfx1201";
}

bool has_global_to_lds(std::string_view architecture) {
  return architecture == "gfx90a" || architecture == "gfx942";
}

}  // namespace tileproof::oracles
