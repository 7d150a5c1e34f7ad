#include "properties/moves/laws.hpp"

#include <algorithm>

#include "checkers/moves/run_program.hpp"

namespace tileproof::laws {
namespace {

using moves::Program;
using Ops = MoveOperations;

plan::PlanRequest request_of(const Conversion& c) { return {c.pair.bits, c.pair.target}; }

// Every thread is run, move by move.
Result<moves::Run> full_run(const Program& program,
                            const Tensor& source,
                            const Tensor& destination) {
  TP_TRY(from, moves::HeldElements::make(program, source.form));
  TP_TRY(to, moves::HeldElements::make(program, destination.form));
  if (auto error = moves::check_run(program, from, to)) return *error;
  return moves::run_program(program, from, to, {.asks_barriers = false});
}

std::string words(const moves::ProgramCost& cost) {
  return std::to_string(cost.store_wavefronts) + " wavefronts of stores, " +
         std::to_string(cost.load_wavefronts) + " of loads, " + std::to_string(cost.shuffles) +
         " shuffles, " + std::to_string(cost.instructions) + " instructions, " +
         std::to_string(cost.barriers) + " barriers, " + std::to_string(cost.bytes) + " bytes";
}

std::string words(const Verdict& verdict) {
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
    return "refuted: " + refuted->counterexample().text;
  }
  return to_string(verdict);
}

// The program with its n-th barrier left out, loops counted once; nothing if there are fewer.
std::optional<Program> without_barrier(const Program& program, std::size_t n) {
  Program copy = program;
  std::size_t seen = 0;
  const auto drop = [&](auto& self, std::vector<moves::Statement>& statements) -> bool {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (auto* loop = std::get_if<moves::Loop>(&statements[i].what)) {
        if (self(self, loop->body)) return true;
        continue;
      }
      if (std::get<moves::Move>(statements[i].what).op != moves::MoveOp::kBarrier) continue;
      if (seen++ != n) continue;
      statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  };
  if (!drop(drop, copy.statements)) return std::nullopt;
  return copy;
}

}  // namespace

std::optional<Conversion> Conversion::make(gen::RandomPair pair) {
  auto from = triton::parse_layout(pair.source);
  auto to = triton::parse_layout(pair.destination);
  if (!from || !to) return std::nullopt;
  Conversion c{std::move(pair), *std::move(from), *std::move(to)};
  if (!tensor_of(*c.from, c.pair.shape) || !tensor_of(*c.to, c.pair.shape)) return std::nullopt;
  return c;
}

Tensor Conversion::source() const { return *tensor_of(*from, pair.shape); }
Tensor Conversion::destination() const { return *tensor_of(*to, pair.shape); }

LawResult plans_realise_their_conversion(const Conversion& c, const Ops& ops) {
  const Tensor source = c.source();
  const Tensor destination = c.destination();
  const auto plan = ops.make_plan(source, destination, request_of(c));
  if (!plan) {
    if (plan.error().code == ErrorCode::kUnsupported) return LawResult::not_applicable();
    return LawResult::failed("planning", plan.error());
  }
  const Program& program = plan->chosen.program;
  const auto run = full_run(program, source, destination);
  if (!run) return LawResult::failed("running the plan", run.error());
  if (run->fault) return LawResult::broken(run->fault->what + "\n" + moves::print_program(program));
  if (is_proved(plan->answer.verdict)) return LawResult::kept();
  return LawResult::broken("the plan is " + words(plan->answer.verdict));
}

LawResult plans_move_nothing_where_nothing_differs(const Conversion& c, const Ops& ops) {
  const Tensor source = c.source();
  const auto plan = ops.make_plan(source, source, request_of(c));
  if (!plan) return LawResult::failed("planning", plan.error());
  if (plan->chosen.kind != plan::PlanKind::kNone) {
    return LawResult::broken(std::string("it takes ") + to_string(plan->chosen.kind));
  }
  const auto& cost = *plan->answer.cost;
  const bool is_free = cost.store_wavefronts + cost.load_wavefronts + cost.shuffles == 0;
  return is_free ? LawResult::kept() : LawResult::broken("it takes " + words(cost));
}

LawResult counted_costs_are_those_of_a_run(const Conversion& c, const Ops& ops) {
  const Tensor source = c.source();
  const Tensor destination = c.destination();
  const auto plan = plan::make_plan(source, destination, request_of(c));
  if (!plan) return LawResult::not_applicable();
  const auto answer = ops.realises(plan->chosen.program, source, destination);
  if (!answer || !answer->cost) return LawResult::not_applicable();
  const auto run = full_run(plan->chosen.program, source, destination);
  if (!run) return LawResult::failed("running the plan", run.error());
  if (*answer->cost == run->cost) return LawResult::kept();
  return LawResult::broken("counted " + words(*answer->cost) + ", but a run takes " +
                           words(run->cost));
}

LawResult no_bound_is_above_a_plan(const Conversion& c, const Ops& ops) {
  const Tensor source = c.source();
  const Tensor destination = c.destination();
  const auto plan = plan::make_plan(source, destination, request_of(c));
  if (!plan || !plan->answer.cost) return LawResult::not_applicable();
  const auto bound = ops.bound_of(plan->chosen, source.form, destination.form);
  if (!bound) return LawResult::not_applicable();
  const auto& cost = *plan->answer.cost;
  if (bound->store_wavefronts <= cost.store_wavefronts &&
      bound->load_wavefronts <= cost.load_wavefronts && bound->shuffles <= cost.shuffles) {
    return LawResult::kept();
  }
  return LawResult::broken("at least " + std::to_string(bound->store_wavefronts) +
                           " wavefronts of stores, " + std::to_string(bound->load_wavefronts) +
                           " of loads and " + std::to_string(bound->shuffles) +
                           " shuffles, but the plan takes " + words(cost));
}

