// Texts of random functions, for laws: each operation in parentheses, so that they show what the
// printer may leave out.
#pragma once

#include <string>

#include "properties/source.hpp"

namespace tileproof::gen {

// A function of row (below 16), col (below 32) and at times a parameter, which most often binds.
std::string draw_function_text(Source& source);

// The same of two inputs below `size` and one operator or two: there are some thousand.
std::string draw_small_function_text(Source& source, Word size);

}  // namespace tileproof::gen
