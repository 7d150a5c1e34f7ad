// Which slot of a thread's registers holds which element, for the matrix instructions of one warp,
// of four warps (wgmma), and for the moves of 8 x 8 matrices between registers and shared memory?
// fragments_replay.hpp says what the observations hold.
#pragma once

#include <span>

#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/runner/run.hpp"

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

// Against nothing: all instructions, to fragments.jsonl.  Against a model: as many as asked for
// (all), drawn by the seed, in an order of its own; the smallest instruction that differs goes to
// fragments_reproducer.jsonl.
Result<RunReport> run_fragments(const RunRequest& request, const ObservationHeader& header);

}  // namespace tileproof::oracles
