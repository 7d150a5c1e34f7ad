// Lists of moves, run by a device: one CTA for each list.
#pragma once

#include <span>
#include <vector>

#include "core/result.hpp"
#include "gpu_oracles/conversions/move_list.hpp"

namespace tileproof::oracles {

struct MoveResults {
  std::vector<std::uint8_t> bytes;  // of all lists
  std::vector<std::size_t> at;      // where each list's begin; one more at the end
  double kernel_milliseconds = 0;

  [[nodiscard]] std::span<const std::uint8_t> of(std::size_t list) const {
    return {bytes.data() + at[list], at[list + 1] - at[list]};
  }
};

// Does the platform have the steps that move matrices?  A list with them must not be run if not.
bool has_matrix_moves();

// What each list leaves behind, in the form of expected_bytes().
Result<MoveResults> run_on_device(std::span<const MoveList> lists);

}  // namespace tileproof::oracles
