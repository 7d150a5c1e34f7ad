// What do the hardware's event counters say of each pattern?
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu_oracles/runner/event_counters.hpp"
#include "gpu_oracles/wavefronts/wavefronts_device.hpp"

namespace tileproof::oracles {

// The patterns' counters from the launches' sums: the digits.  Fails (kInvalid) if a sum holds more
// than its patterns can have caused.
Result<std::vector<Counters>> split_sums(std::span<const CounterLaunch> launches,
                                         std::span<const LaunchSums> sums,
                                         std::size_t patterns);

// Files go to `folder`; `self` starts this program again.  Fails (kUnsupported) without `ncu`.
Result<std::vector<Counters>> read_counters(std::span<const AccessPattern> patterns,
                                            std::size_t digits,
                                            const std::string& folder,
                                            const std::string& self);

// What the second process is asked, from the file that it is given.
struct Questions {
  std::vector<AccessPattern> patterns;
  std::size_t digits = 1;
};
Result<Questions> read_questions(const std::string& path);

}  // namespace tileproof::oracles
