// Claims as circuits, decided by CaDiCaL: for XORs and carries mixed.
#include <algorithm>

#include "checkers/claims/engines.hpp"
#include "checkers/claims/obligation_body.hpp"
#include "checkers/claims/search.hpp"
#include "checkers/sat/engine.hpp"

namespace tileproof {

template sat::Lit fails_at(const sat::Aig&, const Claim&, std::span<const sat::AigWord>);

namespace {

// Most questions take less, and a child process would cost more.
constexpr double kSecondsInProcess = 0.03;

SolverOutcome search(const Claim& claim, const Limits& limits) {
  sat::Engine engine(limits);
  return find_counterexample(engine, claim);
}

}  // namespace

Verdict prove_by_sat(const Claim& claim, const Limits& limits) {
  if (std::holds_alternative<Surjective>(claim) || std::holds_alternative<Bijective>(claim)) {
    return Unknown{"sat does not decide '" + std::string(name(claim)) + "'"};
  }
  if (is_small(claim)) {
    // The child then has all the time again: a tenth more in all, at most.
    Limits brief = limits;
    brief.seconds = std::min(0.1 * limits.seconds, kSecondsInProcess);
    const SolverOutcome outcome = search(claim, brief);
    if (outcome.kind == SolverOutcome::Kind::kNone ||
        (outcome.kind == SolverOutcome::Kind::kFound && outcome.is_smallest)) {
      return verdict_of(outcome, claim, "sat", limits);
    }
  }
  // The search for a smaller counterexample ends before the child does, so that one is reported.
  Limits own = limits;
  own.seconds = 0.9 * limits.seconds;
  auto outcome = search_in_child("sat", limits, [&] { return search(claim, own); });
  if (auto* unknown = std::get_if<Unknown>(&outcome)) return std::move(*unknown);
  return verdict_of(std::get<SolverOutcome>(outcome), claim, "sat", limits);
}

}  // namespace tileproof
