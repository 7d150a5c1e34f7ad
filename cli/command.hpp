// The commands of the program.  Each adds its options to the parser and is run if the user named
// it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace tileproof::cli {

// Runs the command that was named; gives the program's exit code.
using Run = std::function<int()>;

Run add_check_command(CLI::App& app);
Run add_show_command(CLI::App& app);
Run add_batch_command(CLI::App& app);
Run add_prove_command(CLI::App& app);
Run add_certify_command(CLI::App& app);
Run add_oracle_command(CLI::App& app);
Run add_plan_command(CLI::App& app);
Run add_realises_command(CLI::App& app);
Run add_buffers_command(CLI::App& app);
Run add_museum_command(CLI::App& app);
Run add_fuzz_command(CLI::App& app);

}  // namespace tileproof::cli
