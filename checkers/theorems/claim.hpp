// What does a theorem look like?  A claim about inputs, each of which ranges over numbers: wherever
// `given` holds, `then` holds.  A claim is a struct with
//
//     std::vector<Input> inputs() const;
//     template <Algebra A> Claim<A> claim(const A&, std::span<const typename A::Word>) const;
//
// so that it is written once: Z3 proves it for all inputs, and U64 replays a counterexample.
#pragma once

#include <optional>
#include <string>

#include "core/algebra.hpp"
#include "core/bits.hpp"

namespace tileproof::theorems {

// The words of the theorems about bits; their `given` keeps every value below 2^32, so that words
// of 64 bits compute the same.
inline constexpr unsigned kWordBits = 32;
inline constexpr Word kAllWords = Word{1} << kWordBits;

struct Input {
  std::string name;
  Word first = 0;
  std::optional<Word> size;  // without: every number from `first` on
};

template <Algebra A>
struct Claim {
  typename A::Bool given;
  typename A::Bool then;
};

// All of them.
template <Algebra A, typename... Bools>
typename A::Bool all(const A& a, const Bools&... conditions) {
  typename A::Bool result(true);
  ((result = a.bool_and(result, conditions)), ...);
  return result;
}

template <Algebra A>
typename A::Bool implies(const A& a, typename A::Bool p, typename A::Bool q) {
  return a.bool_or(a.bool_not(p), q);
}

template <Algebra A>
typename A::Bool at_most(const A& a, typename A::Word x, typename A::Word y) {
  return a.bool_not(a.ult(y, x));
}

// 2^bits - 1
template <Algebra A>
typename A::Word mask(const A& a, typename A::Word bits) {
  return a.sub(a.shl(1, bits), 1);
}

// x < 2^bits, also where 2^bits has no place in a word.
template <Algebra A>
typename A::Bool fits(const A& a, typename A::Word x, typename A::Word bits) {
  return a.eq(a.lshr(x, bits), 0);
}

}  // namespace tileproof::theorems
