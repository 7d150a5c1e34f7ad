// Does a program of moves carry a tensor from one layout in registers to another?  What that means
// is said in docs/programs.md.
#pragma once

#include <string>
#include <vector>

#include "checkers/layout/maps.hpp"
#include "checkers/moves/run_program.hpp"
#include "checkers/prover/prover.hpp"
#include "core/verdict.hpp"

namespace tileproof::moves {

struct Realised {
  Verdict verdict;
  std::vector<std::string> remarks;  // "assumes that copies of an element are bit-equal"
  std::optional<ProgramCost> cost;   // where it is proved
};

// Fails (kInvalid) if a layout is not in registers, or has other numbers of lanes, warps or blocks
// than the program, or the program names a register of s or d that there is not.  What is shown of
// all threads at once is run as well, where that takes milliseconds and is to be replayed:
// InternalError if that finds something else.
Result<Realised> realises(const Program& program,
                          const Tensor& source,
                          const Tensor& destination,
                          const RunOptions& options = {},
                          Replay replay = Replay::kCheap);

}  // namespace tileproof::moves
