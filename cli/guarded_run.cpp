#include "cli/guarded_run.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "cli/exit_code.hpp"
#include "cli/standard_streams.hpp"

namespace tileproof::cli {

namespace {

// Whoever started the program may ignore the ends of children, and would not see why a file does
// not grow.
void take_signals() {
  std::signal(SIGCHLD, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace

int guarded_run(const char* program, const std::function<int()>& run) {
  hold_standard_streams();
  take_signals();
  int code = ExitCode::kBadInput;
  std::string bug;
  try {
    code = run();
  } catch (const std::system_error& error) {
    // fmt throws it where it cannot write.
    if (!lost_output() && std::ferror(stderr) == 0) bug = error.what();
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: the process gets no more memory\n", program);
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
