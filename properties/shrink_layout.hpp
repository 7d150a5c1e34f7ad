// What does a failing layout shrink to?
#pragma once

#include <vector>

#include "core/linear_layout.hpp"

namespace tileproof::gen {

// Layouts one step smaller: a bit less of the index or of the values, a dimension of size 1 less,
// or a basis cleared.  At least one bit of each remains.
std::vector<LinearLayout> smaller_layouts(const LinearLayout& layout);

}  // namespace tileproof::gen
