// What bytes does the copy engine leave in shared memory, and which bytes does wgmma read there?
// tma_replay.hpp says what the observations hold.
#pragma once

#include <span>

#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/tma/box_question.hpp"

namespace tileproof::oracles {

Result<Observation> ask_box(const BoxQuestion& question);
// A tile that wgmma reads through a descriptor: of B with k contiguous, and of A or B with the rows
// or columns contiguous.
struct TileQuestion {
  const char* instruction;
  Result<Observation> (*ask)();
};
std::span<const TileQuestion> descriptor_questions();
std::span<const TileQuestion> mn_descriptor_questions();

}  // namespace tileproof::oracles
