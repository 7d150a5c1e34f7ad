// What does a program of moves do in all threads at once?  Where every number that it uses is an
// XOR of bits of lane, warp, block and loops, so is the byte that each register and address holds,
// and all claims of docs/programs.md are questions of linear algebra over GF(2).
//
// This shows that a program is right, or nothing: what is not linear, or wrong, is left to
// run_program.hpp, which says of every program what it does.
#pragma once

#include <optional>

#include "checkers/moves/run_program.hpp"

namespace tileproof::moves {

// What it costs, if it is shown to be right.  Requires: check_program() has nothing to say of it.
std::optional<ProgramCost> linear_run(const Program& program,
                                      const HeldElements& source,
                                      const HeldElements& destination);

}  // namespace tileproof::moves
