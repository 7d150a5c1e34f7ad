// tileproof: parse the command line, run the command, give its exit code.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/standard_streams.hpp"

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
      {"plan", tileproof::cli::add_plan_command(app)},
      {"realises", tileproof::cli::add_realises_command(app)},
      {"buffers", tileproof::cli::add_buffers_command(app)},
      {"fuzz", tileproof::cli::add_fuzz_command(app)},
      {"museum", tileproof::cli::add_museum_command(app)},
      {"certify", tileproof::cli::add_certify_command(app)},
      {"batch", tileproof::cli::add_batch_command(app)},
      {"oracle", tileproof::cli::add_oracle_command(app)},
  };
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
  using tileproof::cli::lost_output;
  tileproof::cli::hold_standard_streams();
  int code = ExitCode::kBadInput;
  std::string bug;
  try {
    code = run(argc, argv);
  } catch (const std::system_error& error) {
    // fmt throws it where it cannot write.
    if (!lost_output() && std::ferror(stderr) == 0) bug = error.what();
  } catch (const std::exception& error) {
    bug = error.what();
  }
  if (!bug.empty()) {
    std::fprintf(stderr, "tileproof: internal error: %s\n", bug.c_str());
    return ExitCode::kInternal;
  }
  const auto lost = lost_output();
  if (!lost) return code;
  std::fprintf(stderr, "tileproof: %s\n", lost->c_str());
  return code == ExitCode::kInternal ? code : ExitCode::kBadInput;
}
