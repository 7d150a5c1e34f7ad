#include "gpu_oracles/shuffles/shuffle_source.hpp"

#include "core/check.hpp"

namespace tileproof::oracles {

std::uint32_t control_of_width(ShuffleMode mode, unsigned lanes, unsigned width) {
  return (lanes - width) << 8 | (mode == ShuffleMode::kUp ? 0 : lanes - 1);
}

ShuffleSource shuffle_source(const ShuffleRule& rule, unsigned lane, std::uint32_t operand) {
  const unsigned last = rule.lanes - 1;
  const unsigned b = operand & last;
  const unsigned mask = rule.control >> 8 & last;
  const unsigned first = lane & mask;
  const unsigned limit = first | (rule.control & last & ~mask);
  const auto take = [&](unsigned from, bool is_in_segment) {
    return ShuffleSource{is_in_segment ? from : lane, is_in_segment};
  };
  switch (rule.mode) {
    case ShuffleMode::kUp:
      return take(lane - b, lane >= limit + b);
    case ShuffleMode::kDown:
      return take(lane + b, lane + b <= limit);
    case ShuffleMode::kXor:
      return take(lane ^ b, (lane ^ b) <= limit);
    case ShuffleMode::kIndex:
      return take(first | (b & ~mask), (first | (b & ~mask)) <= limit);
  }
  TP_CHECK(false, "unknown shuffle");
}

}  // namespace tileproof::oracles
