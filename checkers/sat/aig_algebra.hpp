// Which circuit computes a definition?  Running the definition over this algebra builds it: a word
// is a list of gate outputs, the lowest bit first and no longer than the values need, so that
// shifts, masks and divisions by powers of two are wires:
//
//   x of 3 bits:   8 * x + 5 is 6 bits: 1 0 1 x0 x1 x2, without a gate;   x + 5 is 4 bits
//
// All results are modulo 2^width.  With width 64 they are those of U64; with 128 the part of a
// result above bit 63 says where U64 wraps around.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <utility>

#include "checkers/sat/aig.hpp"
#include "core/algebra.hpp"

namespace tileproof::sat {

class AigWord {
 public:
  // A constant.
  AigWord(std::uint64_t value = 0);  // NOLINT: implicit

  // Bits at and above are 0; the highest bit is never the constant 0.
  [[nodiscard]] unsigned width() const { return static_cast<unsigned>(bits_.size()); }
  [[nodiscard]] Lit bit(unsigned i) const { return i < bits_.size() ? bits_[i] : kFalse; }
  // The value, if no bit depends on an input and it fits 64 bits.
  [[nodiscard]] std::optional<std::uint64_t> constant() const;

 private:
  friend class Aig;
  // Makes `bit` bit number `width()`, which may be 0 until trim().
  void push(Lit bit) { bits_.push_back(bit); }
  void trim() {
    while (!bits_.empty() && bits_.back() == kFalse) bits_.pop_back();
  }
  // The lowest bits only.
  void truncate(unsigned width);

  boost::container::small_vector<Lit, 24> bits_;
};

class Aig {
 public:
  using Word = AigWord;
  using Bool = Lit;

  // Requires: 64 <= width <= 128.  The graph must outlive the algebra.
  explicit Aig(Graph& graph, unsigned width = 64);

  // A number of `width` new inputs.
  [[nodiscard]] Word input(unsigned width) const;

  [[nodiscard]] Word add(const Word& x, const Word& y) const;
  [[nodiscard]] Word sub(const Word& x, const Word& y) const;
  [[nodiscard]] Word mul(const Word& x, const Word& y) const;
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const { return divide(x, y).first; }
  [[nodiscard]] Word urem(const Word& x, const Word& y) const { return divide(x, y).second; }
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const;
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const;
  [[nodiscard]] Word shl(const Word& x, const Word& y) const;
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const;
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const;
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const;
  [[nodiscard]] Bool bool_and(Bool p, Bool q) const { return graph_->and_(p, q); }
  [[nodiscard]] Bool bool_or(Bool p, Bool q) const { return graph_->or_(p, q); }
  [[nodiscard]] Bool bool_not(Bool p) const { return !p; }
  [[nodiscard]] Word ite(Bool p, const Word& x, const Word& y) const;

 private:
  // x + y and x - y modulo 2^width.
  [[nodiscard]] Word sum(const Word& x, const Word& y, unsigned width) const;
  [[nodiscard]] Word difference(const Word& x, const Word& y, unsigned width) const;
  [[nodiscard]] Word mul_by_constant(const Word& x, std::uint64_t factor) const;
  [[nodiscard]] std::pair<Word, Word> divide(const Word& x, const Word& y) const;
  [[nodiscard]] Word shifted_up(const Word& x, unsigned count) const;
  [[nodiscard]] static Word shifted_down(const Word& x, unsigned count);
  // One multiplexer stage per bit of the amount.
  template <typename Shift>
  [[nodiscard]] Word shifted_by_word(const Word& x, const Word& y, const Shift& shift) const;
  template <typename Gate>
  [[nodiscard]] static Word bitwise(const Word& x, const Word& y, const Gate& gate);

  Graph* graph_;
  unsigned width_;
};

static_assert(Algebra<Aig>);

}  // namespace tileproof::sat
