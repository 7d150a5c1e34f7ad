#include "gpu_oracles/conversions/move_list.hpp"

#include <algorithm>
#include <cstring>

#include "core/check.hpp"
#include "gpu_oracles/conversions/conversion.hpp"
#include "gpu_oracles/shuffles/shuffle_source.hpp"

namespace tileproof::oracles {
namespace {

// One plane of a conversion: every thread's registers, and shared memory.
class HostThreads {
 public:
  HostThreads(const MoveListHeader& header, unsigned plane)
      : header_(header),
        bytes_(header.element_bytes),
        registers_(std::size_t{kMaxThreads} * kMaxRegisters * bytes_, poison(plane)),
        memory_(header.shared_bytes, poison(plane)) {}

  void hold(unsigned thread, unsigned index, std::uint64_t value) {
    std::memcpy(at(thread, index), &value, bytes_);
  }

  void take(const MoveStep& step, const std::uint32_t* records) {
    const std::uint32_t words = record_words(step, bytes_);
    for (unsigned slot = 0; slot < step.slots; ++slot) {
      take_slot(step, words, records + std::size_t{slot} * header_.threads * words);
    }
  }

  // The destination's registers, then memory.
  void append_to(std::vector<std::uint8_t>& result) {
    for (unsigned thread = 0; thread < header_.destination_threads; ++thread) {
      const std::uint8_t* first = at(thread, header_.destination_first);
      result.insert(
          result.end(), first, first + std::size_t{header_.destination_registers} * bytes_);
    }
    result.insert(result.end(), memory_.begin(), memory_.end());
  }

 private:
  std::uint8_t* at(unsigned thread, unsigned index) {
    return registers_.data() + (std::size_t{thread} * kMaxRegisters + index) * bytes_;
  }
  static unsigned listed(const std::uint32_t* record, unsigned k) {
    return record[1 + k / 4] >> (k % 4 * 8) & 0xFF;
  }

  void take_slot(const MoveStep& step, std::uint32_t words, const std::uint32_t* records) {
    // Shuffles read all lanes before any lane takes.
    const std::vector<std::uint8_t> before =
        step.kind == MoveKind::kShuffle ? registers_ : std::vector<std::uint8_t>();
    for (unsigned thread = 0; thread < header_.threads; ++thread) {
      const std::uint32_t* record = records + std::size_t{thread} * words;
      if (record[0] == kInactive && !is_matrix(step)) continue;
      switch (step.kind) {
        case MoveKind::kMove:
          std::memcpy(at(thread, record[0] >> 8 & 0xFF), at(thread, record[0] & 0xFF), bytes_);
          break;
        case MoveKind::kShuffle:
          shuffle(thread, record[0], records, before);
          break;
        case MoveKind::kStore:
        case MoveKind::kLoad:
          access(step, thread, record);
          break;
        case MoveKind::kStoreMatrix:
        case MoveKind::kLoadMatrix:
          matrices(step, words, thread, records);
          break;
        case MoveKind::kBarrier:
          break;
      }
    }
  }

  static bool is_matrix(const MoveStep& step) {
    return step.kind == MoveKind::kStoreMatrix || step.kind == MoveKind::kLoadMatrix;
  }

  void shuffle(unsigned thread,
               std::uint32_t record,
               const std::uint32_t* records,
               const std::vector<std::uint8_t>& before) {
    const unsigned taken = record >> 16 & 0xFF;
    if (taken == kNoRegister) return;
    const unsigned lanes = header_.warp_lanes;
    const ShuffleRule whole{
        ShuffleMode::kIndex, lanes, control_of_width(ShuffleMode::kIndex, lanes, lanes)};
    const unsigned from =
        thread / lanes * lanes + shuffle_source(whole, thread % lanes, record >> 8 & 0xFF).lane;
    const unsigned given = records[from] & 0xFF;
    std::memcpy(at(thread, taken),
                before.data() + (std::size_t{from} * kMaxRegisters + given) * bytes_,
                bytes_);
  }

  void copy(bool to_memory, unsigned thread, unsigned index, std::size_t byte) {
    TP_CHECK(byte + bytes_ <= memory_.size(), "a move leaves shared memory");
    if (to_memory) {
      std::memcpy(memory_.data() + byte, at(thread, index), bytes_);
    } else {
      std::memcpy(at(thread, index), memory_.data() + byte, bytes_);
    }
  }

  void access(const MoveStep& step, unsigned thread, const std::uint32_t* record) {
    TP_CHECK(record[0] % (step.elements * bytes_) == 0, "an access that is not aligned");
    for (unsigned k = 0; k < step.elements; ++k) {
      copy(step.kind == MoveKind::kStore, thread, listed(record, k), record[0] + k * bytes_);
    }
  }

  // Matrix m has 8 rows of 16 bytes, row r at the offset that lane 8 m + r gives.  A lane has the
  // bytes 4 * (lane % 4) to + 3 of row lane / 4; transposed, the two 16-bit elements of column
  // lane / 4 in the rows 2 * (lane % 4) and + 1.
  void matrices(const MoveStep& step,
                std::uint32_t words,
                unsigned thread,
                const std::uint32_t* records) {
    const std::uint32_t* warp = records + std::size_t{thread / 32 * 32} * words;
    if (warp[0] == kInactive) return;
    const unsigned lane = thread % 32;
    const unsigned per_matrix = 4 / bytes_;
    for (unsigned m = 0; m < step.elements; ++m) {
      for (unsigned k = 0; k < per_matrix; ++k) {
        const unsigned row = step.transposed ? lane % 4 * 2 + k : lane / 4;
        const unsigned byte = step.transposed ? lane / 4 * 2 : lane % 4 * 4 + k * bytes_;
        copy(step.kind == MoveKind::kStoreMatrix,
             thread,
             listed(records + std::size_t{thread} * words, m * per_matrix + k),
             warp[std::size_t{8 * m + row} * words] + byte);
      }
    }
  }

  const MoveListHeader& header_;
  unsigned bytes_;
  std::vector<std::uint8_t> registers_;
  std::vector<std::uint8_t> memory_;
};

}  // namespace

std::size_t result_size(const MoveListHeader& header) {
  return std::size_t{planes(header.element_bytes)} *
         (std::size_t{header.destination_threads} * header.destination_registers *
              header.element_bytes +
          header.shared_bytes);
}

std::vector<std::uint8_t> run_on_host(const MoveList& list) {
  const MoveListHeader& header = list.header;
  std::vector<std::uint8_t> result;
  for (unsigned plane = 0; plane < planes(header.element_bytes); ++plane) {
    HostThreads threads(header, plane);
    for (unsigned thread = 0; thread < header.source_threads; ++thread) {
      for (unsigned r = 0; r < header.source_registers; ++r) {
        const std::uint64_t id = list.source_ids[thread * header.source_registers + r];
        threads.hold(thread, r, id >> (8 * plane));
      }
    }
    const std::uint32_t* word = list.words.data();
    for (unsigned i = 0; i < header.step_count; ++i) {
      const MoveStep step = unpack(word[0], word[1]);
      word += 2;
      threads.take(step, word);
      word += std::size_t{step.slots} * header.threads * record_words(step, header.element_bytes);
    }
    threads.append_to(result);
  }
  return result;
}

}  // namespace tileproof::oracles
