// Conversions that tests of the oracle of plans share.
#pragma once

#include <vector>

#include "gpu_oracles/plans/draw_conversion.hpp"

namespace tileproof::oracles {

inline const Target& hopper() {
  static const Target kHopper = Target::parse("cuda:90").value();
  return kHopper;
}

// Those of seed 1, at least the first `count`.
inline const std::vector<PlannedConversion>& drawn(std::size_t count) {
  static std::vector<PlannedConversion> list;
  while (list.size() < count) list.push_back(draw_conversion(1, list.size(), hopper()));
  return list;
}

}  // namespace tileproof::oracles
