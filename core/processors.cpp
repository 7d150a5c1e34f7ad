#include "core/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <vector>

namespace tileproof {
namespace {

constexpr std::size_t kMostProcessors = std::size_t{1} << 16;

}  // namespace

unsigned usable_processors() {
  // Asked with larger sets until one holds what the kernel counts, which may be more than
  // CPU_SETSIZE.
  for (std::size_t most = CPU_SETSIZE; most <= kMostProcessors; most *= 2) {
    std::vector<cpu_set_t> set(most / CPU_SETSIZE);
    const std::size_t bytes = set.size() * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, set.data()) == 0) {
      return static_cast<unsigned>(std::max(1, CPU_COUNT_S(bytes, set.data())));
    }
    if (errno != EINVAL) break;
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace tileproof
