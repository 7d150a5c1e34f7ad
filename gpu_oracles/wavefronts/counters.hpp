// What do the hardware's event counters say of each pattern?  They are read by Nsight Compute,
// which watches a second process of this program launch the kernels.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu_oracles/wavefronts/wavefronts_device.hpp"

namespace tileproof::oracles {

struct Counters {
  std::uint64_t wavefronts = 0;
  std::uint64_t bank_conflicts = 0;
  friend bool operator==(const Counters&, const Counters&) = default;
};

// The sums of one launch, by kind.
using LaunchSums = std::array<Counters, kCounterKinds>;

// The rows of Nsight Compute's `--page raw --csv`.  Fails (kSyntax) if a counter is missing or no
// number, or if there are not as many launches.
Result<std::vector<LaunchSums>> parse_counter_table(const std::string& text, std::size_t launches);

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
