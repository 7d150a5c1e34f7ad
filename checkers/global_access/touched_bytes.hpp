// Which bytes do the lanes of an instruction touch, of each row of addresses?  As stretches without
// gaps, so that the sectors and lines that they lie in are counted fast, wherever the row begins.
//
//   4 lanes of 16 bytes at 0, 16, 32, 64    stretches 0..47 and 64..79: sectors 0, 1, 2
//   the same 16 bytes further on            16..63 and 80..95:          sectors 0, 1, 2
#pragma once

#include <compare>
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

struct Touch {
  std::uint32_t row = 0;
  std::int64_t first_byte = 0;

  friend auto operator<=>(const Touch&, const Touch&) = default;
};

// What an instruction touches of a row.
struct RowInInstruction {
  std::uint32_t row = 0;
  std::uint32_t instruction = 0;
  std::uint32_t first_stretch = 0;
  std::uint32_t end_stretch = 0;
};

class TouchedBytes {
 public:
  // Each touch is of so many bytes.
  explicit TouchedBytes(Word bytes) : bytes_(static_cast<std::int64_t>(bytes)) {}

  // What the next instruction touches, lane by lane.  Cost: sorts the touches, unless those of the
  // instruction before lay in the same order.
  void add(std::uint32_t instruction, std::span<const Touch> touches);
  // Nothing is added behind.  Requires: rows below this number.
  void finish(std::size_t rows);

  // In ascending order of rows, and of instructions within one.
  [[nodiscard]] std::span<const RowInInstruction> parts() const { return parts_; }
  [[nodiscard]] std::span<const Stretch> stretches(const RowInInstruction& part) const {
    return std::span(stretches_).subspan(part.first_stretch, part.end_stretch - part.first_stretch);
  }
  // What all these parts of a row touch together.
  [[nodiscard]] std::vector<Stretch> together(std::span<const RowInInstruction> parts) const;

 private:
  // Are the touches ascending in the order of those before?
  [[nodiscard]] bool are_in_order(std::span<const Touch> touches) const;

  std::int64_t bytes_;
  std::vector<std::size_t> order_;  // of the touches of the last instruction
  std::vector<Stretch> stretches_;
  std::vector<RowInInstruction> parts_;
};

}  // namespace tileproof
