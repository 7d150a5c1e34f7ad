// What can be asked of all points of a layout at once?  The functions that exhaustive.cu answers by
// evaluating tapes at every point on the device.
#pragma once

#include <cstdint>
#include <optional>

#include "core/result.hpp"
#include "gpu_oracles/exhaustive/tape.hpp"

namespace tileproof::oracles {

// The values of a function at all of its points.
struct ValueCounts {
  std::uint64_t distinct = 0;  // as many as points: no value occurs twice
  std::uint64_t largest = 0;
  std::uint64_t sum = 0;      // modulo 2^64
  std::uint64_t outside = 0;  // values of `value_limit` or more; they are not among the distinct
  double milliseconds = 0;    // clearing the bits, setting them, counting them
};
// One bit for each value below the limit, in device memory.
Result<ValueCounts> count_values(const Tape& tape, std::uint64_t value_limit);

// The smallest value that two points have, and the two smallest of these points.
struct Collision {
  std::uint64_t value = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};
Result<std::optional<Collision>> find_collision(const Tape& tape, std::uint64_t value_limit);

struct Comparison {
  std::optional<std::uint64_t> first_difference;
  std::uint64_t values[2] = {0, 0};  // there
  std::uint64_t sums[2] = {0, 0};    // of the values of each, modulo 2^64
  double milliseconds = 0;
};
// Are two functions of as many points equal everywhere?
Result<Comparison> compare(const Tape& a, const Tape& b);

// The device's limits for the same work: a formula that costs nothing.
struct BitmapLimits {
  double clear_milliseconds = 0;          // the bits written once
  double count_milliseconds = 0;          // and read once
  double set_words_milliseconds = 0;      // 32 points of one word set by one atomic operation
  double set_scattered_milliseconds = 0;  // each point an atomic operation on another sector
};
Result<BitmapLimits> time_bitmap(std::uint64_t points);

}  // namespace tileproof::oracles
