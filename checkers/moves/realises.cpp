#include "checkers/moves/realises.hpp"

#include <algorithm>

#include "checkers/layout/places.hpp"
#include "checkers/moves/linear_run.hpp"
#include "checkers/moves/thread_values.hpp"
#include "checkers/prover/prover.hpp"

namespace tileproof::moves {
namespace {

// "3:5: ld.shared.b32 where i is 2"
std::string move_text(const Program& program, const Fault& fault) {
  std::string text = mnemonic(*fault.move, program.target);
  if (!fault.move->origin.empty()) text = fault.move->origin + ": " + text;
  if (!fault.loops.empty()) {
    text += fault.loops.size() == 1 ? " in round" : " in rounds";
    for (const Word number : fault.loops) text += " " + std::to_string(number);
  }
  return text;
}

std::string thread_text(const Program& program, unsigned number) {
  const Thread thread = thread_at(program, number);
  std::string text =
      "warp " + std::to_string(thread.warp) + ", lane " + std::to_string(thread.lane);
  return program.blocks > 1 ? "block " + std::to_string(thread.block) + ", " + text : text;
}

std::string byte_of_element(const Program& program, const LinearLayout& form, ElementByte held) {
  const unsigned bytes = program.element_bits / 8;
  std::string text = "element " + element_text(form, held / bytes);
  return bytes == 1 ? text : "byte " + std::to_string(held % bytes) + " of " + text;
}

void add_element_of(Counterexample& to,
                    const Program& program,
                    const LinearLayout& form,
                    ElementByte held) {
  std::vector<Word> coordinates;
  for (std::size_t d = 0; d < form.out_dims().size(); ++d) {
    coordinates.push_back(form.field(held / (program.element_bits / 8), d));
  }
  add_element(to, coordinates);
}

Counterexample describe(const Program& program, const Fault& fault, const LinearLayout& form) {
  Counterexample example;
  const Thread thread = thread_at(program, fault.thread);
  if (fault.move != nullptr) {
    example.text = (fault.is_of_next_run ? "in the next run, " : "") + move_text(program, fault) +
                   ", " + thread_text(program, fault.thread) + ": it " + fault.what;
    example.add("move", mnemonic(*fault.move, program.target));
    if (!fault.move->origin.empty()) example.add("at", fault.move->origin);
    if (!fault.loops.empty()) example.add("rounds", fault.loops);
  } else {
    example.text = "at the end " + thread_text(program, fault.thread) + " has in byte " +
                   std::to_string(*fault.byte) + " of d[" + std::to_string(*fault.register_index) +
                   "] " + (fault.found ? byte_of_element(program, form, *fault.found) : "nothing") +
                   ", and is to have " + byte_of_element(program, form, *fault.wanted);
  }
  example.add("rule", Word{fault.claim});
  example.add("block", Word{thread.block});
  example.add("warp", Word{thread.warp});
  example.add("lane", Word{thread.lane});
  if (fault.register_index) example.add("register", *fault.register_index);
  if (fault.byte) example.add("byte", *fault.byte);
  if (fault.wanted) add_element_of(example, program, form, *fault.wanted);
  return example;
}

// Barriers in their order, as they are written.
void list_barriers(const std::vector<Statement>& statements, std::vector<const Move*>& list) {
  for (const Statement& statement : statements) {
    if (const auto* loop = std::get_if<Loop>(&statement.what)) {
      list_barriers(loop->body, list);
    } else if (const auto& move = std::get<Move>(statement.what); move.op == MoveOp::kBarrier) {
      list.push_back(&move);
    }
  }
}

// How many moves a thread makes.
double moves_of(const std::vector<Statement>& statements) {
  double count = 0;
  for (const Statement& statement : statements) {
    const auto* loop = std::get_if<Loop>(&statement.what);
    count +=
        loop == nullptr ? 1 : static_cast<double>(loop->end - loop->first) * moves_of(loop->body);
  }
  return count;
}

// That compilers build a layout as its definition says: what a run reads.
std::optional<Verdict> ask_form(Prover& prover, const Tensor& tensor, const std::string& name) {
  const Question question{name, Same{tensor.map, map_of(ByBases::of(tensor.form))}};
  return prover.ask(question, [](const Question&, const Decision&) -> Verdict {
    return Unknown{"the bases of a layout are not what its definition says"};
  });
}

}  // namespace

Result<Realised> realises(const Program& program,
                          const Tensor& source,
                          const Tensor& destination,
                          const RunOptions& options,
                          Replay replay) {
  for (const Tensor* tensor : {&source, &destination}) {
    if (tensor->is_shared()) return Error{ErrorCode::kInvalid, "a layout is not in registers"};
  }
  if (source.shape != destination.shape) {
    return Error{ErrorCode::kShape, "the layouts are of tensors of two shapes"};
  }
  for (const Tensor* tensor : {&source, &destination}) {
    if (auto error = check_size(tensor->form, program.element_bits)) return *error;
  }
  TP_TRY(from, HeldElements::make(program, source.form));
  TP_TRY(to, HeldElements::make(program, destination.form));
  Prover prover(by_all_engines(), replay);
  for (const auto& [tensor, name] : {std::pair(&source, "source"), {&destination, "destination"}}) {
    if (auto end = ask_form(prover, *tensor, name)) return Realised{*std::move(end), {}, {}};
  }
  if (auto error = check_run(program, from, to)) return *error;
  const bool is_plain = options.copies_are_equal && !options.is_repeated;
  std::optional<ProgramCost> cost = is_plain ? linear_run(program, from, to) : std::nullopt;
  Read moves{"every move", true, "f2", ""};
  constexpr double kFewMoves = 1 << 20;
  if (cost && replay == Replay::kCheap &&
      program.threads() * moves_of(program.statements) <= kFewMoves) {
    const Run run = run_program(program, from, to, options);
    TP_CHECK(!run.fault && run.cost == *cost, "what f2 shows of a program is not what it does");
    moves.evidence = "run";
  }
  if (!cost) {
    moves.engine = "run";
    const Run run = run_program(program, from, to, options);
    if (run.fault) {
      const auto again = [&] { return run_program(program, from, to, options).fault == run.fault; };
      return Realised{
          Refuted::replayed(moves.engine, describe(program, *run.fault, to.form()), again), {}, {}};
    }
    cost = run.cost;
  }
  prover.ask(moves);
  Realised answer{prover.proved("all " + std::to_string(program.threads()) + " threads"), {}, cost};
  if (options.copies_are_equal && from.has_copies()) {
    answer.remarks.push_back("assumes that copies of an element are bit-equal");
  }
  std::vector<const Move*> barriers;
  if (options.asks_barriers) list_barriers(program.statements, barriers);
  // Each takes a run.
  constexpr std::size_t kMostBarriers = 64;
  const std::size_t asked = std::min(barriers.size(), kMostBarriers);
  for (std::size_t i = 0; i < asked; ++i) {
    RunOptions without = options;
    without.without = barriers[i];
    if (!run_program(program, from, to, without).fault) {
      answer.remarks.push_back("barrier " + std::to_string(i + 1) + " orders nothing");
    }
  }
  if (asked < barriers.size()) {
    answer.remarks.push_back("of " + std::to_string(barriers.size()) + " barriers the first " +
                             std::to_string(asked) + " were asked whether they order anything");
  }
  return answer;
}

}  // namespace tileproof::moves
