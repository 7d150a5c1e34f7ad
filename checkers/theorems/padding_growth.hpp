// Gaps in memory, over integers: why padding with amounts of 0 or more never puts two elements in
// one place.  padded_offset of encodings/triton/padding.hpp adds up, over its pairs, the terms
// floor(offset / interval) * amount.  The offset itself grows strictly, and each pair's term does
// not fall; so, by induction, their sum grows strictly, whatever the number of pairs.
#pragma once

#include "checkers/theorems/statement.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof::theorems {

// What one more pair makes of the padded offset so far.
struct PaddingStep {
  static constexpr const char* kAmount = "amount";
  template <Algebra A>
  static typename A::Word with_gaps(const A& a,
                                    const typename A::Word& padded,
                                    const typename A::Word& offset,
                                    const typename A::Word& interval,
                                    const typename A::Word& amount) {
    return triton::with_gaps<A>(a, padded, offset, interval, amount);
  }
};

// Gaps that shrink: what a negative amount would do.
struct NegativePaddingStep {
  static constexpr const char* kAmount = "minus the amount";
  template <Algebra A>
  static typename A::Word with_gaps(const A& a,
                                    const typename A::Word& padded,
                                    const typename A::Word& offset,
                                    const typename A::Word& interval,
                                    const typename A::Word& amount) {
    return triton::with_gaps<A>(a, padded, offset, interval, a.sub(0, amount));
  }
};

// q <= r and p >= 0 give q p <= r p; used as a lemma elsewhere.
inline Statement gaps_grow() {
  const std::vector<Axis> variables = {
      natural("quotient"), natural("other quotient"), natural("amount")};
  return over_integers(wherever(variables, [](const auto& a, auto at) {
    return Implication{at_most(a, at[0], at[1]),
                       at_most(a, a.mul(at[0], at[2]), a.mul(at[1], at[2]))};
  }));
}

// The step of the induction as a whole: x < y and f(x) < f(y) give the same for f with one more
// pair.
template <typename Step = PaddingStep>
Statement one_more_pair_grows() {
  const std::vector<Axis> variables = {natural("offset"),
                                       natural("other offset"),
                                       natural("interval", 1),
                                       natural(Step::kAmount),
                                       natural("padded"),
                                       natural("other padded")};
  return over_integers(wherever(variables, [](const auto& a, auto at) {
    return Implication{a.bool_and(a.ult(at[0], at[1]), a.ult(at[4], at[5])),
                       a.ult(Step::with_gaps(a, at[4], at[0], at[2], at[3]),
                             Step::with_gaps(a, at[5], at[1], at[2], at[3]))};
  }));
}

// One pair, from the bare offset on: no two offsets get one place.
template <typename Step = PaddingStep>
Statement one_pair_is_injective() {
  const std::vector<Axis> variables = {
      natural("offset"), natural("other offset"), natural("interval", 1), natural(Step::kAmount)};
  return over_integers(wherever(variables, [](const auto& a, auto at) {
    return Implication{a.ult(at[0], at[1]),
                       a.bool_not(a.eq(Step::with_gaps(a, at[0], at[0], at[2], at[3]),
                                       Step::with_gaps(a, at[1], at[1], at[2], at[3])))};
  }));
}

}  // namespace tileproof::theorems
