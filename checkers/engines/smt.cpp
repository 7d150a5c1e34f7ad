// Questions as bit-vector terms of Z3: for symbolic parameters, and as a second opinion on circuits.
// Z3 has been seen asleep far past its time limit, so that it runs in a child that can be killed.
#include "checkers/engines/search.hpp"
#include "checkers/smt/engine.hpp"

namespace tileproof {

Answer decide_by_smt(const Question& question, const Limits& limits) {
  if (std::holds_alternative<Covers>(question.form)) {
    return Open{"smt does not decide what is covered"};
  }
  // The search for a smaller counterexample ends before the child does, so that one is reported.
  Limits own = limits;
  own.seconds = 0.9 * limits.seconds;
  auto outcome = search_in_child("smt", limits, [&] {
    smt::Engine engine(own);
    return find_counterexample(engine, question);
  });
  if (auto* open = std::get_if<Open>(&outcome)) return std::move(*open);
  return answer_of(std::get<SolverOutcome>(outcome), "smt", limits);
}

}  // namespace tileproof
