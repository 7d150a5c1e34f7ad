// Which slot of a thread's registers holds which element, for the matrix instructions of one warp,
// of four warps (wgmma), and for the moves of 8 x 8 matrices between registers and shared memory?
// fragments_replay.hpp says what the observations hold.
#pragma once

#include <span>

#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

// One instruction, with A in registers or in shared memory.
struct FragmentQuestion {
  const char* instruction;
  unsigned size;  // multiplications, or elements moved
  Result<Observation> (*ask)();
};
std::span<const FragmentQuestion> mma_questions();
std::span<const FragmentQuestion> sparse_mma_questions();
std::span<const FragmentQuestion> wgmma_questions();
std::span<const FragmentQuestion> sparse_wgmma_questions();
std::span<const FragmentQuestion> matrix_move_questions();

}  // namespace tileproof::oracles
