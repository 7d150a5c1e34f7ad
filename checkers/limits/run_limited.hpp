// How is an engine held to its limits that has none of its own, or does not keep them?  By running
// it in a child process that is killed at the deadline, whatever it is doing then.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "checkers/limits/limits.hpp"

namespace tileproof {

// A limit was reached; the verdict is unknown.
struct Stopped {
  std::string reason;  // "time limit of 0.5 s"
  friend bool operator==(const Stopped&, const Stopped&) = default;
};

// The work died without an answer, which no input excuses: report it as InternalError.
struct Crashed {
  std::string how;  // "signal 11 (Segmentation fault)"
  friend bool operator==(const Crashed&, const Crashed&) = default;
};

using Ended = std::variant<std::string, Stopped, Crashed>;

// The answer of `work`, which runs in a copy of this process: what it changes in memory is lost,
// and what it leaves in the buffers of stdio is not printed.  An InternalError that it throws is
// thrown here again; std::bad_alloc is the memory limit; any other exception is a crash.
//
// Where the process has other threads, `work` must not need a lock that one of them may hold;
// malloc's are in order after a fork.
Ended run_limited(const Limits& limits, const std::function<std::string()>& work);

// One of several works that run side by side, each as above.
struct Contender {
  // So many seconds after the first, or when no other runs any more.
  double starts_after = 0;
  // For so long, if that is less than all have.
  double seconds = std::numeric_limits<double>::infinity();
  // From so many seconds after the first on it rests until so many, as long as another works.
  double rests_after = std::numeric_limits<double>::infinity();
  double rests_until = std::numeric_limits<double>::infinity();
  std::function<std::string()> work;
};
using Decides = std::function<bool(const std::string& answer)>;

// How each ended: once an answer decides, all others are stopped.
std::vector<Ended> run_side_by_side(const Limits& limits,
                                    const std::vector<Contender>& contenders,
                                    const Decides& decides);

}  // namespace tileproof
