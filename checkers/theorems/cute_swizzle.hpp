// CuTe's Swizzle<B,M,S> with B, M and S as words: B bits that start at bit M + S are XORed into
// those that start at bit M; for a negative S the other way round.
//
//   Swizzle<2,1,3>:   0b..YY.ZZ.    ZZ ^= YY          Swizzle<2,1,-3>:   YY ^= ZZ
#pragma once

#include <span>
#include <vector>

#include "checkers/theorems/claim.hpp"

namespace tileproof::theorems {

template <typename W>
struct CuteSwizzleParameters {
  W bits, base;
  W distance;     // |S|
  W is_negative;  // 1 if S < 0
};

struct CuteSwizzle {
  template <Algebra A>
  static typename A::Word apply(const A& a,
                                const CuteSwizzleParameters<typename A::Word>& s,
                                typename A::Word offset) {
    const auto low = a.shl(mask(a, s.bits), s.base);
    const auto high = a.shl(low, s.distance);
    return a.ite(a.eq(s.is_negative, 1),
                 a.bit_xor(offset, a.shl(a.bit_and(offset, low), s.distance)),
                 a.bit_xor(offset, a.lshr(a.bit_and(offset, high), s.distance)));
  }
};

inline std::vector<Input> cute_swizzle_inputs(std::vector<Input> more) {
  std::vector<Input> inputs = {
      {"B", 0, kWordBits + 1}, {"M", 0, kWordBits + 1}, {"|S|", 0, kWordBits + 1}, {"S < 0", 0, 2}};
  inputs.insert(inputs.end(), more.begin(), more.end());
  return inputs;
}
template <typename W>
CuteSwizzleParameters<W> cute_swizzle_parameters(std::span<const W> in) {
  return {in[0], in[1], in[2], in[3]};
}
// Both groups of bits are in the word.
template <Algebra A>
typename A::Bool is_swizzle(const A& a, const CuteSwizzleParameters<typename A::Word>& s) {
  return at_most(a, a.add(a.add(s.bits, s.base), s.distance), typename A::Word(kWordBits));
}

enum class Distance { kZero, kAny, kNotZero, kAtLeastBits, kBelowBits };

template <Algebra A>
typename A::Bool is_distance(const A& a,
                             Distance distance,
                             const CuteSwizzleParameters<typename A::Word>& s) {
  switch (distance) {
    case Distance::kZero:
      return a.eq(s.distance, 0);
    case Distance::kAny:
      break;
    case Distance::kNotZero:
      return a.bool_not(a.eq(s.distance, 0));
    case Distance::kAtLeastBits:
      return at_most(a, s.bits, s.distance);
    case Distance::kBelowBits:
      return a.ult(s.distance, s.bits);
  }
  return true;
}

// No two offsets are swizzled to one.
template <typename Formula = CuteSwizzle>
struct CuteSwizzleIsInjective {
  Distance distance = Distance::kNotZero;

  [[nodiscard]] std::vector<Input> inputs() const {
    return cute_swizzle_inputs({{"offset", 0, kAllWords}, {"other offset", 0, kAllWords}});
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto s = cute_swizzle_parameters(in);
    return {all(a, is_swizzle(a, s), is_distance(a, distance, s), a.bool_not(a.eq(in[4], in[5]))),
            a.bool_not(a.eq(Formula::apply(a, s, in[4]), Formula::apply(a, s, in[5])))};
  }
};

// Swizzling twice gives back the offset.
template <typename Formula = CuteSwizzle>
struct CuteSwizzleIsAnInvolution {
  Distance distance = Distance::kAtLeastBits;

  [[nodiscard]] std::vector<Input> inputs() const {
    return cute_swizzle_inputs({{"offset", 0, kAllWords}});
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto s = cute_swizzle_parameters(in);
    return {all(a, is_swizzle(a, s), is_distance(a, distance, s)),
            a.eq(Formula::apply(a, s, Formula::apply(a, s, in[4])), in[4])};
  }
};

// With |S| < B, the offset 2^(M + 2S), or 2^M for a negative S, is not given back.
template <typename Formula = CuteSwizzle>
struct CuteSwizzleIsNoInvolution {
  Distance distance = Distance::kBelowBits;

  [[nodiscard]] std::vector<Input> inputs() const { return cute_swizzle_inputs({}); }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto s = cute_swizzle_parameters(in);
    const auto up = a.add(s.base, a.add(s.distance, s.distance));
    const auto offset = a.shl(1, a.ite(a.eq(s.is_negative, 1), s.base, up));
    return {all(a, is_swizzle(a, s), is_distance(a, distance, s)),
            a.bool_not(a.eq(Formula::apply(a, s, Formula::apply(a, s, offset)), offset))};
  }
};

}  // namespace tileproof::theorems
