// How is a text read as a program of moves?  The grammar is in docs/programs.md.
#pragma once

#include <string_view>

#include "core/moves/program.hpp"
#include "core/result.hpp"

namespace tileproof::moves {

// Of a longer text, of more moves written out, of larger arrays or deeper loops, parse_program()
// says so.
inline constexpr std::size_t kMaxProgramLength = std::size_t{1} << 20;
inline constexpr Word kMaxMovesWritten = Word{1} << 20;
inline constexpr unsigned kMaxArraySize = 1024;
inline constexpr std::size_t kMaxLoops = 8;  // in each other

// Errors begin with the line and column: "3:24: unknown name 'lan'".
Result<Program> parse_program(std::string_view text);

}  // namespace tileproof::moves
