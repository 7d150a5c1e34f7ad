// How do the solvers decide a question?  What breaks it is built over the engine's algebra, and of the
// models the smallest is looked for: from the most significant bit of the first variable on, each 1
// becomes 0 where that leaves a counterexample.
//
// An Engine has:  A, algebra(), variable(size), require(Bool), check(Bool) -> Answer, value(Word).
#pragma once

#include <vector>

#include "checkers/questions/question.hpp"

namespace tileproof {

struct SolverOutcome {
  enum class Kind { kNone, kFound, kStopped } kind = Kind::kStopped;
  std::vector<Word> at = {};  // the smallest counterexample, if found
  bool is_smallest = true;    // false if the limits ended the search for a smaller one
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
  switch (engine.check(typename A::Bool(true))) {
    case Found::kUnsat:
      return {SolverOutcome::Kind::kNone};
    case Found::kStopped:
      return {SolverOutcome::Kind::kStopped};
    case Found::kSat:
      break;
  }
  const auto model = [&] {
    std::vector<Word> at;
    for (const auto& digit : digits) at.push_back(engine.value(digit));
    return at;
  };
  SolverOutcome outcome{SolverOutcome::Kind::kFound, model()};
  for (std::size_t i = 0; i < digits.size() && outcome.is_smallest; ++i) {
    for (unsigned bit = log2_ceil(axes[i].size); bit-- > 0 && outcome.is_smallest;) {
      const auto is_one =
          a.bool_not(a.eq(a.urem(a.udiv(digits[i], Word{1} << bit), 2), typename A::Word(0)));
      if ((outcome.at[i] >> bit & 1) == 0) {
        engine.require(a.bool_not(is_one));
        continue;
      }
      switch (engine.check(a.bool_not(is_one))) {
        case Found::kSat:
          outcome.at = model();
          engine.require(a.bool_not(is_one));
          break;
        case Found::kUnsat:
          engine.require(is_one);
          break;
        case Found::kStopped:
          outcome.is_smallest = false;
          break;
      }
    }
  }
  for (std::size_t i = 0; i < axes.size(); ++i) outcome.at[i] += axes[i].first;
  return outcome;
}

}  // namespace tileproof
