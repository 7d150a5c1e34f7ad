// Which program brings a tensor from one layout in registers to another, as compilers build both,
// with the fewest wavefronts and shuffles?  Nothing is proved of it here (see plan.hpp).
#pragma once

#include <optional>
#include <vector>

#include "core/linear_layout.hpp"
#include "core/moves/program.hpp"
#include "core/result.hpp"
#include "encodings/triton/layout.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof::plan {

enum class PlanKind { kNone, kRegisters, kShuffles, kShared, kCluster };
const char* to_string(PlanKind kind);  // "none", "registers", "shuffles", "shared", "cluster"

// A layout of shared memory as compilers build it, from offsets to elements, and its paddings.
struct SharedForm {
  LinearLayout form;
  std::vector<triton::Padding> paddings;
};

// Fails (kInvalid) if the layout is not in shared memory, or cannot describe the shape.
Result<SharedForm> shared_form(const triton::Layout& layout, const triton::Shape& shape);

struct PlanRequest {
  unsigned element_bits = 32;
  Target target;
  // Of shared memory that there are: as many as the target has, if it is not said.
  std::optional<Word> bytes = {};
  // Through this memory alone, if that is said.
  std::optional<SharedForm> shared = {};
};

struct ChosenPlan {
  PlanKind kind;
  moves::Program program;
  // Where a plan by shuffles is known that takes more of them than this one takes wavefronts.
  std::optional<Word> shuffles_instead = {};
};

// Fails (kUnsupported) where none is known: a target has no clusters, a tensor exceeds the bytes, a
// layout of shared memory is given to several blocks, or lacks elements.
Result<ChosenPlan> choose_plan(const LinearLayout& source,
                               const LinearLayout& destination,
                               const PlanRequest& request);

}  // namespace tileproof::plan
