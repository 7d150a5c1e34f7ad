// Gaps in memory, over integers: why padding with amounts of 0 or more never puts two elements in
// one place.  padded_offset of encodings/triton/padding.hpp adds up, over its pairs, the terms
// floor(offset / interval) * amount.  The offset itself grows strictly, and each pair's term does
// not fall; so, by induction, their sum grows strictly, whatever the number of pairs.
#pragma once

#include <span>
#include <vector>

#include "checkers/theorems/claim.hpp"

namespace tileproof::theorems {

// What one more pair makes of the padded offset so far.
struct PaddingStep {
  static constexpr const char* kAmount = "amount";
  template <Algebra A>
  static typename A::Word add_gap(const A& a,
                                  typename A::Word padded,
                                  typename A::Word offset,
                                  typename A::Word interval,
                                  typename A::Word amount) {
    return a.add(padded, a.mul(a.udiv(offset, interval), amount));
  }
};

// Gaps that shrink: what a negative amount would do.
struct NegativePaddingStep {
  static constexpr const char* kAmount = "minus the amount";
  template <Algebra A>
  static typename A::Word add_gap(const A& a,
                                  typename A::Word padded,
                                  typename A::Word offset,
                                  typename A::Word interval,
                                  typename A::Word amount) {
    return a.sub(padded, a.mul(a.udiv(offset, interval), amount));
  }
};

// q <= r and p >= 0 give q p <= r p; used as a lemma elsewhere.
struct GapsGrow {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"quotient", 0, {}}, {"other quotient", 0, {}}, {"amount", 0, {}}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    return {at_most(a, in[0], in[1]), at_most(a, a.mul(in[0], in[2]), a.mul(in[1], in[2]))};
  }
};

// The step of the induction as a whole: x < y and f(x) < f(y) give the same for f with one more
// pair.
template <typename Formula = PaddingStep>
struct OneMorePairGrows {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"offset", 0, {}},
            {"other offset", 0, {}},
            {"interval", 1, {}},
            {Formula::kAmount, 0, {}},
            {"padded", 0, {}},
            {"other padded", 0, {}}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    return {all(a, a.ult(in[0], in[1]), a.ult(in[4], in[5])),
            a.ult(Formula::add_gap(a, in[4], in[0], in[2], in[3]),
                  Formula::add_gap(a, in[5], in[1], in[2], in[3]))};
  }
};

// One pair, from the bare offset on: no two offsets get one place.
template <typename Formula = PaddingStep>
struct OnePairIsInjective {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {
        {"offset", 0, {}}, {"other offset", 0, {}}, {"interval", 1, {}}, {Formula::kAmount, 0, {}}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    return {a.ult(in[0], in[1]),
            a.bool_not(a.eq(Formula::add_gap(a, in[0], in[0], in[2], in[3]),
                            Formula::add_gap(a, in[1], in[1], in[2], in[3])))};
  }
};

}  // namespace tileproof::theorems
