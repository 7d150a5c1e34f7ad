// Which program brings a tensor through shared memory with the fewest wavefronts?
//
// Each element is stored once: lanes and warps that hold copies share the registers among them.
// Words of four bytes that both sides hold in registers are moved as they are; else one side
// accesses less than a word, or matrices are transposed on their way.
#pragma once

#include "checkers/plan/move_writer.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof::plan {

struct SharedPlan {
  moves::Program program;
  Word wavefronts;  // of stores and loads, as they were counted to choose among plans
  bool is_remote;   // does a block load from another's memory?
};

// A layout of shared memory that is not to be chosen: the byte of the tensor at each bit of an
// address, 0 where there is none, and the gaps behind addresses, in bytes.
struct GivenMemory {
  Vectors basis;
  std::vector<triton::Padding> gaps;
};

// `empty` is a program without moves.  Fails (kUnsupported) if a block's bytes do not fit the bytes
// of shared memory that there are, or blocks have their copies at bytes of other words.
Result<SharedPlan> shared_plan(const moves::Program& empty,
                               const Side& source,
                               const Side& destination,
                               const BlockNumbers& blocks,
                               Word most_bytes,
                               const GivenMemory* given = nullptr);

}  // namespace tileproof::plan
