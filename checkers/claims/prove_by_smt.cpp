// Claims as bit-vector terms of Z3: for symbolic parameters, and as a second opinion on circuits.
// Z3 has been seen asleep far past its time limit, so that it runs in a child that can be killed.
#include "checkers/claims/engines.hpp"
#include "checkers/claims/obligation_body.hpp"
#include "checkers/claims/search.hpp"
#include "checkers/smt/engine.hpp"

namespace tileproof {

template smt::Z3Bool fails_at(const smt::Z3Bv&, const Claim&, std::span<const smt::Z3Word>);

Verdict prove_by_smt(const Claim& claim, const Limits& limits) {
  if (std::holds_alternative<Surjective>(claim) || std::holds_alternative<Bijective>(claim)) {
    return Unknown{"smt does not decide '" + std::string(name(claim)) + "'"};
  }
  // The search for a smaller counterexample ends before the child does, so that one is reported.
  Limits own = limits;
  own.seconds = 0.9 * limits.seconds;
  auto outcome = search_in_child("smt", limits, [&] {
    smt::Engine engine(own);
    return find_counterexample(engine, claim);
  });
  if (auto* unknown = std::get_if<Unknown>(&outcome)) return std::move(*unknown);
  return verdict_of(std::get<SolverOutcome>(outcome), claim, "smt", limits);
}

}  // namespace tileproof
