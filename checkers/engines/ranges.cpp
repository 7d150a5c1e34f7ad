// Questions about bounds, and formulas, by the ranges of all steps.  A range is wider than needed
// where operands depend on each other, so this engine proves and never refutes.
#include "checkers/engines/engines.hpp"
#include "core/interval_algebra.hpp"

namespace tileproof {

Answer decide_by_ranges(const Question& question) {
  if (!std::holds_alternative<Below>(question.form) &&
      !std::holds_alternative<Everywhere>(question.form) &&
      !std::holds_alternative<Multiple>(question.form)) {
    return Open{"ranges decides bounds and formulas only"};
  }
  std::vector<IntervalWord> at;
  for (const Axis& axis : variables(question)) {
    at.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  if (!breaks(Interval{}, question, std::span<const IntervalWord>(at)).can_be(true)) return Yes{};
  return Open{"the ranges of the formula's steps are too wide"};
}

}  // namespace tileproof
