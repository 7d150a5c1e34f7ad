#include "properties/moves/laws.hpp"
#include "properties/moves/plan_mutants.hpp"
#include "properties/moves/random_programs.hpp"

namespace tileproof::laws {
namespace {

using gen::Source;
using Of = gen::RandomPairs::Of;
using Ops = MoveOperations;

template <Of Bases>
gen::RandomPair pair_of(Source& source) {
  return gen::RandomPairs(Bases, source).next();
}
gen::RandomPair any_pair(Source& source) {
  return source.one_in(3) ? pair_of<Of::kUnits>(source) : pair_of<Of::kSums>(source);
}

void say(Source& source, const gen::RandomPair& pair) {
  source.say("plan", [&] {
    return "tileproof plan '" + pair.source + "' '" + pair.destination + "' --shape " +
           std::to_string(pair.shape[0]) + "x" + std::to_string(pair.shape[1]) +
           " --element-bits " + std::to_string(pair.bits) + " --target " + pair.target.name();
  });
}

template <auto Law, gen::RandomPair (*Draw)(Source&)>
LawResult of_pair(Source& source, const Ops& ops) {
  gen::RandomPair pair = Draw(source);
  say(source, pair);
  const auto conversion = Conversion::make(std::move(pair));
  return conversion ? Law(*conversion, ops) : LawResult::not_applicable();
}

LawResult changed_plan(Source& source, const Ops& ops) {
  gen::RandomPair pair = pair_of<Of::kUnits>(source);
  say(source, pair);
  const auto conversion = Conversion::make(std::move(pair));
  if (!conversion) return LawResult::not_applicable();
  const auto plan = plan::make_plan(conversion->source(),
                                    conversion->destination(),
                                    {conversion->pair.bits, conversion->pair.target});
  if (!plan) return LawResult::not_applicable();
  const auto mutants = gen::mutants_of(plan->chosen.program, source);
  if (mutants.empty()) return LawResult::not_applicable();
  const auto& mutant = source.of(mutants);
  source.say("change", [&] { return mutant.kind; });
  source.say("program", [&] { return moves::print_program(mutant.program); });
  // What a program that is repeated does is not what one run of it shows.
  if (mutant.kind.starts_with("it is repeated")) return LawResult::not_applicable();
  return verdicts_are_those_of_a_run(*conversion, mutant.program, ops);
}

// One element in each lane, and then those of all lanes that differ from it in bits of a mask
// alone.
LawResult of_shuffles(Source& source, const Ops& ops) {
  const Target target = *Target::parse(source.of({"cuda:90", "hip:gfx942", "hip:gfx1100"}));
  const auto bit = [&] { return Word{1} << source.below(log2_exact(target.warp_size())); };
  const Word one = bit();
  const Word mask = one | bit();
  const auto layout = [&](Word in_registers) {
    std::string registers;
    std::string lanes;
    for (Word unit = 1; unit < target.warp_size(); unit *= 2) {
      const bool moves = (in_registers & unit) != 0;
      lanes += (unit > 1 ? ", [" : "[") + std::to_string(moves ? 0 : unit) + ", 0]";
      if (moves) registers += (registers.empty() ? "[" : ", [") + std::to_string(unit) + ", 0]";
    }
    return "#ttg.linear<{register = [" + registers + "], lane = [" + lanes +
           "], warp = [], block = []}>";
  };
  gen::RandomPair pair{layout(0), layout(mask), {target.warp_size(), 1}, 32, target};
  say(source, pair);
  const auto conversion = Conversion::make(std::move(pair));
  return conversion ? shuffles_take_from_the_lane_that_they_say(*conversion, mask, ops)
                    : LawResult::not_applicable();
}

template <auto Law>
LawResult of_program(Source& source, const Ops& ops) {
  const std::string text = gen::RandomPrograms(source).text();
  source.say("program", [&] { return text; });
  return Law(text, ops);
}

constexpr FamilyLaw<Ops> kLaws[] = {
    {"M1",
     "PlansRealiseTheirConversion",
     "A plan is proved, and every thread of a run of it ends with the elements that it is to have.",
     of_pair<plans_realise_their_conversion, any_pair>},
    {"M2",
     "PlansMoveNothingWhereNothingDiffers",
     "From a layout to itself nothing is moved.",
     of_pair<plans_move_nothing_where_nothing_differs, any_pair>},
    {"M3",
     "CountedCostsAreThoseOfARun",
     "The cost that is counted of a plan is the cost of running all its threads.",
     of_pair<counted_costs_are_those_of_a_run, any_pair>},
    {"M4",
     "NoBoundIsAboveAPlan",
     "What no program does with less is at most what the plan takes.",
     of_pair<no_bound_is_above_a_plan, any_pair>},
    {"M5",
     "DroppedBarriersAreMissed",
     "Without a barrier a plan is refuted, unless the barrier is said to order nothing.",
     of_pair<dropped_barriers_are_missed, pair_of<Of::kUnits>>},
    {"M6",
     "VerdictsAreThoseOfARun",
     "A plan with a change is proved just if a run of all its threads finds no fault.",
     changed_plan},
    {"M7",
     "ProgramTextGivesBack",
     "What is printed of a program is read as the same program.",
     of_program<program_text_gives_back>},
    {"M8",
     "ProgramJsonGivesBack",
     "What is written of a program as JSON is read as the same program.",
     of_program<program_json_gives_back>},
    {"M9",
     "ShufflesTakeFromTheLaneThatTheySay",
     "Lanes that differ in bits of a mask are reached by their numbers, by butterflies, from below "
     "and from above alike.",
     of_shuffles},
};

Drawn drawn_pair(Source& source) {
  const auto conversion = Conversion::make(any_pair(source));
  if (!conversion) return {"", "no layouts"};
  const bool is_same = conversion->pair.source == conversion->pair.destination;
  return {conversion->pair.source + " " + conversion->pair.destination,
          is_same ? "one layout" : nullptr};
}
Drawn drawn_program(Source& source) {
  const std::string text = gen::RandomPrograms(source).text();
  return {text, moves::parse_program(text) ? nullptr : "refused"};
}

}  // namespace

std::span<const FamilyLaw<Ops>> move_laws() { return kLaws; }

std::vector<Generator> move_generators() {
  return {{"Conversions", drawn_pair}, {"Programs", drawn_program}};
}

}  // namespace tileproof::laws
