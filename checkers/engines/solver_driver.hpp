// How do the solvers decide a question?  What breaks it is built over the engine's algebra, and of
// the models the smallest is looked for: from the first variable and its most significant bit on,
// each 1 becomes 0 where that leaves a counterexample.
//
// An Engine has:  A, algebra(), variable(size), require(Bool), check(Bool) -> Answer, value(Word).
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "checkers/questions/question.hpp"

namespace tileproof {

struct SolverOutcome {
  enum class Kind { kNone, kFound, kStopped } kind = Kind::kStopped;
  std::vector<Word> at = {};  // the smallest counterexample, if found
  bool is_smallest = true;    // false if the limits ended the search for a smaller one
  std::string reason = {};    // of Z3, if it was stopped
};

template <typename Engine>
SolverOutcome find_counterexample(Engine& engine, const Question& question) {
  using A = typename Engine::A;
  using Found = decltype(engine.check(typename A::Bool(true)));
  const A& a = engine.algebra();
  const auto axes = variables(question);
  std::vector<typename A::Word> digits;
  std::vector<typename A::Word> values;
  for (const Axis& axis : axes) {
    digits.push_back(engine.variable(axis.size));
    values.push_back(axis.first == 0 ? digits.back() : a.add(digits.back(), axis.first));
  }
  engine.require(breaks(a, question, std::span<const typename A::Word>(values)));
  SolverOutcome outcome;
  const auto find = [&](const typename A::Bool& condition) {
    const Found found = engine.check(condition);
    if constexpr (requires { engine.reason(); }) {
      if (found == Found::kStopped) outcome.reason = engine.reason();
    }
    if (found != Found::kSat) return found;
    outcome.at.clear();
    for (const auto& digit : digits) outcome.at.push_back(engine.value(digit));
    return found;
  };
  const Found any = find(true);
  if (any == Found::kUnsat) outcome.kind = SolverOutcome::Kind::kNone;
  if (any != Found::kSat) return outcome;
  outcome.kind = SolverOutcome::Kind::kFound;
  for (std::size_t i = 0; i < digits.size() && outcome.is_smallest; ++i) {
    Word least = 0;
    for (auto bit = static_cast<unsigned>(std::bit_width(outcome.at[i])); bit-- > 0;) {
      const Word bound = least + (Word{1} << bit);
      if (outcome.at[i] < bound) continue;
      const Found smaller = find(a.ult(digits[i], bound));
      if (smaller == Found::kUnsat) least = bound;
      if (smaller == Found::kStopped) {
        outcome.is_smallest = false;
        break;
      }
    }
    if (outcome.is_smallest) engine.require(a.eq(digits[i], least));
  }
  for (std::size_t i = 0; i < axes.size(); ++i) outcome.at[i] += axes[i].first;
  return outcome;
}

}  // namespace tileproof
