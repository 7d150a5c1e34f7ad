// Which bytes do AMD's instructions move between lanes, the memory of a workgroup (LDS) and global
// memory?  Three questions, each as plain data for the device.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algebra.hpp"  // TP_HD
#include "core/result.hpp"

namespace tileproof::oracles {

inline constexpr unsigned kMaxLanes = 64;
inline constexpr unsigned kLdsBytes = 2048;  // that are looked at
inline constexpr unsigned kLdsWords = kLdsBytes / 4;
inline constexpr std::uint32_t kLdsPoison = 0xA5A5A5A5;

// Each active lane writes its bytes, the wave waits, and each active lane reads.
struct LdsRoundTrip {
  std::uint32_t lanes = 64;
  std::uint32_t write_bytes = 4;  // 1, 2, 4, 8, 12 or 16
  std::uint32_t read_bytes = 4;
  std::uint64_t writing = ~std::uint64_t{0};  // a bit for each lane
  std::uint64_t reading = ~std::uint64_t{0};
  std::uint32_t write_at[kMaxLanes] = {};
  std::uint32_t read_at[kMaxLanes] = {};
};
struct LdsRoundTripAnswer {
  std::uint32_t memory[kLdsWords] = {};
  std::uint32_t read[kMaxLanes][4] = {};  // poison in words and lanes that were not read
};
// The words that a lane writes the first bytes of.
TP_HD constexpr std::uint32_t written_word(std::uint32_t lane, std::uint32_t word) {
  return 0xC0000000 | lane << 16 | (word + 1) << 8 | lane;
}
Result<std::vector<LdsRoundTripAnswer>> ask_lds_round_trips(std::span<const LdsRoundTrip> cases);

// Every lane of a wave of 32 gives the address of a row of 8 elements and receives 8 elements,
// by global_load_tr_b64 for elements of 1 byte, global_load_tr_b128 for 2.  Element j of row r
// holds 8 r + j.
inline constexpr unsigned kRowElements = 8;
inline constexpr unsigned kTransposingLanes = 32;
struct TransposingLoad {
  std::uint32_t element_bytes = 2;
  std::uint32_t row_at[kTransposingLanes] = {};  // below kTransposingLanes
};
struct TransposingLoadAnswer {
  std::uint32_t element_of_slot[kTransposingLanes * kRowElements] = {};  // lane * 8 + element
};
// Requires: an architecture for which has_transposing_loads().
Result<std::vector<TransposingLoadAnswer>> ask_transposing_loads(
    std::span<const TransposingLoad> cases);

// Each active lane of a wave of 64 loads 1, 2 or 4 bytes from global memory straight to LDS:
// global_load_lds_ubyte, _ushort and _dword.  M0 gives the place in LDS.
inline constexpr unsigned kGlobalBytes = 4096;
struct GlobalToLds {
  std::uint32_t bytes = 4;
  std::uint32_t offset = 0;  // the instruction's own: 0 or 64
  std::uint32_t m0 = 0;      // a multiple of 4
  std::uint64_t active = ~std::uint64_t{0};
  std::uint32_t from[kMaxLanes] = {};  // bytes
};
struct GlobalToLdsAnswer {
  std::uint32_t memory[kLdsWords] = {};
};
TP_HD constexpr std::uint8_t global_byte(std::uint32_t at) {
  return static_cast<std::uint8_t>(at * 7 + at / 256 * 11 + 13);
}
// Requires: an architecture for which has_global_to_lds().
Result<std::vector<GlobalToLdsAnswer>> ask_global_to_lds(std::span<const GlobalToLds> cases);

}  // namespace tileproof::oracles
