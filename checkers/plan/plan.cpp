#include "checkers/plan/plan.hpp"

namespace tileproof::plan {

Result<Plan> make_plan(const Tensor& source,
                       const Tensor& destination,
                       const PlanRequest& request) {
  TP_TRY(chosen, choose_plan(source.form, destination.form, request));
  moves::RunOptions options;
  options.asks_barriers = false;
  TP_TRY(answer, moves::realises(chosen.program, source, destination, options));
  TP_CHECK(!is_refuted(answer.verdict),
           "a plan is wrong: " + std::get<Refuted>(answer.verdict).counterexample().text);
  return Plan{chosen.kind, std::move(chosen.program), std::move(answer)};
}

}  // namespace tileproof::plan
