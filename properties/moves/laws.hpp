// Which laws do plans of conversions and programs of moves keep?  Each is one predicate whose
// sentence stands in its row (law_rows.cpp).  Who plans, judges, prints and reads is a parameter,
// so that a test can put somebody wrong in their place.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "checkers/plan/bound.hpp"
#include "checkers/plan/plan.hpp"
#include "encodings/moves/json_program.hpp"
#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"
#include "properties/family.hpp"
#include "properties/moves/random_pairs.hpp"

namespace tileproof::laws {

struct MoveOperations {
  using Program = moves::Program;

  Result<plan::Plan> (*make_plan)(const Tensor&,
                                  const Tensor&,
                                  const plan::PlanRequest&) = plan::make_plan;
  Result<moves::Realised> (*realises)(const Program&, const Tensor&, const Tensor&) =
      [](const Program& program, const Tensor& source, const Tensor& destination) {
        return moves::realises(program, source, destination);
      };
  std::optional<plan::Bound> (*bound_of)(const plan::ChosenPlan&,
                                         const LinearLayout&,
                                         const LinearLayout&) = plan::bound_of;
  std::string (*print)(const Program&) = moves::print_program;
  Result<Program> (*parse)(std::string_view) = moves::parse_program;
  std::string (*print_json)(const Program&) = [](const Program& program) {
    return moves::json_of(program).dump();
  };
  Result<Program> (*parse_json)(std::string_view) = moves::read_program;
};

// A conversion of a tensor in registers.
struct Conversion {
  gen::RandomPair pair;
  triton::LayoutPtr from;
  triton::LayoutPtr to;

  // Nothing where a layout does not describe the shape.
  static std::optional<Conversion> make(gen::RandomPair pair);
  // They refer to the conversion.
  [[nodiscard]] Tensor source() const;
  [[nodiscard]] Tensor destination() const;
};

LawResult plans_realise_their_conversion(const Conversion& c, const MoveOperations& ops = {});
LawResult plans_move_nothing_where_nothing_differs(const Conversion& c,
                                                   const MoveOperations& ops = {});
LawResult counted_costs_are_those_of_a_run(const Conversion& c, const MoveOperations& ops = {});
LawResult no_bound_is_above_a_plan(const Conversion& c, const MoveOperations& ops = {});
LawResult dropped_barriers_are_missed(const Conversion& c, const MoveOperations& ops = {});
// `changed` is the plan with a mistake, or with a change that does no harm.
LawResult verdicts_are_those_of_a_run(const Conversion& c,
                                      const moves::Program& changed,
                                      const MoveOperations& ops = {});
// `c` has lane l take the registers of all lanes that differ from it in bits of the mask alone, for
// which there are several ways.
LawResult shuffles_take_from_the_lane_that_they_say(const Conversion& c,
                                                    Word mask,
                                                    const MoveOperations& ops = {});
LawResult program_text_gives_back(const std::string& text, const MoveOperations& ops = {});
LawResult program_json_gives_back(const std::string& text, const MoveOperations& ops = {});

// In the order of their numbers: M1, M2 ...
std::span<const FamilyLaw<MoveOperations>> move_laws();
std::vector<FamilyMutant<MoveOperations>> move_mutants();
std::vector<Generator> move_generators();

}  // namespace tileproof::laws
