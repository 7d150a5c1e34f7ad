// What does a definition say where words have no width?  Running it over this algebra gives terms
// of Z3 in integers, so that claims hold for words of any width in which nothing wraps.
//
// A definition here adds, multiplies and divides; it may move and mask by constants, which is
// multiplying and dividing.  Other bit operations stop the session: integers have no bits.
#pragma once

#include <cstdint>
#include <optional>

#include "checkers/smt/term.hpp"
#include "core/algebra.hpp"

namespace tileproof::smt {

struct Z3Int : TruthOps<Z3Bool> {
  using Word = Z3Word;

  // The session must outlive the algebra and its words.
  explicit Z3Int(const Session& session) : session_(&session) {}

  // A new variable with all integers as values.
  [[nodiscard]] Word variable() const;
  [[nodiscard]] Bool is_natural(const Word& x) const;
  // Requires: x.is_constant().
  [[nodiscard]] static std::uint64_t constant(const Word& x);

  [[nodiscard]] Word add(const Word& x, const Word& y) const;
  // May be negative.
  [[nodiscard]] Word sub(const Word& x, const Word& y) const;
  [[nodiscard]] Word mul(const Word& x, const Word& y) const;
  // Rounds down, also negative numbers.
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const;
  // From 0 to y - 1.
  [[nodiscard]] Word urem(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const;
  [[nodiscard]] Word shl(const Word& x, const Word& y) const;
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const;
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const;
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const;
  [[nodiscard]] Word ite(const Bool& p, const Word& x, const Word& y) const;

 private:
  [[nodiscard]] Word no_integer_form(const char* operation) const;
  // 2^count, if it is a constant below 2^64.
  [[nodiscard]] static std::optional<std::uint64_t> power_of_two(const Word& count);

  const Session* session_;
};

}  // namespace tileproof::smt
