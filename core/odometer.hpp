// How are all values of some axes visited?
#pragma once

#include <span>
#include <vector>

#include "core/axis.hpp"

namespace tileproof {

// Runs through all values of axes, the first slowest.
class Odometer {
 public:
  explicit Odometer(std::span<const Axis> axes) : axes_(axes.begin(), axes.end()) {
    for (const Axis& axis : axes_) values_.push_back(axis.first);
  }
  [[nodiscard]] std::span<const Word> values() const { return values_; }
  // False when all values have been seen.
  bool advance() {
    for (std::size_t i = axes_.size(); i-- > 0;) {
      if (++values_[i] < axes_[i].first + axes_[i].size) return true;
      values_[i] = axes_[i].first;
    }
    return false;
  }

 private:
  std::vector<Axis> axes_;
  std::vector<Word> values_;
};

}  // namespace tileproof
