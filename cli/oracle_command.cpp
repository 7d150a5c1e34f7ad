#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "gpu_oracles/runner/program.hpp"

namespace tileproof::cli {

// The verbs and their options are those of the program tileproof-oracle.
Run add_oracle_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "oracle", "Ask a GPU what it does, or hold the models against what GPUs answered");
  command->prefix_command();
  command->footer(
      "tileproof oracle list\n"
      "tileproof oracle run [NAME] [--budget SECONDS] [--out FOLDER] [--seed S]\n"
      "tileproof oracle run NAME --against MODEL [--cases N] [--seed S] [--out FOLDER]\n"
      "tileproof oracle replay [FILE...]\n"
      "tileproof oracle replay FILE --against MODEL\n\n"
      "Exit code 3: skipped, since there is no device.  The same verbs are in the program\n"
      "tileproof-oracle, which builds without the solvers.");
  return [command] {
    return oracles::run_program(command->remaining(), oracles::quoted_program() + " oracle");
  };
}

}  // namespace tileproof::cli
