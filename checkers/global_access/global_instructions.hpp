// Which lanes of which instructions access a tensor of global memory, and which elements?  The rule
// is that of docs/global-memory.md; a layout's copies and register order say all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bits.hpp"
#include "core/linear_layout.hpp"
#include "core/target.hpp"

namespace tileproof {

// How a thread holds neighbouring elements: along which dimension, and how many together.
struct HeldTogether {
  std::size_t fastest = 0;  // a dimension of the shape
  Word elements = 1;        // a power of two
};

// `form` is the map [register, lane, warp, block] -> [dim0, dim1, ...] of a layout in registers.
HeldTogether held_together(const LinearLayout& form);

// Does a thread hold an element in several registers?  Triton 3.9 accesses it once, 3.6 once for
// each.
bool has_copies_in_registers(const LinearLayout& form);

// Which bit moves the element within a vector of so many along the fastest dimension, so that not
// every thread has its registers in the order of addresses: "lane 1 moves dim0 by 1"; nothing if
// none does.  Requires: vector divides what registers hold together.
std::optional<std::string> moves_within_vectors(const LinearLayout& form, Word vector);

// All instructions of a block.  Each lane accesses a vector; the element with which it begins, as a
// row-major number, is the first lane's, and the lane's bits flipped in it.
struct GlobalInstructions {
  std::vector<Word> first_elements;  // by instruction, of lane 0
  std::vector<Word> lanes;           // of those that are active; lane 0 is, and flips nothing
};

// For vectors of so many elements.  Requires: vector divides what registers hold together.
GlobalInstructions global_instructions(const LinearLayout& form,
                                       Word vector,
                                       Direction direction,
                                       Word block);

// How many different elements a block has.
Word elements_of_block(const LinearLayout& form);

}  // namespace tileproof
