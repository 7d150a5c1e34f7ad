// Does a step of a definition leave the integers of the machine?  An algebra around another one
// that notes each result outside of so many bits, at most 32.  The inner algebra computes modulo
// 2^64: the first result that is outside comes from operands that are inside, so that it is exact
// there.  Masks of bit operations may be wider.
#pragma once

#include <utility>

#include "core/algebra.hpp"

namespace tileproof {

template <Algebra A>
class Watched {
 public:
  using Word = typename A::Word;
  using Bool = typename A::Bool;

  // Sets *left to "some result was outside".  Operands are watched too: constants enter a formula
  // without an operation of their own.
  Watched(const A& inner, unsigned bits, bool is_signed, Bool* left)
      : a_(inner), left_(left), shift_(is_signed ? std::uint64_t{1} << (bits - 1) : 0) {
    limit_ = a_.shl(Word(1), Word(bits));
  }

  Word watch(Word value) const {
    *left_ = a_.bool_or(*left_, a_.bool_not(a_.ult(a_.add(value, Word(shift_)), limit_)));
    return value;
  }

  Word add(const Word& x, const Word& y) const { return watch(a_.add(watch(x), watch(y))); }
  Word sub(const Word& x, const Word& y) const { return watch(a_.sub(watch(x), watch(y))); }
  Word mul(const Word& x, const Word& y) const { return watch(a_.mul(watch(x), watch(y))); }
  Word shl(const Word& x, const Word& y) const {
    const Word shifted = a_.shl(watch(x), y);
    *left_ = a_.bool_or(*left_, a_.bool_not(a_.eq(a_.lshr(shifted, y), x)));
    return watch(shifted);
  }
  Word udiv(const Word& x, const Word& y) const { return a_.udiv(watch(x), watch(y)); }
  Word urem(const Word& x, const Word& y) const { return a_.urem(watch(x), watch(y)); }
  Word bit_and(const Word& x, const Word& y) const { return a_.bit_and(x, y); }
  Word bit_or(const Word& x, const Word& y) const { return a_.bit_or(x, y); }
  Word bit_xor(const Word& x, const Word& y) const { return a_.bit_xor(x, y); }
  Word lshr(const Word& x, const Word& y) const { return a_.lshr(x, y); }
  Bool eq(const Word& x, const Word& y) const { return a_.eq(x, y); }
  Bool ult(const Word& x, const Word& y) const { return a_.ult(x, y); }
  Bool bool_and(const Bool& p, const Bool& q) const { return a_.bool_and(p, q); }
  Bool bool_or(const Bool& p, const Bool& q) const { return a_.bool_or(p, q); }
  Bool bool_not(const Bool& p) const { return a_.bool_not(p); }
  Word ite(const Bool& p, const Word& x, const Word& y) const { return a_.ite(p, x, y); }

 private:
  const A& a_;
  Bool* left_;
  std::uint64_t shift_;
  Word limit_{0};
};

}  // namespace tileproof
