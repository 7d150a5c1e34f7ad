// Texts of random functions, for laws: each operation in parentheses, so that they show what the
// printer may leave out.
#pragma once

#include <string>

#include "properties/source.hpp"

namespace tileproof::testing {

// A function of row (below 16), col (below 32) and at times a parameter, which most often binds.
std::string draw_function_text(gen::Source& source);

}  // namespace tileproof::testing
