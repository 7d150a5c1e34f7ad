#include <fmt/core.h>

#include <iostream>
#include <string>

#include "cli/batch/batch.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"

namespace tileproof::cli {

Run add_batch_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "batch", "Answer questions, one JSON object a line from standard input, to standard output");
  command->footer(
      "A line that cannot be answered gets {\"ok\": false, \"error\": ...}; the run goes on and "
      "its exit\n"
      "code is 0.\n\n"
      "Example:\n"
      "  echo '{\"op\": \"linear_layout\", \"attr\": \"#ttg.swizzled_shared<{vec = 8, perPhase = "
      "1,\n"
      "  maxPhase = 8, order = [1, 0]}>\", \"shape\": [64, 64]}' | tr -d '\\n' | tileproof batch");
  return [] {
    std::ios::sync_with_stdio(false);
    bool internal_error = false;
    std::string line;
    while (std::getline(std::cin, line)) {
      const BatchAnswer answer = answer_batch_line(line);
      internal_error = internal_error || answer.internal_error;
      std::cout << answer.line << '\n';
      // Whoever asks line by line waits for the answer.
      if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
    }
    std::cout.flush();
    return internal_error ? ExitCode::kInternal : ExitCode::kHolds;
  };
}

}  // namespace tileproof::cli
