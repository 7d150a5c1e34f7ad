// Does a conversion move every element right, and how far must data move for it?
//
// A conversion reads, for each place of the destination, a place of the source that holds the
// element that belongs there.  It is total if there is such a place for each and no element of the
// source is lost, and the least movement is the smallest of: none (the same register of the same
// thread), registers (the same thread), lanes (the same warp), warps (the same CTA), blocks.  Where
// the source has copies, the nearest counts.
//
// All are questions to the engines: the source covers the elements of the destination, the
// destination those of the source, and, for each movement, the source covers the pairs of an
// element and what of its place is kept.  What is asked of movements is asked of the bases, once
// they are shown to be what the definitions say.
#pragma once

#include <optional>
#include <string>

#include "checkers/engines/decide.hpp"
#include "checkers/layout/maps.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"

namespace tileproof {

enum class Movement { kNone, kRegisters, kLanes, kWarps, kBlocks };
const char* to_string(Movement movement);  // "none", "registers", "lanes", "warps", "blocks"

struct ConversionAnswer {
  Verdict verdict;
  std::optional<Movement> movement;  // where it is proved
  std::optional<LinearLayout> plan;  // from each destination place to the source place it reads
};

// Fails (no verdict) if a layout is not in registers.
Result<ConversionAnswer> check_conversion(const Tensor& source,
                                          const Tensor& destination,
                                          const Decider& decide = by_all_engines());

// An element that a movement does not bring: "destination register 1, lane 0 must hold element (row
// 0, col 1), which no register of that thread has in the source".  Fails if that is not decided.
// Requires: the movement is less than the conversion's.
Result<std::string> why_too_little(const Tensor& source,
                                   const Tensor& destination,
                                   Movement movement,
                                   const Decider& decide = by_all_engines());

// Does each thread have, in its registers of the source, what it has of the destination?  `wanted`
// says which element of the source belongs to each place of the destination.
Verdict check_in_threads(const Tensor& source,
                         const Tensor& destination,
                         const IndexMap& wanted,
                         const Decider& decide = by_all_engines());

}  // namespace tileproof
