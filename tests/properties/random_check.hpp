// Tries a law on random subjects inside a GoogleTest test and says how it went.  The seed is
// pinned, so a test gives the same result each time, unless TILEPROOF_TEST_SEED says otherwise.  A
// failure prints the shrunk subject and its choices.
#pragma once

#include <functional>
#include <string>

#include "properties/law.hpp"

namespace tileproof::testing {

struct RandomCheck {
  int tried = 0;
  int applied = 0;  // not vacuous
  bool failed = false;
  std::string message;
};

// Runs a law that draws its own subjects, `cases` times, or until it is broken.
RandomCheck check_randomly(const std::function<laws::LawResult(gen::Source&)>& draw_and_check,
                           int cases = 100,
                           bool shrinks = true);

}  // namespace tileproof::testing
