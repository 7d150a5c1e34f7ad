// How is a tensor brought from one layout in registers to another, and what does it cost?
#pragma once

#include <optional>
#include <string>

#include "checkers/moves/realises.hpp"
#include "core/moves/program.hpp"

namespace tileproof::plan {

enum class PlanKind { kNone, kRegisters, kShuffles, kShared, kCluster };
const char* to_string(PlanKind kind);  // "none", "registers", "shuffles", "shared", "cluster"

struct PlanRequest {
  unsigned element_bits = 32;
  Target target;
  // Of shared memory that there are.
  Word bytes = Word{1} << 20;
};

struct Plan {
  PlanKind kind;
  moves::Program program;
  moves::Realised answer;  // that the program carries the one to the other
};

// The program with the fewest wavefronts and shuffles.  Fails (kUnsupported) where none is known: a
// target has no clusters, blocks have copies of others, a tensor exceeds the bytes.
Result<Plan> make_plan(const Tensor& source, const Tensor& destination, const PlanRequest& request);

}  // namespace tileproof::plan
