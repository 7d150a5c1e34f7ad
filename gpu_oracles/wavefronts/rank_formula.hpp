// A well-known compiler's formula for bank conflicts, as a second model: is it right?
//
// It takes what the lanes of a group add to an offset as a space over GF(2), and counts the offsets
// in it that are a whole number of rows of 128 bytes:
//
//   conflicts = |span(lanes) & span(offset bits of 128 bytes and more)| - 1
//
// Elements of less than 4 bytes share a word.  Two lanes whose offsets differ by a row and by a
// place within the word want different words of one bank, but their difference is no whole number
// of rows: the formula misses them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"

namespace tileproof::oracles {

// `lane_offsets`: what lanes 1, 2, 4, ... of a group add, in elements of `element_bits`.
std::uint64_t formula_conflicts(std::span<const Word> lane_offsets, unsigned element_bits);

// A store of one element by each lane of a warp, from a blocked layout to swizzled_shared.
struct LayoutCase {
  std::string registers;
  std::string shared;
  std::vector<Word> shape;
  unsigned element_bits = 0;
  AccessPattern pattern;
  std::uint64_t formula_conflicts = 0;

  [[nodiscard]] std::string to_string() const;
};

// Every such case of up to `max_bytes`, elements of 1 to 4 bytes and power-of-two parameters; those
// with fewer bytes first, then those with fewer rows, then those with fewer phases.  Of cases with
// the same addresses only the first is given.
std::vector<LayoutCase> small_layout_cases(Word max_bytes);

}  // namespace tileproof::oracles
