// What does a definition say for all inputs at once?  Running it over this algebra gives a term of
// Z3 in bit-vectors, with the meaning of U64 modulo 2^width.
//
// A term is kept as narrow as its value is known to be: the sum of two 4-bit words has 5 bits, and
// only what could leave the width is cut off.  So division by 2^k takes a part of the bits, and
// Z3 gets no wire that is always 0.
#pragma once

#include <cstdint>

#include "checkers/smt/term.hpp"
#include "core/algebra.hpp"

namespace tileproof::smt {

struct Z3Bv : TruthOps<Z3Bool> {
  using Word = Z3Word;

  // Requires: 1 <= width <= 64.  The session must outlive the algebra and its words.
  Z3Bv(const Session& session, unsigned width);

  [[nodiscard]] unsigned width() const { return width_; }
  // A new variable with all values of `bits` bits.  Requires: bits <= width.
  [[nodiscard]] Word variable(unsigned bits) const;

  [[nodiscard]] Word add(const Word& x, const Word& y) const;
  [[nodiscard]] Word sub(const Word& x, const Word& y) const;
  [[nodiscard]] Word mul(const Word& x, const Word& y) const;
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const;
  [[nodiscard]] Word urem(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const;
  [[nodiscard]] Word shl(const Word& x, const Word& y) const;
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const;
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const;
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const;
  [[nodiscard]] Word ite(const Bool& p, const Word& x, const Word& y) const;

  // The value of a constant, modulo 2^width.  Requires: x.is_constant().
  [[nodiscard]] std::uint64_t constant(const Word& x) const;
  // The bits of the term, or of the constant's value: what is above them is 0.
  [[nodiscard]] unsigned bits(const Word& x) const;

 private:
  [[nodiscard]] Word low_bits(const Word& x, unsigned count) const;
  [[nodiscard]] Word shifted_left(const Word& x, std::uint64_t count) const;
  [[nodiscard]] Word shifted_right(const Word& x, std::uint64_t count) const;

  const Session* session_;
  unsigned width_;
};

}  // namespace tileproof::smt
