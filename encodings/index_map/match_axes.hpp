// Two layouts are compared input by input.  Where one has a coordinate in one piece and the other
// in digits, the piece is cut: row of 0 .. 15 in (16,8):(8,1) is two inputs in
// ((4,4),8):((8,32),1).
#pragma once

#include <utility>

#include "encodings/index_map/index_map.hpp"

namespace tileproof {

// The same functions with the same sizes of all inputs, those of one value left out.  Fails
// (kShape) if cutting does not bring them about, and (kUsage) if the outputs are not of the same
// kind.
Result<std::pair<IndexMap, IndexMap>> match_axes(const IndexMap& a, const IndexMap& b);

}  // namespace tileproof
