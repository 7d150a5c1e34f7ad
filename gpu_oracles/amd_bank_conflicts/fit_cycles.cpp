#include "gpu_oracles/amd_bank_conflicts/fit_cycles.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace tileproof::oracles {
namespace {

constexpr double kToleranceInSteps = 0.4;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Result<CycleFit> fit_cycles(std::span<const CycleReading> readings) {
  std::map<unsigned, std::vector<double>> cycles_of;
  for (const CycleReading& reading : readings) {
    cycles_of[reading.wavefronts].push_back(reading.cycles);
  }
  if (cycles_of.size() < 2) {
    return Error{ErrorCode::kInvalid,
                 "readings of " + std::to_string(cycles_of.size()) +
                     " counts of wavefronts show no step between counts"};
  }
  std::vector<std::pair<double, double>> medians;
  for (const auto& [wavefronts, cycles] : cycles_of)
    medians.emplace_back(wavefronts, median(cycles));
  std::vector<double> slopes;
  for (std::size_t i = 0; i < medians.size(); ++i) {
    for (std::size_t j = i + 1; j < medians.size(); ++j) {
      slopes.push_back((medians[j].second - medians[i].second) /
                       (medians[j].first - medians[i].first));
    }
  }
  CycleFit fit;
  fit.step = median(slopes);
  std::vector<double> bases;
  for (const CycleReading& reading : readings) {
    bases.push_back(reading.cycles - fit.step * reading.wavefronts);
  }
  fit.base = median(bases);
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const double off = std::abs(bases[i] - fit.base);
    if (!(fit.step > 0) || off > kToleranceInSteps * fit.step) fit.beside.push_back(i);
  }
  return fit;
}

}  // namespace tileproof::oracles
