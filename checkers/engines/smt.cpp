// Questions as terms of Z3: of bit-vectors, for symbolic parameters and as a second opinion on
// circuits, and of integers.  Z3 has been seen asleep far past its time limit, so that it runs in a
// child that can be killed.
#include "checkers/engines/search.hpp"
#include "checkers/smt/engine.hpp"

namespace tileproof {
namespace {

template <typename Engine>
Answer decide_by_z3(const std::string& name, const Question& question, const Limits& limits) {
  // The search for a smaller counterexample ends before the child does, so that one is reported.
  Limits own = limits;
  own.seconds = 0.9 * limits.seconds;
  auto outcome = search_in_child(name, limits, [&] {
    Engine engine(own);
    return find_counterexample(engine, question);
  });
  if (auto* open = std::get_if<Open>(&outcome)) return std::move(*open);
  return answer_of(std::get<SolverOutcome>(outcome), name, limits);
}

}  // namespace

SolverOutcome search_by_smt(const Question& question, const Limits& limits) {
  smt::Engine engine(limits);
  return find_counterexample(engine, question);
}

Answer decide_by_smt(const Question& question, const Limits& limits) {
  if (std::holds_alternative<Covers>(question.form)) {
    return Open{"smt does not decide what is covered"};
  }
  return decide_by_z3<smt::Engine>("smt", question, limits);
}

Answer decide_by_integers(const Question& question, const Limits& limits) {
  if (!std::holds_alternative<OverIntegers>(question.form)) {
    return Open{"integers decides what is asked over integers"};
  }
  Answer answer = decide_by_z3<smt::IntegerEngine>("integers", question, limits);
  const auto* broken = std::get_if<Broken>(&answer);
  if (broken != nullptr && !breaks(U64{}, question, std::span<const Word>(broken->at))) {
    return Open{"integers: a case was found, but its steps have more than 64 bits"};
  }
  return answer;
}

}  // namespace tileproof
