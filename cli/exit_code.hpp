// What does the program's exit code say?  (interface.md: scripts depend on it.)
#pragma once

namespace tileproof::cli {

enum ExitCode {
  kHolds = 0,  // all that was asked holds
  kRefuted = 1,
  kBadInput = 2,  // or bad usage
  kUnknown = 3,   // nothing refuted, something unknown
  kInternal = 4,  // an internal error, or two engines disagree
};

}  // namespace tileproof::cli
