// Which shared-memory instructions does a warp execute to move a register layout to or from a
// shared layout, and at which linear offsets?  What all questions about such an access start from.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <span>

#include "checkers/claims/vector_width.hpp"
#include "core/f2.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/target.hpp"

namespace tileproof {

// The question.  It refers to its parts, which must outlive it.
struct SharedAccess {
  const LinearLayout& registers;  // [register, lane, warp, block] -> [dim0, ...]
  const LinearLayout& shared;     // [offset, block(, partition)] -> [dim0, ...], before padding
  unsigned element_bits;
  const Target& target;
  Direction direction;
  std::span<const Padding> paddings = {};
};

// The bits of one in-dim that move the address: bit `bits[i]` of its index XORs `offsets[i]` to the
// linear offset.  A bit that moves nothing is a copy and is left out.
struct Movers {
  boost::container::small_vector<Word, 12> offsets;
  boost::container::small_vector<unsigned, 12> bits;

  void add(unsigned bit, Word offset) {
    offsets.push_back(offset);
    bits.push_back(bit);
  }
  [[nodiscard]] std::size_t size() const { return offsets.size(); }
  [[nodiscard]] Word combinations() const { return Word{1} << size(); }
  [[nodiscard]] Word offset_of(Word combination) const {
    return f2::apply({offsets.data(), offsets.size()}, combination);
  }
  [[nodiscard]] Word index_of(Word combination) const {
    Word index = 0;
    for (Word rest = combination; rest != 0; rest &= rest - 1) {
      index |= Word{1} << bits[static_cast<std::size_t>(std::countr_zero(rest))];
    }
    return index;
  }
};

// The instructions of all warps, as linear offsets in elements before padding.  The lane with index
// l, in the instruction with combination r of `registers`, of the warp with combination w of
// `warps`, of the block with combination b of `blocks`, accesses the vector that starts at
//
//   registers.offset_of(r) ^ warps.offset_of(w) ^ blocks.offset_of(b) ^ (XOR of lanes[i], i in l)
struct WarpInstructions {
  static constexpr unsigned kMaxLaneBits = 6;

  const AccessRule* rule = nullptr;
  VectorWidth vector;
  unsigned element_bits = 0;  // as stored
  Word offsets = 1;           // in the tile
  unsigned lane_bits = 0;
  std::array<Word, kMaxLaneBits> lanes{};
  Movers registers;  // without those of the vector
  Movers warps;
  Movers blocks;
};

// Fails as invert_and_compose and vector_width, and
//  - kShape: the layout's lanes are not the target's warp;
//  - kUnsupported: a thread accesses another block's shared memory, the lanes of a warp access
//    different partitions, or the target has no such instruction.
Result<WarpInstructions> warp_instructions(const SharedAccess& access);

}  // namespace tileproof
