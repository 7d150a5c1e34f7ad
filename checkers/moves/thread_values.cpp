#include "checkers/moves/thread_values.hpp"

#include <algorithm>

namespace tileproof::moves {
namespace {

// What a thread that takes no part would divide by may be 0.
struct Total : U64 {
  Word udiv(Word x, Word y) const { return y == 0 ? 0 : x / y; }
  Word urem(Word x, Word y) const { return y == 0 ? 0 : x % y; }
};

Word value_at(const IndexExpression& expression, const std::vector<Word>& at) {
  return results_of(Total{}, expression, std::span<const Word>(at))[0];
}

std::vector<Word> inputs_with(std::span<const Word> loops) {
  std::vector<Word> at(kFirstLoopInput, 0);
  at.insert(at.end(), loops.begin(), loops.end());
  return at;
}

}  // namespace

std::vector<Word> values_in_threads(const Program& program,
                                    const IndexExpression& expression,
                                    std::span<const Word> loops) {
  auto at = inputs_with(loops);
  const bool differs = std::ranges::any_of(expression.steps, [](const GraphStep& step) {
    return step.op == StepOp::kInput && step.constant < kFirstLoopInput;
  });
  if (!differs) return std::vector<Word>(program.threads(), value_at(expression, at));
  std::vector<Word> values;
  values.reserve(program.threads());
  for (unsigned number = 0; number < program.threads(); ++number) {
    const Thread thread = thread_at(program, number);
    at[kLaneInput] = thread.lane;
    at[kWarpInput] = thread.warp;
    at[kBlockInput] = thread.block;
    values.push_back(value_at(expression, at));
  }
  return values;
}

Word value_of_loops(const IndexExpression& expression, std::span<const Word> loops) {
  return value_at(expression, inputs_with(loops));
}

}  // namespace tileproof::moves
