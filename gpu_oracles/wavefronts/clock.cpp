#include "gpu_oracles/wavefronts/clock.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace tileproof::oracles {
namespace {

constexpr double kTolerance = 0.75;

bool pairs_are_equal(const ByteAddresses& at, std::size_t bit) {
  for (std::size_t lane = 0; lane < at.size(); ++lane) {
    const auto& other = at[lane ^ bit];
    if (at[lane] && other && *at[lane] != *other) return false;
  }
  return true;
}

double surcharge(const AccessPattern& pattern) {
  if (pairs_are_equal(pattern.byte_address, 1) || pairs_are_equal(pattern.byte_address, 2))
    return 0;
  return pattern.instruction == "ld.shared.b64"    ? 1
         : pattern.instruction == "ld.shared.b128" ? 2
                                                   : 0;
}

// What is left of the latency: the instruction's base.
double base_of(const ClockReading& reading) {
  return reading.latency_cycles - kCyclesPerWavefront * static_cast<double>(reading.wavefronts) -
         surcharge(reading.pattern);
}

bool is_compared(const ClockReading& reading) {
  return reading.pattern.instruction != kAtomicAdd && reading.wavefronts > 0;
}

}  // namespace

ClockAgreement compare_with_clock(std::span<const ClockReading> readings) {
  std::map<std::string, std::vector<double>> bases;
  for (const ClockReading& reading : readings) {
    if (is_compared(reading)) bases[reading.pattern.instruction].push_back(base_of(reading));
  }
  std::map<std::string, double> median;
  for (auto& [instruction, values] : bases) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    median[instruction] = *middle;
  }
  ClockAgreement agreement;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (!is_compared(readings[i])) continue;
    ++agreement.compared;
    const double off = base_of(readings[i]) - median[readings[i].pattern.instruction];
    if (std::abs(off) > kTolerance) agreement.contradictions.push_back(i);
  }
  return agreement;
}

}  // namespace tileproof::oracles
