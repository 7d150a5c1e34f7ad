// How do the property tests run?  From a pinned seed, so that a run in CI is the run on a desk; the
// environment variable RC_PARAMS takes precedence ("seed=7 max_success=10000").  A failure prints
// the shrunk subjects and the RC_PARAMS that reproduce it.
#pragma once

#include <functional>
#include <string>

#include "properties/law.hpp"

namespace tileproof::testing {

struct RandomCheck {
  int tried = 0;
  int applied = 0;  // not vacuous
  bool failed = false;
  std::string message;  // RapidCheck's text
};

// Runs a law that draws its own subjects, `max_success` times (0: RapidCheck's default of 100).
RandomCheck check_randomly(const std::function<laws::LawResult()>& draw_and_check,
                           int max_success = 0,
                           bool shrinks = true);

}  // namespace tileproof::testing
