// Which program brings a tensor through shared memory with the fewest wavefronts?
//
// Each element is stored once: lanes and warps that hold copies share the registers among them.
// Words of four bytes that both sides hold in registers are moved as they are; else one side
// accesses less than a word, or matrices are transposed on their way.
#pragma once

#include <optional>

#include "checkers/plan/move_writer.hpp"

namespace tileproof::plan {

struct SharedPlan {
  moves::Program program;
  Word wavefronts;  // of stores and loads, as they were counted to choose among plans
  bool is_remote;   // does a block load from another's memory?
};

// `empty` is a program without moves; the bytes of its blocks have so many bits each, above which
// is the block that holds them (number_by_blocks).  Nothing if they do not fit the bytes of shared
// memory that there are.
std::optional<SharedPlan> shared_plan(const moves::Program& empty,
                                      const Side& source,
                                      const Side& destination,
                                      unsigned block_bits,
                                      Word most_bytes);

}  // namespace tileproof::plan
