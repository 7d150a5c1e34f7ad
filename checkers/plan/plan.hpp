// How is a tensor brought from one layout in registers to another, and what does it cost?
#pragma once

#include "checkers/moves/realises.hpp"
#include "checkers/plan/choose_plan.hpp"

namespace tileproof::plan {

struct Plan {
  PlanKind kind;
  moves::Program program;
  moves::Realised answer;  // that the program carries the one to the other
};

// What choose_plan chooses, and fails as it does.
Result<Plan> make_plan(const Tensor& source, const Tensor& destination, const PlanRequest& request);

}  // namespace tileproof::plan
