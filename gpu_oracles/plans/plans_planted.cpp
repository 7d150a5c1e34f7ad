// Models of programs with one mistake: what each is wrong about is a change of the program that is
// run on the host in its place, or of what is predicted.
#include <algorithm>

#include "core/moves/change_expression.hpp"
#include "gpu_oracles/plans/plans_replay.hpp"
#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

using moves::IndexExpression;
using moves::Loop;
using moves::Move;
using moves::MoveOp;
using moves::Program;
using moves::Statement;

// Calls with each move, and how many inputs its expressions have.
template <typename Visit>
void for_each_move(std::vector<Statement>& statements, std::uint32_t inputs, const Visit& visit) {
  for (Statement& statement : statements) {
    if (auto* loop = std::get_if<Loop>(&statement.what)) {
      for_each_move(loop->body, inputs + 1, visit);
    } else {
      visit(std::get<Move>(statement.what), inputs);
    }
  }
}

// Lanes 0 and 1 have each other's number where moves of some kind use it.
void swap_lanes(Program& program, std::initializer_list<MoveOp> kinds) {
  for_each_move(program.statements, moves::kFirstLoopInput, [&](Move& move, std::uint32_t inputs) {
    if (std::ranges::find(kinds, move.op) == kinds.end()) return;
    move.value =
        moves::changed(*move.value, inputs, [](const Recorder& a, const auto& at, auto given) {
          const Recorded lane = given[moves::kLaneInput];
          given[moves::kLaneInput] = a.ite(a.ult(lane, 2), a.bit_xor(lane, 1), lane);
          return at(given);
        });
  });
}

void swap_lanes_of_shuffles(Program& program) { swap_lanes(program, {MoveOp::kShuffle}); }

void swap_lanes_of_stores(Program& program) {
  swap_lanes(program, {MoveOp::kStore, MoveOp::kStoreMatrices});
}

void swap_permuted_bytes(Program& program) {
  for_each_move(program.statements, moves::kFirstLoopInput, [](Move& move, std::uint32_t inputs) {
    if (move.op != MoveOp::kPermute) return;
    move.value = moves::changed(
        *move.value, inputs, [](const Recorder& a, const auto& at, const auto& given) {
          const Recorded value = at(given);
          const Recorded low = a.bit_and(value, 0x7);
          const Recorded next = a.bit_and(a.udiv(value, 16), 0x7);
          return a.add(a.bit_and(value, 0x7700), a.add(a.shl(low, 4), next));
        });
  });
}

void drop_barriers(std::vector<Statement>& statements) {
  std::erase_if(statements, [](const Statement& statement) {
    const auto* move = std::get_if<Move>(&statement.what);
    return move != nullptr && move->op == MoveOp::kBarrier;
  });
  for (Statement& statement : statements) {
    if (auto* loop = std::get_if<Loop>(&statement.what)) drop_barriers(loop->body);
  }
}

// No warp waits for another: each is through before the next begins.
void drop_barriers_of(Program& program) {
  std::vector<Statement> of_one = std::move(program.statements);
  drop_barriers(of_one);
  program.statements.clear();
  const Statement barrier{Move{}};
  for (unsigned warp = 0; warp < program.warps; ++warp) {
    std::vector<Statement> turn = of_one;
    for_each_move(turn, moves::kFirstLoopInput, [&](Move& move, std::uint32_t inputs) {
      Steps all;
      const Recorded one = 1;
      move.predicate = moves::changed(move.predicate.value_or(std::move(all).graph({&one, 1})),
                                      inputs,
                                      [&](const Recorder& a, const auto& at, const auto& given) {
                                        const Recorded& own = given[moves::kWarpInput];
                                        return a.ite(a.eq(own, warp), at(given), 0);
                                      });
    });
    std::ranges::move(turn, std::back_inserter(program.statements));
    program.statements.push_back(barrier);
  }
}

PlanModel with_changed_program(void (*change)(Program&)) {
  return [change](const ConversionProgram& asked) {
    ConversionProgram other = asked;
    change(other.program);
    return predict(other);
  };
}

Result<Prediction> with_neighbours_exchanged(const ConversionProgram& asked) {
  TP_TRY(prediction, predict(asked));
  const std::uint32_t bytes = asked.program.element_bits / 8;
  for (std::uint32_t& number : prediction.destination.bytes) {
    if (number != kNoByte) number ^= bytes;
  }
  return std::move(prediction);
}

Result<Prediction> with_cheaper_stores(const ConversionProgram& asked) {
  TP_TRY(prediction, predict(asked));
  prediction.cost.store_wavefronts -= prediction.cost.store_wavefronts > 0 ? 1 : 0;
  return std::move(prediction);
}

}  // namespace

const ModelChoice<PlanModel>& plan_model_choice() {
  static const ModelChoice<PlanModel> kChoice{
      predict,
      replay_plans,
      {{"definition-error",
        "neighbouring elements of the destination change places",
        with_neighbours_exchanged},
       {"barrier-error",
        "barriers make no warp wait for another",
        with_changed_program(drop_barriers_of)},
       {"shuffle-error",
        "lanes 0 and 1 take what the other is to take by a shuffle",
        with_changed_program(swap_lanes_of_shuffles)},
       {"store-error",
        "lanes 0 and 1 store where the other is to store",
        with_changed_program(swap_lanes_of_stores)},
       {"byte-error",
        "the two lowest bytes that prmt gives change places",
        with_changed_program(swap_permuted_bytes)},
       {"promise-error", "stores cost a wavefront less", with_cheaper_stores}}};
  return kChoice;
}

OracleModels plans_oracle() { return models_of<plan_model_choice>(); }

}  // namespace tileproof::oracles
