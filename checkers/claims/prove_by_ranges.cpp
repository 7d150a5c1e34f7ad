// Claims about bounds, by the ranges of all steps of the formula.  A range is wider than needed
// where operands depend on each other, so this engine proves and never refutes.
#include "checkers/claims/engines.hpp"
#include "checkers/claims/obligation_body.hpp"
#include "core/interval_algebra.hpp"

namespace tileproof {

template IntervalBool fails_at(const Interval&, const Claim&, std::span<const IntervalWord>);

Verdict prove_by_ranges(const Claim& claim) {
  if (!std::holds_alternative<InBounds>(claim) && !std::holds_alternative<NoWrap>(claim)) {
    return Unknown{"ranges does not decide '" + std::string(name(claim)) + "'"};
  }
  std::vector<IntervalWord> at;
  for (const Axis& axis : variables(claim)) {
    at.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  if (!fails_at(Interval{}, claim, std::span<const IntervalWord>(at)).can_be(true)) {
    return Proved{"ranges", scope(claim)};
  }
  return Unknown{"the ranges of the formula's steps are too wide"};
}

}  // namespace tileproof
