// Questions as circuits, decided by CaDiCaL: for XORs and carries mixed.
#include <algorithm>

#include "checkers/engines/search.hpp"
#include "checkers/sat/engine.hpp"

namespace tileproof {
namespace {

// Most questions take less, and a child process would cost more.
constexpr double kSecondsInProcess = 0.03;

}  // namespace

SolverOutcome search_by_sat(const Question& question, const Limits& limits) {
  sat::Engine engine(limits);
  return find_counterexample(engine, question);
}

Answer decide_by_sat(const Question& question, const Limits& limits) {
  if (std::holds_alternative<Covers>(question.form)) {
    return Open{"sat does not decide what is covered"};
  }
  if (is_small(question)) {
    // The child then has all the time again: a tenth more in all, at most.
    Limits brief = limits;
    brief.seconds = std::min(0.1 * limits.seconds, kSecondsInProcess);
    const SolverOutcome outcome = search_by_sat(question, brief);
    if (outcome.kind == SolverOutcome::Kind::kNone ||
        (outcome.kind == SolverOutcome::Kind::kFound && outcome.is_smallest)) {
      return answer_of(outcome, "sat", limits);
    }
  }
  // The search for a smaller counterexample ends before the child does, so that one is reported.
  Limits own = limits;
  own.seconds = 0.9 * limits.seconds;
  auto outcome = search_in_child("sat", limits, [&] { return search_by_sat(question, own); });
  if (auto* open = std::get_if<Open>(&outcome)) return std::move(*open);
  return answer_of(std::get<SolverOutcome>(outcome), "sat", limits);
}

}  // namespace tileproof
