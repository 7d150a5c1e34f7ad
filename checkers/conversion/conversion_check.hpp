// Does a conversion move every element right, and how far must data move for it?
//
// A conversion reads, for each place of the destination, a place of the source that holds the
// element that belongs there.  It is total if there is such a place for each and no element of the
// source is lost, and the least movement is the smallest of: none (the same register of the same
// thread), registers (the same thread), lanes (the same warp), warps (the same CTA), blocks.  Where
// the source has copies, the nearest counts.
//
// Both are questions to the engines: the source covers the elements of the destination, and the
// destination those of the source.  So is the movement, which is computed from the bases: the
// source covers the pairs of an element and what of its place is kept.
#pragma once

#include <optional>
#include <string>

#include "checkers/engines/decide.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof {

enum class Movement { kNone, kRegisters, kLanes, kWarps, kBlocks };
const char* to_string(Movement movement);  // "none", "registers", "lanes", "warps", "blocks"

// A tensor type as far as a conversion sees it.
struct TensorLayout {
  const triton::Layout& layout;  // in registers
  const triton::Shape& shape;
};

struct ConversionAnswer {
  Verdict verdict;
  std::optional<Movement> movement;  // where it is proved
  std::optional<LinearLayout> plan;  // from each destination place to the source place it reads
};

// Fails (no verdict) if a layout is not in registers or cannot describe its shape.
Result<ConversionAnswer> check_conversion(const TensorLayout& source,
                                          const TensorLayout& destination,
                                          const Decider& decide = by_all_engines());

// The least movement from source to destination, given that each element of the destination has a
// place in the source.  Requires: the in-dims register, lane, warp, block in both, and the same
// out-dims.
Movement least_movement(const LinearLayout& source, const LinearLayout& destination);

// Is a value that was defined with one type used with another layout?  Proved if both layouts put
// the same element into every place; refuted with the first place where they do not.
Result<Verdict> check_same_layout(const TensorLayout& defined, const TensorLayout& used);

}  // namespace tileproof
