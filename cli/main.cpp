// tileproof: parse the command line, run the command, give its exit code.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/exit_code.hpp"
#include "cli/guarded_run.hpp"

namespace {

using tileproof::cli::ExitCode;

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
  tileproof::cli::CommandLine line;
  auto& [app, commands] = line;
  const auto is_command = [&](std::string_view word) {
    return std::any_of(commands.begin(), commands.end(), [word](const auto& command) {
      return command.first == word;
    });
  };
  if (argc == 1 || (*argv[1] != '-' && !is_command(argv[1]))) {
    std::string names;
    for (const auto& [name, command] : commands) names += (names.empty() ? "" : ", ") + name;
    fmt::print(
        stderr,
        "tileproof: {}; commands are {}\nRun with --help for more information.\n",
        argc == 1 ? "a command is missing" : fmt::format("there is no command '{}'", argv[1]),
        names);
    return ExitCode::kBadInput;
  }
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
  return tileproof::cli::guarded_run("tileproof", [&] { return run(argc, argv); });
}
