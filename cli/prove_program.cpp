#include "cli/prove_program.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/guarded_run.hpp"

namespace tileproof {

int run_prove_program(int argc, char** argv, const std::vector<Family>& families) {
  const std::string name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "prove";
  return cli::guarded_run(name.c_str(), [&]() -> int {
    CLI::App app("Prove or refute a claim about a layout in any notation", name);
    const cli::Run run = cli::add_prove_options(app, families);
    std::string notations;
    for (const Family& family : families) notations += "\n  " + family.notation();
    app.footer(app.get_footer() + "\nNotations of this program:" + notations);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? cli::ExitCode::kHolds : cli::ExitCode::kBadInput;
    }
    return run();
  });
}

}  // namespace tileproof
