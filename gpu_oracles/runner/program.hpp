// The verbs list, run and replay, for the program tileproof-oracle and for `tileproof oracle`.
#pragma once

#include <string>
#include <vector>

namespace tileproof::oracles {

// Prints to standard output, errors to standard error.  `self` starts this program again, up to
// its verb: "'/bin/tileproof' oracle".
//
// Gives the exit code: 0 all agree, 1 model and device differ, 2 wrong usage or input, 3 skipped
// since there is no device.
int run_program(const std::vector<std::string>& words, const std::string& self);

// The path of the running program in single quotes.
std::string quoted_program();

}  // namespace tileproof::oracles
