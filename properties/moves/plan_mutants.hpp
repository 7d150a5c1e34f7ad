// Programs that are plans but for one mistake.
#pragma once

#include <string>
#include <vector>

#include "core/moves/program.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

// Moves are counted as they stand in the program, loops once, and have their number as origin.
struct PlanMutant {
  std::string kind;  // "a barrier is dropped"
  moves::Program program;
  std::size_t place;  // the first move that is another than it was
};

// All kinds that the plan allows, of some moves each, lanes and bits chosen by the seed.
std::vector<PlanMutant> mutants_of(const moves::Program& plan, Source& choices);

}  // namespace tileproof::gen
