#include "cli/guarded_run.hpp"

#include <cstdio>
#include <exception>
#include <string>
#include <system_error>

#include "cli/exit_code.hpp"
#include "cli/standard_streams.hpp"

namespace tileproof::cli {

int guarded_run(const char* program, const std::function<int()>& run) {
  hold_standard_streams();
  int code = ExitCode::kBadInput;
  std::string bug;
  try {
    code = run();
  } catch (const std::system_error& error) {
    // fmt throws it where it cannot write.
    if (!lost_output() && std::ferror(stderr) == 0) bug = error.what();
  } catch (const std::exception& error) {
    bug = error.what();
  }
  if (!bug.empty()) {
    std::fprintf(stderr, "%s: internal error: %s\n", program, bug.c_str());
    return ExitCode::kInternal;
  }
  const auto lost = lost_output();
  if (!lost) return code;
  std::fprintf(stderr, "%s: %s\n", program, lost->c_str());
  return code == ExitCode::kInternal ? code : ExitCode::kBadInput;
}

}  // namespace tileproof::cli
