// In which form is a conversion given to a device?  As a list of moves: steps that all threads of a
// CTA take one after the other, each a real instruction, with a record for each thread that says
// which of its registers take part and where.  Whoever has a plan, from whatever source, can write
// it as such a list.
//
// A thread's registers are numbered 0 to 255 and hold one element each: those of the source from 0
// on, those of the destination from `destination_first` on.
//
//   step     kind | elements << 8 | transposed << 16, then the number of its slots
//   records  for each slot, for each thread: `record_words` words
//
//   kMove          from | to << 8
//   kShuffle       given | lane << 8 | taken << 16           taken = 0xFF: nothing is taken
//   kStore, kLoad  byte offset, then the registers, four in a word
//   kStoreMatrix,  byte offset of a row (lanes 0 to 8 * elements - 1 give the rows), then the
//   kLoadMatrix    registers of the lane's parts of the matrices, four in a word
//   kBarrier       no records
//
// A record whose first word is kInactive takes no part; shuffles and matrix steps are inactive for
// whole warps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algebra.hpp"

namespace tileproof::oracles {

enum class MoveKind : std::uint32_t {
  kMove,
  kShuffle,
  kStore,
  kLoad,
  kStoreMatrix,
  kLoadMatrix,
  kBarrier,
};

inline constexpr std::uint32_t kInactive = 0xFFFFFFFF;
inline constexpr std::uint32_t kNoRegister = 0xFF;
inline constexpr unsigned kMaxRegisters = 256;
inline constexpr unsigned kMaxThreads = 256;

struct MoveStep {
  MoveKind kind = MoveKind::kBarrier;
  std::uint32_t elements = 0;  // of an access, or matrices
  bool transposed = false;
  std::uint32_t slots = 0;
};

TP_HD inline std::uint32_t pack(const MoveStep& step) {
  return static_cast<std::uint32_t>(step.kind) | step.elements << 8 |
         (step.transposed ? 1U : 0U) << 16;
}
TP_HD inline MoveStep unpack(std::uint32_t word, std::uint32_t slots) {
  return {static_cast<MoveKind>(word & 0xFF), word >> 8 & 0xFF, (word >> 16 & 1) != 0, slots};
}
// The registers in a record of a matrix step: a lane has 4 bytes of each matrix.
TP_HD inline std::uint32_t record_registers(const MoveStep& step, std::uint32_t element_bytes) {
  const bool is_matrix = step.kind == MoveKind::kStoreMatrix || step.kind == MoveKind::kLoadMatrix;
  return is_matrix ? step.elements * 4 / element_bytes : step.elements;
}
TP_HD inline std::uint32_t record_words(const MoveStep& step, std::uint32_t element_bytes) {
  switch (step.kind) {
    case MoveKind::kMove:
    case MoveKind::kShuffle:
      return 1;
    case MoveKind::kBarrier:
      return 0;
    default:
      return 1 + (record_registers(step, element_bytes) + 3) / 4;
  }
}

// One conversion of a batch: plain data for the device.  All numbers of threads are multiples of
// 32, and `shared_bytes` of 16.  Registers from destination_first + destination_registers on are
// not used.
struct MoveListHeader {
  std::uint32_t threads = 0;  // that have records
  std::uint32_t element_bytes = 0;
  std::uint32_t source_threads = 0;
  std::uint32_t source_registers = 0;
  std::uint32_t destination_threads = 0;
  std::uint32_t destination_first = 0;
  std::uint32_t destination_registers = 0;
  std::uint32_t shared_bytes = 0;
  std::uint32_t step_count = 0;
  std::uint32_t warp_lanes = 32;  // among which a shuffle counts its lane
  // Where the batch's lists have this conversion's part.
  std::uint64_t ids_at = 0;
  std::uint64_t words_at = 0;
  std::uint64_t result_at = 0;
};

struct MoveList {
  MoveListHeader header;
  std::vector<std::uint32_t> source_ids;  // source_ids[thread * source_registers + register]
  std::vector<std::uint32_t> words;       // the steps with their records
};

// The bytes that a list leaves behind, in the form of expected_bytes().
std::size_t result_size(const MoveListHeader& header);

// What the instructions are understood to do: the list run on the host.
std::vector<std::uint8_t> run_on_host(const MoveList& list);

}  // namespace tileproof::oracles
