// What can be asked of all points of a layout at once?  The functions that exhaustive.cu answers by
// the kernels of kernels.cuh, compiled behind the layout's own function (kernel_source.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/result.hpp"

namespace tileproof::oracles {

// A layout's kernels as the device loads them.
struct CompiledLayout {
  std::string code;
  std::uint64_t points = 0;
};

// The values of a function at all of its points.
struct ValueCounts {
  std::uint64_t distinct = 0;  // as many as points: no value occurs twice
  std::uint64_t largest = 0;
  std::uint64_t sum = 0;  // modulo 2^64
  double clear_milliseconds = 0;
  double set_milliseconds = 0;  // all points evaluated, and the bits of their values set
  double count_milliseconds = 0;
  [[nodiscard]] double milliseconds() const {
    return clear_milliseconds + set_milliseconds + count_milliseconds;
  }
};
// One bit for each value below the limit, in device memory.  Fails (kInvalid) if there is a value
// of the limit or more, or not each point was visited.
Result<ValueCounts> count_values(const CompiledLayout& layout, std::uint64_t value_limit);

Result<std::uint64_t> find_largest(const CompiledLayout& layout);

// The smallest value that two points have, and the two smallest of these points.
struct Collision {
  std::uint64_t value = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};
Result<std::optional<Collision>> find_collision(const CompiledLayout& layout,
                                                std::uint64_t value_limit);

struct Comparison {
  std::optional<std::uint64_t> first_difference;
  std::uint64_t values[2] = {0, 0};  // there
  std::uint64_t sums[2] = {0, 0};    // of the values of each, modulo 2^64
  double milliseconds = 0;
};
// Are the two functions that were compiled together equal everywhere?  Fails (kInvalid) if not each
// point was visited.
Result<Comparison> compare(const CompiledLayout& both);

// The device's limits for the same work: a formula that costs nothing.
struct BitmapLimits {
  double clear_milliseconds = 0;          // the bits written once
  double count_milliseconds = 0;          // and read once
  double set_words_milliseconds = 0;      // 32 points of one word set by one atomic operation
  double set_scattered_milliseconds = 0;  // each point an atomic operation on another sector
};
Result<BitmapLimits> time_bitmap(std::uint64_t points);

}  // namespace tileproof::oracles
