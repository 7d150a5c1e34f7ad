// Which bytes do the lanes of an instruction touch, of each row of addresses?  As stretches without
// gaps, so that the sectors and lines that they lie in are counted fast, wherever the row begins.
//
//   4 lanes of 16 bytes at 0, 16, 32, 64    stretches 0..47 and 64..79: sectors 0, 1, 2
//   the same 16 bytes further on            16..63 and 80..95:          sectors 0, 1, 2
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.hpp"

namespace tileproof {

struct Stretch {
  std::int64_t first = 0;  // bytes from where the row begins, both included
  std::int64_t last = 0;
};

// Distinct values of byte / size, if the row begins at this byte.  Requires: stretches in ascending
// order, with gaps between them; a size that is a power of two.
Word count_pieces(std::span<const Stretch> stretches, Word begin, Word size);

// What an instruction touches of a row.
struct RowInInstruction {
  std::uint32_t row = 0;
  std::uint32_t instruction = 0;
  std::uint32_t first_stretch = 0;
  std::uint32_t end_stretch = 0;
};

class TouchedBytes {
 public:
  void add(std::uint32_t row, std::uint32_t instruction, std::int64_t first_byte) {
    touched_.push_back({row, instruction, first_byte});
  }
  // Each touch is of so many bytes; nothing is added behind.  Cost: sorts what was added.
  void finish(Word bytes);

  // In ascending order of rows, and of instructions within one.
  [[nodiscard]] std::span<const RowInInstruction> parts() const { return parts_; }
  [[nodiscard]] std::span<const Stretch> stretches(const RowInInstruction& part) const {
    return std::span(stretches_).subspan(part.first_stretch, part.end_stretch - part.first_stretch);
  }

 private:
  struct Touch {
    std::uint32_t row;
    std::uint32_t instruction;
    std::int64_t first_byte;

    friend auto operator<=>(const Touch&, const Touch&) = default;
  };
  std::vector<Touch> touched_;
  std::vector<Stretch> stretches_;
  std::vector<RowInInstruction> parts_;
};

}  // namespace tileproof
