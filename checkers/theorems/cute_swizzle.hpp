// CuTe's Swizzle<B,M,S> for all B, M and S: B bits that start at bit M + S are XORed into those
// that start at bit M; for a negative S the other way round.
//
//   Swizzle<2,1,3>:   0b..YY.ZZ.    ZZ ^= YY          Swizzle<2,1,-3>:   YY ^= ZZ
#pragma once

#include "checkers/theorems/statement.hpp"
#include "encodings/cute/layout.hpp"

namespace tileproof::theorems {

template <typename W>
struct CuteSwizzleParameters {
  W bits, base;
  W distance;     // |S|
  W is_negative;  // 1 if S < 0
};

// A wrong one is put in its place by tests.
struct CuteSwizzle {
  template <Algebra A>
  static typename A::Word apply(const A& a,
                                const CuteSwizzleParameters<typename A::Word>& s,
                                const typename A::Word& offset) {
    const auto by_sign = [&](bool is_negative) {
      const auto source = cute::source_mask<A>(a, s.bits, s.base, s.distance, is_negative);
      return cute::apply<A>(a, source, s.distance, is_negative, offset);
    };
    return a.ite(a.eq(s.is_negative, 1), by_sign(true), by_sign(false));
  }
};

inline std::vector<Axis> cute_swizzle_variables(std::vector<Axis> more) {
  std::vector<Axis> variables = {{"B", kWordBits + 1, 0, true},
                                 {"M", kWordBits + 1, 0, true},
                                 {"|S|", kWordBits + 1, 0, true},
                                 {"S < 0", 2, 0, true}};
  variables.insert(variables.end(), more.begin(), more.end());
  return variables;
}
template <typename W>
CuteSwizzleParameters<W> cute_swizzle_parameters(std::span<const W> at) {
  return {at[0], at[1], at[2], at[3]};
}

enum class Distance { kZero, kAny, kNotZero, kAtLeastBits, kBelowBits };

// Both groups of bits are in the word, at such a distance.
template <Algebra A>
typename A::Bool is_swizzle(const A& a,
                            Distance distance,
                            const CuteSwizzleParameters<typename A::Word>& s) {
  const auto fits = at_most<A>(a, a.add(a.add(s.bits, s.base), s.distance), kWordBits);
  switch (distance) {
    case Distance::kZero:
      return all(a, fits, a.eq(s.distance, 0));
    case Distance::kAny:
      break;
    case Distance::kNotZero:
      return all(a, fits, a.bool_not(a.eq(s.distance, 0)));
    case Distance::kAtLeastBits:
      return all(a, fits, at_most<A>(a, s.bits, s.distance));
    case Distance::kBelowBits:
      return all(a, fits, a.ult(s.distance, s.bits));
  }
  return fits;
}

// No two offsets are swizzled to one.
template <typename S = CuteSwizzle>
Statement cute_swizzle_is_injective(Distance distance = Distance::kNotZero) {
  const auto variables =
      cute_swizzle_variables({{"offset", kAllWords}, {"other offset", kAllWords}});
  return wherever(variables, [distance](const auto& a, auto at) {
    const auto s = cute_swizzle_parameters(at);
    return Implication{all(a, is_swizzle(a, distance, s), a.bool_not(a.eq(at[4], at[5]))),
                       a.bool_not(a.eq(S::apply(a, s, at[4]), S::apply(a, s, at[5])))};
  });
}

// Swizzling twice gives back the offset.
template <typename S = CuteSwizzle>
Statement cute_swizzle_is_an_involution(Distance distance = Distance::kAtLeastBits) {
  const auto variables = cute_swizzle_variables({{"offset", kAllWords}});
  return wherever(variables, [distance](const auto& a, auto at) {
    const auto s = cute_swizzle_parameters(at);
    return Implication{is_swizzle(a, distance, s),
                       a.eq(S::apply(a, s, S::apply(a, s, at[4])), at[4])};
  });
}

// With |S| < B, the offset 2^(M + 2S), or 2^M for a negative S, is not given back.
template <typename S = CuteSwizzle>
Statement cute_swizzle_is_no_involution(Distance distance = Distance::kBelowBits) {
  return wherever(cute_swizzle_variables({}), [distance](const auto& a, auto at) {
    const auto s = cute_swizzle_parameters(at);
    const auto up = a.add(s.base, a.add(s.distance, s.distance));
    const auto offset = a.shl(1, a.ite(a.eq(s.is_negative, 1), s.base, up));
    return Implication{is_swizzle(a, distance, s),
                       a.bool_not(a.eq(S::apply(a, s, S::apply(a, s, offset)), offset))};
  });
}

}  // namespace tileproof::theorems
