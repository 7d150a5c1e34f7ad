#include <fmt/core.h>
#include <unistd.h>

#include <iostream>
#include <string>

#include "cli/batch/batch.hpp"
#include "cli/batch/line_reader.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"

namespace tileproof::cli {

Run add_batch_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "batch", "Answer questions, one JSON object a line from standard input, to standard output");
  command->footer(
      "A line that cannot be answered, or is longer than 16 MiB, gets {\"ok\": false, \"error\": "
      "...};\n"
      "the run goes on and its exit code is 0, or 2 if the input cannot be read to its end.\n\n"
      "Example:\n"
      "  echo '{\"op\": \"linear_layout\", \"attr\": \"#ttg.swizzled_shared<{vec = 8, perPhase = "
      "1,\n"
      "  maxPhase = 8, order = [1, 0]}>\", \"shape\": [64, 64]}' | tr -d '\\n' | tileproof batch");
  return [] {
    std::ios::sync_with_stdio(false);
    LineReader lines(STDIN_FILENO);
    bool internal_error = false;
    while (const auto line = lines.next()) {
      const BatchAnswer answer =
          line->is_too_long ? refuse_long_line() : answer_batch_line(line->text);
      internal_error = internal_error || answer.internal_error;
      std::cout << answer.line << '\n';
      // Whoever asks line by line waits for the answer.
      if (!lines.has_line()) std::cout.flush();
      // Nobody gets the answers any more.
      if (!std::cout) break;
    }
    if (internal_error) return ExitCode::kInternal;
    if (lines.failure().empty()) return ExitCode::kHolds;
    fmt::print(stderr, "tileproof batch: cannot read standard input: {}\n", lines.failure());
    return ExitCode::kBadInput;
  };
}

}  // namespace tileproof::cli
