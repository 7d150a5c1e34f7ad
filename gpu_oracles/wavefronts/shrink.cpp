#include "gpu_oracles/wavefronts/shrink.hpp"

#include <algorithm>

#include "gpu_oracles/shrink_case.hpp"
#include "gpu_oracles/wavefronts/draw_patterns.hpp"

namespace tileproof::oracles {

std::vector<AccessPattern> smaller_patterns(const AccessPattern& pattern) {
  SmallerCases<AccessPattern> smaller{pattern, {}};
  const std::size_t lanes = address_lanes(pattern.instruction);
  const bool all_active = is_matrix(pattern.instruction);
  const auto add = [&](const auto& change) {
    smaller.add([&](AccessPattern& changed) { change(changed.byte_address); });
  };
  for (std::size_t group = lanes; group >= 1; group /= 2) {
    for (std::size_t first = 0; first < lanes; first += group) {
      add([&](ByteAddresses& at) {
        const auto instead = all_active ? at[0] : std::nullopt;
        std::fill_n(at.begin() + static_cast<std::ptrdiff_t>(first), group, instead);
      });
    }
  }
  const Word unit = bytes_per_lane(pattern.instruction);
  add([&](ByteAddresses& at) {  // the lanes that give no address
    std::fill(at.begin() + static_cast<std::ptrdiff_t>(lanes), at.end(), Word{0});
  });
  for (Word window = unit; window <= Word{1} << 16; window *= 2) {
    add([&](ByteAddresses& at) {
      for (auto& address : at) {
        if (address) address = *address % window;
      }
    });
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (!pattern.byte_address[lane]) continue;
    for (Word window = unit; window <= *pattern.byte_address[lane]; window *= 2) {
      add([&](ByteAddresses& at) { at[lane] = *at[lane] % window; });
    }
  }
  return std::move(smaller.list);
}

Result<AccessPattern> shrink_pattern(AccessPattern pattern, const Shows& shows) {
  return shrink_case(
      std::move(pattern), smaller_patterns, [&](auto asked) -> Result<std::optional<std::size_t>> {
        TP_TRY(shown, shows(asked));
        const auto first = std::find(shown.begin(), shown.end(), true);
        if (first == shown.end()) return std::optional<std::size_t>();
        return std::optional(static_cast<std::size_t>(first - shown.begin()));
      });
}

}  // namespace tileproof::oracles
