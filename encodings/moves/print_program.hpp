// How is a program of moves written?
#pragma once

#include <string>

#include "core/moves/program.hpp"

namespace tileproof::moves {

// A text that parse_program() reads as a program of the same moves.
std::string print_program(const Program& program);

}  // namespace tileproof::moves
