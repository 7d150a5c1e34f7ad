// Are measured cycles those of counted wavefronts?  If the count is right, every further wavefront
// makes an instruction take the same time longer:
//
//   cycles = base + step * wavefronts
//
// What base and step are on a device is not known beforehand, so both are fitted: a wrong count
// then leaves readings that lie beside the line.
#pragma once

#include <span>
#include <vector>

#include "core/result.hpp"

namespace tileproof::oracles {

struct CycleReading {
  unsigned wavefronts = 0;  // as counted
  double cycles = 0;        // as measured
};

struct CycleFit {
  double base = 0;
  double step = 0;
  std::vector<std::size_t> beside;  // readings that are off by more than 0.4 steps
};

// The step is the median of the slopes between the medians of any two counts, the base the median
// of what is left: neither is moved by a few wrong readings.  Fails (kInvalid) if fewer than two
// counts occur, which shows nothing.  With a step that is not positive, all readings are beside the
// line.
Result<CycleFit> fit_cycles(std::span<const CycleReading> readings);

}  // namespace tileproof::oracles
