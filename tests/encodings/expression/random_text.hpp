// Texts of random functions, for laws: each operation in parentheses, so that they show what the
// printer may leave out.  Each draw takes its numbers from RapidCheck and must be called inside a
// law that runs by check_randomly().
#pragma once

#include <string>

namespace tileproof::testing {

// A function of row (below 16), col (below 32) and at times a parameter, which most often binds.
std::string draw_function_text();

}  // namespace tileproof::testing
