// Which clauses say that a question has a case?  The definition runs over words of literals; each
// gate is a new variable with the clauses that make it so (Tseitin), and gates with the same inputs
// are one.  The order of all steps is fixed, so that the same question gives the same clauses.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checkers/certificates/question.hpp"

namespace tileproof::certificates {

// Over variables 1 .. variables; -3 is the complement of 3.  Each clause ends with 0.
struct Clauses {
  int variables = 0;
  std::size_t count = 0;
  std::vector<int> literals;

  void add(std::initializer_list<int> clause);
  // Of all literals in their order.
  [[nodiscard]] std::uint64_t hash() const;
};

class Literal {
 public:
  Literal(bool value) : literal_(value ? 1 : -1) {}  // NOLINT: implicit; variable 1 is true
  static Literal of(int literal);
  [[nodiscard]] int number() const { return literal_; }
  [[nodiscard]] bool is(bool value) const { return literal_ == (value ? 1 : -1); }
  Literal operator!() const { return of(-literal_); }
  friend bool operator==(const Literal&, const Literal&) = default;

 private:
  int literal_;
};

// The lowest bit first; bits beyond are false, and the highest is not false.
class BitWord {
 public:
  BitWord(std::uint64_t value = 0);  // NOLINT: implicit

 private:
  friend class Circuit;
  [[nodiscard]] unsigned width() const { return static_cast<unsigned>(bits_.size()); }
  [[nodiscard]] Literal operator[](unsigned i) const { return i < width() ? bits_[i] : false; }
  void push(Literal bit) { bits_.push_back(bit); }
  // Without bits from `width` on and without leading zeros.
  void cut(unsigned width);
  // Of a constant.
  [[nodiscard]] std::optional<std::uint64_t> value() const;

  boost::container::small_vector<Literal, 24> bits_;
};

// Words are modulo 2^64.
class Circuit {
 public:
  using Word = BitWord;
  using Bool = Literal;

  // Questions with more gates than this are refused: is_too_large().
  static constexpr int kMaxGates = 1 << 20;

  Circuit();
  [[nodiscard]] const Clauses& clauses() const { return clauses_; }
  [[nodiscard]] bool is_too_large() const { return clauses_.variables > kMaxGates; }
  // Any number below `size`.
  Word variable(std::uint64_t size);
  void require(Literal literal) { clauses_.add({literal.number()}); }

  [[nodiscard]] Word add(const Word& x, const Word& y) const;
  [[nodiscard]] Word sub(const Word& x, const Word& y) const { return difference(x, y, 64); }
  [[nodiscard]] Word mul(const Word& x, const Word& y) const;
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const { return divided(x, y).first; }
  [[nodiscard]] Word urem(const Word& x, const Word& y) const { return divided(x, y).second; }
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const;
  [[nodiscard]] Word shl(const Word& x, const Word& y) const { return shifted(x, y, true); }
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const { return shifted(x, y, false); }
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const;
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const;
  [[nodiscard]] Bool bool_and(Bool p, Bool q) const;
  [[nodiscard]] Bool bool_or(Bool p, Bool q) const { return !bool_and(!p, !q); }
  [[nodiscard]] Bool bool_not(Bool p) const { return !p; }
  [[nodiscard]] Word ite(Bool p, const Word& x, const Word& y) const;

 private:
  [[nodiscard]] Literal exclusive_or(Literal p, Literal q) const;
  [[nodiscard]] Literal choose(Literal p, Literal x, Literal y) const;
  // The gate with these inputs, and whether it is new.
  std::pair<int, bool> gate(int p, int q, bool is_and) const;
  [[nodiscard]] Word difference(const Word& x, const Word& y, unsigned width) const;
  [[nodiscard]] std::pair<Word, Word> divided(const Word& x, const Word& y) const;
  [[nodiscard]] Word shifted(const Word& x, const Word& y, bool up) const;
  template <typename Gate>
  [[nodiscard]] static Word bitwise(const Word& x, const Word& y, const Gate& gate);

  // A definition sees the algebra as constant; its gates are noted here.
  mutable Clauses clauses_;
  mutable std::unordered_map<std::uint64_t, int> ands_;
  mutable std::unordered_map<std::uint64_t, int> exclusive_ors_;
};

// The clauses that hold together iff the question has a case; nullopt if they are too many.
// Requires: is_pointwise(question).
std::optional<Clauses> clauses_of(const Question& question);

}  // namespace tileproof::certificates
