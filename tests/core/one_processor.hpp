// How does a program work that may use one processor only?
#pragma once

#include <gtest/gtest.h>
#include <sched.h>

#include <cstddef>

namespace tileproof {

// While it lives, this thread may use only the first of those that it could before.
class OneProcessor {
 public:
  OneProcessor() {
    EXPECT_EQ(sched_getaffinity(0, sizeof all_, &all_), 0);
    cpu_set_t first;
    CPU_ZERO(&first);
    std::size_t i = 0;
    while (i < CPU_SETSIZE && !CPU_ISSET(i, &all_)) ++i;
    CPU_SET(i, &first);
    EXPECT_EQ(sched_setaffinity(0, sizeof first, &first), 0);
  }
  ~OneProcessor() { EXPECT_EQ(sched_setaffinity(0, sizeof all_, &all_), 0); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

  [[nodiscard]] unsigned usable_before() const { return static_cast<unsigned>(CPU_COUNT(&all_)); }

 private:
  cpu_set_t all_{};
};

}  // namespace tileproof
