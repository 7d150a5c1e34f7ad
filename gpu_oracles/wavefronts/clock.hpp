// Does the SM's clock agree with its event counters?  It knows nothing of them: on an H200 each
// further wavefront makes a dependent load, or the load behind a store, come 2 cycles later.
//
//   latency = base(instruction) + 2 * wavefronts + surcharge
//
// The surcharge shows the merging of equal pairs by itself: loads of 8 bytes come 1 cycle later,
// loads of 16 bytes 2 cycles, unless the pairs of the whole warp merge.
#pragma once

#include <span>
#include <vector>

#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"

namespace tileproof::oracles {

struct ClockReading {
  AccessPattern pattern;
  std::uint64_t wavefronts = 0;  // as counted
  double latency_cycles = 0;
};

inline constexpr double kCyclesPerWavefront = 2;

// The positions where the clock contradicts the counters: by more than 0.75 cycles, where one
// wavefront makes 2.  An instruction's base is the median of its readings.  Left out are atomics,
// whose first eight wavefronts take half a cycle each, and accesses without an active lane.
struct ClockAgreement {
  std::size_t compared = 0;
  std::vector<std::size_t> contradictions;
};
ClockAgreement compare_with_clock(std::span<const ClockReading> readings);

}  // namespace tileproof::oracles
