// What do the hardware's event counters say of shared memory?  They are read by Nsight Compute,
// which watches a second process of this program launch kernels.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace tileproof::oracles {

enum CounterKind : std::size_t { kLoads, kStores, kAtomics, kCounterKinds };

struct Counters {
  std::uint64_t wavefronts = 0;
  std::uint64_t bank_conflicts = 0;
  friend bool operator==(const Counters&, const Counters&) = default;
};

// Nsight Compute launches a kernel again for every few events: those of loads and stores alone take
// one launch, and an eighth of the time.
enum class Events : std::uint8_t { kWavefrontsOfLoadsAndStores, kAll };

// The sums of one launch, by kind: of all of its blocks.  What was not counted is 0.
using LaunchSums = std::array<Counters, kCounterKinds>;

// The rows of Nsight Compute's `--page raw --csv`.  Fails (kSyntax) if a counter is missing or no
// number, or if there are not as many launches.
Result<std::vector<LaunchSums>> parse_counter_table(const std::string& text,
                                                    std::size_t launches,
                                                    Events events);

// The second process: `self probe ORACLE FILE` (DeviceRun::probe), of which the launches of one
// kernel are watched.
struct ProfiledProbe {
  std::string oracle;
  std::string kernel;
  Events events;
  std::string folder;  // where its file is for a while
  std::string self;    // starts this program again
};

// `questions` is what the file holds that the process is given.  Fails (kUnsupported) without
// `ncu`.
Result<std::vector<LaunchSums>> count_events(const ProfiledProbe& probe,
                                             const std::string& questions,
                                             std::size_t launches);

}  // namespace tileproof::oracles
