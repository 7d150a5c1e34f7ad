#include "checkers/plan/choose_plan.hpp"

#include <algorithm>

#include "checkers/moves/run_program.hpp"
#include "checkers/plan/register_plan.hpp"
#include "checkers/plan/shared_plan.hpp"

namespace tileproof::plan {
namespace {

unsigned count_of(const LinearLayout& form, Name in) {
  return form.has_in(in) ? 1U << form.in_bits(in) : 1;
}

// Without moves.
Result<moves::Program> empty_program(const LinearLayout& source, const PlanRequest& request) {
  const unsigned bits = request.element_bits;
  if (bits > 128 || bits == 0 || (bits > 8 && !is_power_of_two(bits))) {
    return Error{ErrorCode::kInvalid,
                 "elements have 1 to 8, 16, 32, 64 or 128 bits, not " + std::to_string(bits)};
  }
  moves::Program program(request.target);
  program.lanes = count_of(source, kLane);
  program.warps = count_of(source, kWarp);
  program.blocks = count_of(source, kBlock);
  program.element_bits = std::max(bits, 8U);
  program.in_a_register = program.element_bits < 32 ? 32 / program.element_bits : 1;
  return program;
}

Word shuffles_of(const moves::Program& program) {
  Word count = 0;
  for (const moves::Statement& statement : program.statements) {
    const auto* loop = std::get_if<moves::Loop>(&statement.what);
    const moves::Statement& inner = loop != nullptr ? loop->body.front() : statement;
    if (std::get<moves::Move>(inner.what).op != moves::MoveOp::kShuffle) continue;
    count += (loop != nullptr ? loop->end : 1) * program.warps;
  }
  return count;
}

// Are they all moves that a compiler leaves out by renaming registers?
bool cost_nothing(const std::vector<moves::Statement>& statements) {
  return std::ranges::all_of(statements, [](const moves::Statement& statement) {
    if (const auto* loop = std::get_if<moves::Loop>(&statement.what)) {
      return cost_nothing(loop->body);
    }
    return std::get<moves::Move>(statement.what).op == moves::MoveOp::kMove;
  });
}

// Through memory of which the layout is given.
Result<ChosenPlan> plan_through(const SharedForm& shared,
                                const moves::Program& empty,
                                Side source,
                                Side destination,
                                Word most_bytes) {
  if (empty.blocks > 1) {
    return Error{ErrorCode::kUnsupported, "a layout of shared memory is given to several blocks"};
  }
  for (const InDim& dim : shared.form.in_dims()) {
    if (dim.name == kOffset || dim.bits == 0) continue;
    return Error{ErrorCode::kUnsupported,
                 "the layout of shared memory has a " + std::string(dim.name.text()) +
                     " besides the offset"};
  }
  const unsigned bytes = empty.element_bits / 8;
  Side memory;
  memory.bytes = side_of(rename_in(shared.form, kOffset, kRegister), bytes).bytes;
  const auto blocks = number_by_blocks(source, {&destination, &memory});
  if (!blocks) return Error{ErrorCode::kUnsupported, "the source lacks elements"};
  if (span_of(memory.bytes).rank() < blocks->bits) {
    return Error{ErrorCode::kUnsupported, "the layout of shared memory lacks elements"};
  }
  GivenMemory given{memory.bytes, {}};
  for (const triton::Padding& padding : shared.paddings) {
    given.gaps.push_back({padding.interval * bytes, padding.amount * bytes});
  }
  TP_TRY(plan, shared_plan(empty, source, destination, *blocks, most_bytes, &given));
  return ChosenPlan{PlanKind::kShared, std::move(plan.program)};
}

}  // namespace

const char* to_string(PlanKind kind) {
  switch (kind) {
    case PlanKind::kNone:
      return "none";
    case PlanKind::kRegisters:
      return "registers";
    case PlanKind::kShuffles:
      return "shuffles";
    case PlanKind::kShared:
      return "shared";
    case PlanKind::kCluster:
      return "cluster";
  }
  TP_CHECK(false, "unknown kind");
}

Result<SharedForm> shared_form(const triton::Layout& layout, const triton::Shape& shape) {
  if (triton::storage(layout) != triton::Storage::kSharedMemory) {
    return Error{ErrorCode::kInvalid, "the layout is not one of shared memory"};
  }
  TP_TRY(form, to_linear(layout, shape));
  const auto paddings = triton::paddings(layout);
  return SharedForm{std::move(form), {paddings.begin(), paddings.end()}};
}

Result<ChosenPlan> choose_plan(const LinearLayout& source,
                               const LinearLayout& destination,
                               const PlanRequest& request) {
  for (const LinearLayout* form : {&source, &destination}) {
    if (auto error = moves::check_size(*form, request.element_bits)) return *error;
  }
  TP_TRY(empty, empty_program(source, request));
  Side from = side_of(source, empty.element_bits / 8);
  Side to = side_of(destination, empty.element_bits / 8);
  if (from.lanes.size() != to.lanes.size() || from.warps.size() != to.warps.size() ||
      from.blocks.size() != to.blocks.size()) {
    return Error{ErrorCode::kInvalid,
                 "the layouts have different numbers of lanes, warps or blocks"};
  }
  if (auto error = moves::check_head(empty)) return *error;
  const Word bytes = request.bytes.value_or(request.target.shared_bytes());
  if (request.shared) return plan_through(*request.shared, empty, from, to, bytes);
  const auto blocks = number_by_blocks(from, {&to});
  if (!blocks) return Error{ErrorCode::kUnsupported, "the source lacks elements"};
  const bool is_local = from.blocks == to.blocks;
  if (auto program = is_local ? register_plan(empty, from, to) : std::nullopt) {
    const bool is_none = cost_nothing(program->statements);
    return ChosenPlan{is_none ? PlanKind::kNone : PlanKind::kRegisters, *std::move(program)};
  }
  auto shared = shared_plan(empty, from, to, *blocks, bytes);
  auto shuffled = is_local ? shuffle_plan(empty, from, to) : std::nullopt;
  if (shuffled && (!shared || shuffles_of(*shuffled) <= shared->wavefronts)) {
    return ChosenPlan{PlanKind::kShuffles, *std::move(shuffled)};
  }
  if (shared) {
    return ChosenPlan{shared->is_remote ? PlanKind::kCluster : PlanKind::kShared,
                      std::move(shared->program),
                      shuffled ? std::optional(shuffles_of(*shuffled)) : std::nullopt};
  }
  return shared.error();
}

}  // namespace tileproof::plan
