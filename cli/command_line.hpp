// The command line of the program: which commands there are, and what they take.  The manual page
// and the completions are written from it, too (describe.hpp).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"

namespace tileproof::cli {

struct CommandLine {
  CLI::App app{"Proves the tensor layouts of GPU kernels right.", "tileproof"};
  std::vector<std::pair<std::string, Run>> commands = {};

  CommandLine();
};

}  // namespace tileproof::cli
