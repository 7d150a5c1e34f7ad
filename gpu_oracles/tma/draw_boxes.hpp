// Which boxes is the copy engine asked for?  A list that covers all swizzles, sizes and edges, and
// random ones; and from a box that shows a disagreement, smaller ones.
#pragma once

#include <vector>

#include "gpu_oracles/tma/box_question.hpp"

namespace tileproof::oracles {

std::vector<BoxQuestion> listed_boxes();

// The same for a seed and an index on every machine: 1 to 5 dimensions, all types, swizzles and
// fills, padded strides; about half hang over an edge of the tensor.  At most 32 KiB.
BoxQuestion draw_box(std::uint64_t seed, std::uint64_t index);

// Those that are simpler in one respect, the much simpler first; all legal.
std::vector<BoxQuestion> smaller_boxes(const BoxQuestion& question);

}  // namespace tileproof::oracles
