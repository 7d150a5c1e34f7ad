// Which sectors and lines do the lanes of an instruction touch, of each row of addresses?  Bytes
// are kept as stretches without gaps, so that what they lie in is counted fast, wherever the row
// begins; instructions whose lanes lie alike share them.
//
//   4 lanes of 16 bytes at 0, 16, 32, 64    stretches 0..47 and 64..79: sectors 0, 1, 2
//   the same 16 bytes further on            16..63 and 80..95:          sectors 0, 1, 2
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/global_memory.hpp"

namespace tileproof {

struct Stretch {
  std::int64_t first = 0;  // bytes from where the row begins, both included
  std::int64_t last = 0;
};

// Distinct values of byte / size, if the row begins at this byte.  Requires: stretches in ascending
// order, with gaps between them; a size that is a power of two.
Word count_pieces(std::span<const Stretch> stretches, std::int64_t begin, Word size);

// An address, with rows so far apart that none meets another: of byte b of row r it is
// (2 r + 1) 2^40 + b.  Requires: r < 2^22, and -2^40 <= b < 2^40.
inline constexpr Word kRowsApart = Word{1} << 41;
constexpr Word address_apart(Word row, std::int64_t byte) {
  return row * kRowsApart + kRowsApart / 2 + static_cast<Word>(byte);
}
constexpr std::uint32_t row_of(Word address) {
  return static_cast<std::uint32_t>(address / kRowsApart);
}
constexpr std::int64_t byte_of(Word address) {
  return static_cast<std::int64_t>(address % kRowsApart) -
         static_cast<std::int64_t>(kRowsApart / 2);
}

// What an instruction touches of a row: stretches that it may share, and by how many bytes they are
// moved.
struct RowInInstruction {
  std::uint32_t row = 0;
  std::uint32_t instruction = 0;
  std::uint32_t shared = 0;
  std::int64_t moved = 0;
};

class TouchedBytes {
 public:
  // Each touch is of so many bytes.
  TouchedBytes(Word bytes, const GlobalRule& rule)
      : bytes_(static_cast<std::int64_t>(bytes)), rule_(rule) {}

  // What the next instruction touches: the addresses of its lanes, with rows apart.  Requires: a
  // lane.
  void add(std::uint32_t instruction, std::span<const Word> addresses);
  // Nothing is added behind.  Requires: rows below this number.
  void finish(std::size_t rows);

  // In ascending order of rows, and of instructions within one.
  [[nodiscard]] std::span<const RowInInstruction> parts() const { return parts_; }
  // If the row begins at this byte.
  [[nodiscard]] Word sectors(const RowInInstruction& part, Word begin);
  [[nodiscard]] Word lines(const RowInInstruction& part, Word begin);
  // What all these parts of a row touch together, until it is asked again.
  [[nodiscard]] std::span<const Stretch> together(std::span<const RowInInstruction> parts);

 private:
  // The last that was counted: neighbouring rows and instructions most often begin alike.
  struct Counted {
    std::int64_t begin = -1;
    Word pieces = 0;
  };
  // Of one row; bytes count from the first lane's.
  struct Shared {
    std::uint32_t rows_behind = 0;  // the first lane's row, modulo 2^32
    std::uint32_t first_stretch = 0;
    std::uint32_t end_stretch = 0;
    Counted sectors;
    Counted lines;
  };
  // Instructions whose lanes lie alike: each address is so far behind the first lane's.
  struct Alike {
    std::vector<Word> lanes;
    std::uint32_t first_shared = 0;
    std::uint32_t end_shared = 0;
  };

  [[nodiscard]] const Alike& alike(std::span<const Word> addresses);
  [[nodiscard]] Alike new_alike(std::span<const Word> addresses);
  [[nodiscard]] std::span<const Stretch> stretches(const Shared& shared) const {
    return std::span(stretches_)
        .subspan(shared.first_stretch, shared.end_stretch - shared.first_stretch);
  }
  [[nodiscard]] Word count(const Shared& shared,
                           Counted& last,
                           std::int64_t begin,
                           Word size) const;

  std::int64_t bytes_;
  const GlobalRule& rule_;
  std::vector<Stretch> stretches_;
  std::vector<Shared> shared_;
  std::vector<Alike> alike_;
  std::vector<RowInInstruction> parts_;
  std::vector<Stretch> together_;
};

}  // namespace tileproof
