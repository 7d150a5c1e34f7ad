// Does a program of moves carry one layout to another?  It is run here, byte by byte, as
// docs/programs.md says; nothing is shared with the engines (checkers/moves/) but the reader of
// programs.
#pragma once

#include "checkers/certificates/program_certifier/stated_program.hpp"

namespace tileproof::certificates {

// Throws ShownFalse if one of the four things that `realises` claims is not so, and Refused if the
// program is bad input, or would run too long: more than 2^26 times a move of a thread.
void replay_moves(const StatedProgram& claim);

}  // namespace tileproof::certificates
