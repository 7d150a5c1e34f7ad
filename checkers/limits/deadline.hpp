// When is a visit of many cases to end, and what is left of the limits for what comes next?
#pragma once

#include <algorithm>
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

// What is left of limits since it was made.
class TimeLeft {
 public:
  explicit TimeLeft(const Limits& limits) : limits_(limits) {}
  [[nodiscard]] double spent() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] Limits rest() const { return at_most(limits_.seconds); }
  // No more than so many seconds of it.
  [[nodiscard]] Limits at_most(double seconds) const {
    Limits part = limits_;
    part.seconds = std::clamp(limits_.seconds - spent(), 0.0, std::max(seconds, 0.0));
    return part;
  }

 private:
  Limits limits_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace tileproof
