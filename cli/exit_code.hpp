// What does the program's exit code say?  (interface.md: scripts depend on it.)
#pragma once

#include "core/verdict.hpp"

namespace tileproof::cli {

enum ExitCode {
  kHolds = 0,  // all that was asked holds
  kRefuted = 1,
  kBadInput = 2,  // or bad usage
  kUnknown = 3,   // nothing refuted, something unknown
  kInternal = 4,  // an internal error, or two engines disagree
};

inline int exit_code_of(const Verdict& verdict) {
  if (is_refuted(verdict)) return ExitCode::kRefuted;
  return is_unknown(verdict) ? ExitCode::kUnknown : ExitCode::kHolds;
}

}  // namespace tileproof::cli
