// How is it written down that a program of moves carries one layout to another (docs/programs.md)?
//
//   claim realises
//   layout source [32 32] #ttg.blocked<..>
//   layout destination [32 32] #ttg.blocked<..>
//   copies equal                                or: apart
//   repeated no                                 or: yes
//   program 3                                   so many lines follow
//   program cuda:90, 4 warps, 32 bits;
//   mov d[0], s[1];
//   mov d[1], s[0];
#pragma once

#include <string>

#include "checkers/certificates/certifier/lines.hpp"
#include "checkers/claims/stated_claim.hpp"

namespace tileproof::certificates {

struct StatedProgram {
  StatedLayout source;
  StatedLayout destination;
  bool copies_are_equal = true;
  bool is_repeated = false;
  std::string program;  // its text
};

// The lines above, made of what was read, in one spelling.  Fails if a layout or the program cannot
// be read.
Result<std::string> restated(const StatedProgram& claim);

// What lines say; `claim realises` was read before.  Throws Refused if they are not of this form.
StatedProgram read_stated_program(Lines& lines);

}  // namespace tileproof::certificates
