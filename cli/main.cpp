// tileproof: parse the command line, run the command, give its exit code.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"

namespace {

using tileproof::cli::ExitCode;
using tileproof::cli::Run;

// triton-tensor-layout takes its long options with one dash.
std::vector<std::string> arguments(int argc, char** argv) {
  std::vector<std::string> list;
  for (int i = argc - 1; i > 0; --i) {  // CLI11 takes them from the back
    std::string argument = argv[i];
    for (const char* option : {"-use-hw-view", "-alias-names"}) {
      if (argument.rfind(option, 0) == 0) argument = "-" + argument;
    }
    list.push_back(std::move(argument));
  }
  return list;
}

int run(int argc, char** argv) {
  CLI::App app("Proves the tensor layouts of GPU kernels right.", "tileproof");
  app.set_version_flag("--version", std::string("tileproof ") + TILEPROOF_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 all holds, 1 something is refuted, 2 bad usage or input,\n"
      "3 nothing refuted but something unknown, 4 internal error.\n\n"
      "Example:  tileproof check ~/.triton/cache/*/*.ttgir");
  const std::vector<std::pair<std::string, Run>> commands = {
      {"check", tileproof::cli::add_check_command(app)},
      {"show", tileproof::cli::add_show_command(app)},
      {"prove", tileproof::cli::add_prove_command(app)},
      {"certify", tileproof::cli::add_certify_command(app)},
      {"batch", tileproof::cli::add_batch_command(app)},
      {"oracle", tileproof::cli::add_oracle_command(app)},
  };
  try {
    app.parse(arguments(argc, argv));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ExitCode::kHolds : ExitCode::kBadInput;
  }
  for (const auto& [name, command] : commands) {
    if (app.got_subcommand(name)) return command();
  }
  return ExitCode::kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tileproof: internal error: {}\n", error.what());
    return ExitCode::kInternal;
  }
}
