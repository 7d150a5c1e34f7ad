// Is the certificate of a program of moves a proof of its claim (stated_program.hpp)?
#pragma once

#include "checkers/certificates/program_certifier/stated_program.hpp"

namespace tileproof::certificates {

// Is it one about a program?  Asked before its claim is read.
bool is_of_program(const Lines& lines);

// The claim, restated.  Throws Refused if it is not shown.
std::string replay_program(Lines& lines);

}  // namespace tileproof::certificates
