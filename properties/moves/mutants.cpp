// Planners, judges, printers and readers that are wrong.
#include <algorithm>

#include "properties/moves/laws.hpp"

namespace tileproof::laws {
namespace {

using moves::Program;
using plan::Plan;
using plan::PlanRequest;
using Ops = MoveOperations;

// ---- Planners

template <auto Change>
Result<Plan> changed_plan(const Tensor& source,
                          const Tensor& destination,
                          const PlanRequest& request) {
  auto plan = plan::make_plan(source, destination, request);
  if (plan) Change(plan->chosen.program);
  return plan;
}
void forget_last(Program& program) {
  if (!program.statements.empty()) program.statements.pop_back();
}
void forget_first(Program& program) {
  if (!program.statements.empty()) program.statements.erase(program.statements.begin());
}
void turn_around(Program& program) { std::ranges::reverse(program.statements); }
void twice_as_narrow(Program& program) {
  if (program.element_bits > 8) program.element_bits /= 2;
}
Result<Plan> plan_the_other_way(const Tensor& source,
                                const Tensor& destination,
                                const PlanRequest& request) {
  return plan::make_plan(destination, source, request);
}
// Goes through memory, whether it must or not.
Result<Plan> plan_through_memory(const Tensor& source,
                                 const Tensor& destination,
                                 const PlanRequest& request) {
  auto plan = plan::make_plan(source, destination, request);
  if (plan && plan->chosen.kind == plan::PlanKind::kNone) {
    plan->chosen.kind = plan::PlanKind::kShared;
  }
  return plan;
}

// ---- Judges

template <auto Change>
Result<moves::Realised> judged_after(const Program& program,
                                     const Tensor& source,
                                     const Tensor& destination) {
  auto answer = moves::realises(program, source, destination);
  if (answer && answer->cost) Change(*answer->cost);
  return answer;
}
void forget_shuffles(moves::ProgramCost& cost) { cost.shuffles = 0; }
void loads_for_stores(moves::ProgramCost& cost) { cost.store_wavefronts = cost.load_wavefronts; }
void forget_barriers(moves::ProgramCost& cost) { cost.barriers = 0; }
void instructions_of_one_warp(moves::ProgramCost& cost) { cost.instructions /= 2; }

Result<moves::Realised> judged_by_the_planner(const Program& program,
                                              const Tensor& source,
                                              const Tensor& destination) {
  const auto plan = plan::make_plan(source, destination, {program.element_bits, program.target});
  if (!plan) return plan.error();
  return moves::realises(plan->chosen.program, source, destination);
}
Result<moves::Realised> judged_as_the_other_way(const Program& program,
                                                const Tensor& source,
                                                const Tensor& destination) {
  return moves::realises(program, destination, source);
}
Result<moves::Realised> judged_without_a_remark(const Program& program,
                                                const Tensor& source,
                                                const Tensor& destination) {
  auto answer = moves::realises(program, source, destination);
  if (answer) answer->remarks = {"barrier 1 orders nothing", "barrier 2 orders nothing"};
  return answer;
}

// ---- Bounds

std::optional<plan::Bound> bound_and_one(const plan::ChosenPlan& plan,
                                         const LinearLayout& source,
                                         const LinearLayout& destination) {
  auto bound = plan::bound_of(plan, source, destination);
  if (bound) ++bound->load_wavefronts;
  return bound;
}
std::optional<plan::Bound> bound_of_each_element(const plan::ChosenPlan& plan,
                                                 const LinearLayout& source,
                                                 const LinearLayout& destination) {
  auto bound = plan::bound_of(plan, source, destination);
  if (bound) bound->shuffles = Word{1} << destination.in_bits(kRegister);
  return bound;
}

// ---- Texts

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}
std::string print_up_for_down(const Program& program) {
  return replaced(moves::print_program(program), "shfl.up", "shfl.down");
}
std::string print_cta_for_warp(const Program& program) {
  return replaced(moves::print_program(program), "barrier.warp", "barrier.cta");
}
Result<Program> parse_sums_for_xors(std::string_view text) {
  return moves::parse_program(replaced(std::string(text), " ^ ", " | "));
}
Result<Program> parse_up_for_down(std::string_view text) {
  return moves::parse_program(replaced(std::string(text), "shfl.down", "shfl.up"));
}
std::string json_of_one_warp(const Program& program) {
  Program copy = program;
  copy.warps = 1;
  return moves::json_of(copy).dump();
}
std::string json_without_the_end(const Program& program) {
  Program copy = program;
  copy.statements.pop_back();
  return moves::json_of(copy).dump();
}
Result<Program> json_of_less_memory(std::string_view text) {
  auto program = moves::read_program(text);
  if (program && program->shared_bytes > 0) --program->shared_bytes;
  return program;
}

}  // namespace

std::vector<FamilyMutant<Ops>> move_mutants() {
  return {
      {"the last move is forgotten", {.make_plan = changed_plan<forget_last>}, {"M1"}},
      {"the first move is forgotten", {.make_plan = changed_plan<forget_first>}, {"M1"}},
      {"moves from the end", {.make_plan = changed_plan<turn_around>}, {"M1"}},
      {"elements half as wide", {.make_plan = changed_plan<twice_as_narrow>}, {"M1"}},
      {"the way back", {.make_plan = plan_the_other_way}, {"M1"}},
      {"through memory in any case", {.make_plan = plan_through_memory}, {"M2"}},
      {"shuffles are free", {.realises = judged_after<forget_shuffles>}, {"M3"}},
      {"stores cost what loads cost", {.realises = judged_after<loads_for_stores>}, {"M3"}},
      {"barriers are free", {.realises = judged_after<forget_barriers>}, {"M3"}},
      {"half of the instructions", {.realises = judged_after<instructions_of_one_warp>}, {"M3"}},
      {"every program is the planner's", {.realises = judged_by_the_planner}, {"M5", "M6"}},
      {"judged the other way", {.realises = judged_as_the_other_way}, {"M6"}},
      {"no barrier orders anything", {.realises = judged_without_a_remark}, {"M5"}},
      {"a bound of one more", {.bound_of = bound_and_one}, {"M4"}},
      {"a shuffle for each element", {.bound_of = bound_of_each_element}, {"M4"}},
      {"printing down for up", {.print = print_up_for_down}, {"M7"}},
      {"printing barriers of all warps", {.print = print_cta_for_warp}, {"M7"}},
      {"OR read for XOR", {.parse = parse_sums_for_xors}, {"M7"}},
      {"shuffles from above are those from below", {.parse = parse_up_for_down}, {"M9"}},
      {"JSON of one warp", {.print_json = json_of_one_warp}, {"M8"}},
      {"JSON without the end", {.print_json = json_without_the_end}, {"M8"}},
      {"JSON of a byte less", {.parse_json = json_of_less_memory}, {"M8"}},
  };
}

}  // namespace tileproof::laws
