// How is a device asked what a shared-memory instruction costs?  By two clocks that know nothing of
// each other: the SM's cycle counter inside a kernel, and the hardware's event counters, which a
// profiler reads after each launch.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "gpu_oracles/runner/event_counters.hpp"
#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"

namespace tileproof::oracles {

// The instructions that can be asked about; the device knows them by their position here.
inline constexpr std::string_view kInstructions[] = {
    "ld.shared.b8",      "ld.shared.b16",     "ld.shared.b32",      "ld.shared.b64",
    "ld.shared.b128",    "ldmatrix.x1",       "ldmatrix.x2",        "ldmatrix.x4",
    "ldmatrix.x1.trans", "ldmatrix.x2.trans", "ldmatrix.x4.trans",  "st.shared.b8",
    "st.shared.b16",     "st.shared.b32",     "st.shared.b64",      "st.shared.b128",
    "stmatrix.x1",       "stmatrix.x2",       "stmatrix.x4",        "stmatrix.x1.trans",
    "stmatrix.x2.trans", "stmatrix.x4.trans", "atom.shared.add.u32"};

// Addresses must be below this.
inline constexpr Word kSharedBytes = 65536;

// Cycles for one instruction, between dependent ones of one warp and between those of eight warps
// that keep the memory busy.
struct AccessCycles {
  double latency = 0;
  double throughput = 0;
};

// One block for each pattern, alone on its SM; the least of several times.  Fails (kUnsupported)
// with the call that failed, or for a pattern that no kernel can execute.
Result<std::vector<AccessCycles>> time_accesses(std::span<const AccessPattern> patterns);

// One launch executes several patterns, the i-th of each kind kCounterBase^i times, so that the
// counters' sums hold all their costs as digits: a cost is at most 32.
inline constexpr std::uint64_t kCounterBase = 33;
inline constexpr std::size_t kMaxDigits = 6;
CounterKind counter_kind(std::string_view instruction);

// Positions among the patterns, by their kind and digit.
using CounterLaunch = std::array<std::array<std::optional<std::size_t>, kMaxDigits>, kCounterKinds>;
// Covers all patterns once, with that many digits of each kind in a launch.
std::vector<CounterLaunch> plan_launches(std::span<const AccessPattern> patterns,
                                         std::size_t digits);

// Launches a kernel named count_accesses for each, in order.  A profiler must be watching.
std::optional<Error> launch_for_counters(std::span<const AccessPattern> patterns,
                                         std::span<const CounterLaunch> launches);

}  // namespace tileproof::oracles
