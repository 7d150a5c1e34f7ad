#include "checkers/plan/plan.hpp"

#include "checkers/conversion/conversion_check.hpp"

namespace tileproof::plan {
namespace {

std::string why_open(const Verdict& verdict) {
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) return unknown->reason;
  return "the conversion is not right";
}

}  // namespace

Result<Plan> make_plan(const Tensor& source,
                       const Tensor& destination,
                       const PlanRequest& request) {
  TP_TRY(chosen, choose_plan(source.form, destination.form, request));
  moves::RunOptions options;
  options.asks_barriers = false;
  TP_TRY(answer, moves::realises(chosen.program, source, destination, options, Replay::kNothing));
  TP_CHECK(!is_refuted(answer.verdict),
           "a plan is wrong: " + std::get<Refuted>(answer.verdict).counterexample().text);
  return Plan{std::move(chosen), std::move(answer)};
}

Result<std::vector<LesserKind>> explain(const Tensor& source,
                                        const Tensor& destination,
                                        const Plan& plan) {
  TP_TRY(conversion, check_conversion(source, destination));
  if (!conversion.movement) return Error{ErrorCode::kUnsupported, why_open(conversion.verdict)};
  const Movement needed = *conversion.movement;
  const auto too_little = [&](Movement movement) {
    return why_too_little(source, destination, movement);
  };
  const auto why = [&](PlanKind kind) -> Result<std::string> {
    switch (kind) {
      case PlanKind::kNone:
      case PlanKind::kRegisters:
        if (needed > Movement::kRegisters) return too_little(Movement::kRegisters);
        return std::string("each thread has its elements, but ") +
               (kind == PlanKind::kNone ? "at other bytes of its registers"
                                        : "lanes have them at different bytes");
      case PlanKind::kShuffles:
        if (needed > Movement::kLanes) return too_little(Movement::kLanes);
        if (!plan.chosen.shuffles_instead) {
          return std::string("no plan of one shuffle for each register is known");
        }
        return "it takes " + std::to_string(*plan.chosen.shuffles_instead) +
               " shuffles, and this plan " +
               std::to_string(plan.answer.cost->store_wavefronts +
                              plan.answer.cost->load_wavefronts) +
               " wavefronts";
      case PlanKind::kShared:
      case PlanKind::kCluster:
        return too_little(Movement::kWarps);
    }
    TP_CHECK(false, "unknown kind");
  };
  std::vector<LesserKind> kinds;
  for (const PlanKind kind :
       {PlanKind::kNone, PlanKind::kRegisters, PlanKind::kShuffles, PlanKind::kShared}) {
    if (kind >= plan.chosen.kind) continue;
    TP_TRY(reason, why(kind));
    kinds.push_back({kind, std::move(reason)});
  }
  return kinds;
}

}  // namespace tileproof::plan
