// How is a tensor brought from one layout in registers to another, and what does it cost?
#pragma once

#include <string>
#include <vector>

#include "checkers/moves/realises.hpp"
#include "checkers/plan/bound.hpp"
#include "checkers/plan/choose_plan.hpp"

namespace tileproof::plan {

struct Plan {
  ChosenPlan chosen;
  moves::Realised answer;  // that the program carries the one to the other
};

// What choose_plan chooses, and fails as it does.
Result<Plan> make_plan(const Tensor& source, const Tensor& destination, const PlanRequest& request);

// A kind that is less than the plan's, and why it does not do.
struct LesserKind {
  PlanKind kind;
  std::string why;
};
// All that are less, the least first.  Fails if how far data must move is not decided.
Result<std::vector<LesserKind>> explain(const Tensor& source,
                                        const Tensor& destination,
                                        const Plan& plan);

}  // namespace tileproof::plan
