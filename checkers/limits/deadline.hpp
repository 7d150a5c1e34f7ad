// When is a visit of many cases to end?
#pragma once

#include <chrono>

#include "checkers/limits/limits.hpp"

namespace tileproof {

class Deadline {
 public:
  explicit Deadline(const Limits& limits)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                 std::chrono::duration<double>(limits.seconds))) {}
  [[nodiscard]] bool has_passed() const { return std::chrono::steady_clock::now() > end_; }
  // Asks the clock now and then.
  bool is_over() { return (++calls_ & 0xfff) == 0 && has_passed(); }

 private:
  std::chrono::steady_clock::time_point end_;
  unsigned calls_ = 0;
};

}  // namespace tileproof