LawResult dropped_barriers_are_missed(const Conversion& c, const Ops& ops) {
  const Tensor source = c.source();
  const Tensor destination = c.destination();
  const auto plan = plan::make_plan(source, destination, request_of(c));
  if (!plan) return LawResult::not_applicable();
  const auto whole = ops.realises(plan->chosen.program, source, destination);
  if (!whole) return LawResult::failed("judging the plan", whole.error());
  std::size_t n = 0;
  for (; const auto less = without_barrier(plan->chosen.program, n); ++n) {
    const auto answer = ops.realises(*less, source, destination);
    if (!answer) return LawResult::failed("judging it without a barrier", answer.error());
    const std::string remark = "barrier " + std::to_string(n + 1) + " orders nothing";
    const bool is_idle = std::ranges::find(whole->remarks, remark) != whole->remarks.end();
    if (is_proved(answer->verdict) == is_idle) continue;
    return LawResult::broken("without barrier " + std::to_string(n + 1) + ", which is said to " +
                             (is_idle ? "order nothing" : "be needed") + ", it is " +
                             words(answer->verdict));
  }
  return n > 0 ? LawResult::kept() : LawResult::not_applicable();
}

LawResult shuffles_take_from_the_lane_that_they_say(const Conversion& c,
                                                    Word mask,
                                                    const Ops& ops) {
  const Target& target = c.pair.target;
  const auto text = [](Word number) { return std::to_string(number); };
  const std::string kept = "lane & " + text(target.warp_size() - 1 - mask);
  const std::string gone = "lane & " + text(mask);
  std::vector<std::string> ways(target.vendor() == Target::Vendor::kAmd ? 1 : 4);
  // Register d[k] is of the lane that has the bits of k where the mask has ones.
  for (Word k = 0, bits = 0; k == 0 || bits != 0; ++k, bits = (bits - mask) & mask) {
    const std::string d = "d[" + text(k) + "], ";
    if (target.vendor() == Target::Vendor::kAmd) {
      ways[0] += "ds_bpermute_b32 " + d + "(" + kept + ") * 4 ^ " + text(4 * bits) + ", s[0];\n";
      continue;
    }
    ways[0] += "shfl.idx " + d + "s[0], " + kept + " ^ " + text(bits) + ";\n";
    ways[1] += "shfl.bfly " + d + "s[0], " + gone + " ^ " + text(bits) + ";\n";
    ways[2] += "shfl.bfly t[0], s[0], " + text(bits) + ";\nshfl.up " + d + "t[0], " + gone + ";\n";
    ways[3] += "shfl.bfly t[0], s[0], " + text(mask ^ bits) + ";\nshfl.down " + d + "t[0], " +
               gone + " ^ " + text(mask) + ";\n";
  }
  for (const std::string& way : ways) {
    const auto program =
        ops.parse("program " + target.name() + ", 1 warps, 32 bits;\nregisters t[1];\n" + way);
    if (!program) return LawResult::failed(way, program.error());
    const auto run = full_run(*program, c.source(), c.destination());
    if (!run) return LawResult::failed(way, run.error());
    if (run->fault) return LawResult::broken(way + "a run fails: " + run->fault->what);
    const auto answer = ops.realises(*program, c.source(), c.destination());
    if (!answer) return LawResult::failed(way, answer.error());
    if (!is_proved(answer->verdict)) return LawResult::broken(way + words(answer->verdict));
  }
  return LawResult::kept();
}

LawResult verdicts_are_those_of_a_run(const Conversion& c, const Program& changed, const Ops& ops) {
  const Tensor source = c.source();
  const Tensor destination = c.destination();
  const auto answer = ops.realises(changed, source, destination);
  const auto run = full_run(changed, source, destination);
  if (!answer || !run) {
    if (!answer && !run) return LawResult::not_applicable();
    return LawResult::broken("one of judging and running takes it for bad input");
  }
  if (is_unknown(answer->verdict)) return LawResult::undecided("the program is not decided");
  if (is_proved(answer->verdict) == !run->fault.has_value()) return LawResult::kept();
  return LawResult::broken("it is " + words(answer->verdict) + ", but a run " +
                           (run->fault ? "fails: " + run->fault->what : "is right") + "\n" +
                           moves::print_program(changed));
}

LawResult program_text_gives_back(const std::string& text, const Ops& ops) {
  const auto program = moves::parse_program(text);
  if (!program) return LawResult::not_applicable();
  const std::string wanted = moves::print_program(*program);
  const std::string printed = ops.print(*program);
  const auto again = ops.parse(printed);
  if (!again) return LawResult::failed("reading what was printed", again.error());
  if (moves::print_program(*again) == wanted) return LawResult::kept();
  return LawResult::broken("printed is\n" + printed + "\nwhich is read as\n" +
                           moves::print_program(*again));
}

LawResult program_json_gives_back(const std::string& text, const Ops& ops) {
  const auto program = moves::parse_program(text);
  if (!program) return LawResult::not_applicable();
  const std::string printed = ops.print_json(*program);
  const auto again = ops.parse_json(printed);
  if (!again) return LawResult::failed("reading the JSON", again.error());
  if (moves::print_program(*again) == moves::print_program(*program)) return LawResult::kept();
  return LawResult::broken("the JSON is\n" + printed + "\nwhich is read as\n" +
                           moves::print_program(*again));
}

}  // namespace tileproof::laws
