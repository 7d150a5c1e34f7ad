#include "cli/command_line.hpp"

namespace tileproof::cli {

CommandLine::CommandLine() {
  app.set_version_flag("--version", std::string("tileproof ") + TILEPROOF_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 all holds, 1 something is refuted, 2 bad usage or input,\n"
      "3 nothing refuted but something unknown, 4 internal error.\n\n"
      "Example:  tileproof check ~/.triton/cache/*/*.ttgir");
  commands = {
      {"check", add_check_command(app)},
      {"show", add_show_command(app)},
      {"prove", add_prove_command(app)},
      {"plan", add_plan_command(app)},
      {"realises", add_realises_command(app)},
      {"buffers", add_buffers_command(app)},
      {"fuzz", add_fuzz_command(app)},
      {"museum", add_museum_command(app)},
      {"certify", add_certify_command(app)},
      {"batch", add_batch_command(app)},
      {"oracle", add_oracle_command(app)},
  };
}

}  // namespace tileproof::cli
