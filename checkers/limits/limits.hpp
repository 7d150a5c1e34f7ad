// How long may an engine run, and in how much memory?  Past a limit the verdict is unknown.
#pragma once

#include <cstddef>

#include "core/bits.hpp"

namespace tileproof {

struct Limits {
  double seconds = 10;
  std::size_t memory_bytes = std::size_t{1} << 30;  // beyond what the process has already
};

// That a user may ask for: a pebibyte, which no machine has.
inline constexpr Word kMostMegabytes = Word{1} << 30;

}  // namespace tileproof
