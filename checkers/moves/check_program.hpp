// Is everything that a program says in order, in each thread that takes part?  What is bad input is
// so before any verdict: docs/programs.md.
#pragma once

#include <optional>
#include <vector>

#include "core/moves/program.hpp"
#include "core/result.hpp"

namespace tileproof::moves {

// With so many registers in each array.
std::optional<Error> check_program(const Program& program, const std::vector<Word>& registers);

}  // namespace tileproof::moves
