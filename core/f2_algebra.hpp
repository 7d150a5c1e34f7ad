// Is a definition linear over GF(2), and if so, which map is it?  Running the definition over this
// algebra answers: a word is a list of bits, each the XOR of some input bits and a constant.  A
// step that has no such form (a carry, a product with 9) poisons the word with its reason; that
// means "not shown to be linear", not "shown not to be".
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/bits.hpp"
#include "core/f2.hpp"
#include "core/partial_bool.hpp"

namespace tileproof {

class F2Word {
 public:
  // A constant.
  F2Word(std::uint64_t value = 0) : constant_(value) {}  // NOLINT: implicit
  // The number whose bit i is the input bit first + i, for i in [0, count).
  static F2Word inputs(unsigned first, unsigned count);
  static F2Word poison(std::string reason);

  [[nodiscard]] bool is_linear() const { return reason_ == nullptr; }
  // Why not linear; empty if it is.
  [[nodiscard]] const std::string& reason() const { return is_linear() ? kNoReason : *reason_; }
  // The inputs that bit `bit` is the XOR of, as a set of input bits.
  [[nodiscard]] Word inputs_of(unsigned bit) const {
    return bit < inputs_.size() ? inputs_[bit] : 0;
  }
  // No input reaches bits from here on.
  [[nodiscard]] unsigned input_width() const { return static_cast<unsigned>(inputs_.size()); }
  // The constant that is XORed in.
  [[nodiscard]] Word constant() const { return constant_; }
  // No input reaches the word.
  [[nodiscard]] bool is_constant() const { return inputs_.empty(); }
  // Both are linear, and differ by a constant alone that is not 0.
  [[nodiscard]] bool never_equals(const F2Word& other) const {
    return is_linear() && other.is_linear() && inputs_ == other.inputs_ &&
           constant_ != other.constant_;
  }
  // The bits that can be 1 for some input.
  [[nodiscard]] Word possible() const;

 private:
  friend struct F2;
  // The word moved up (count > 0) or down, without the bits that leave the 64.
  [[nodiscard]] F2Word shifted(int count) const;
  [[nodiscard]] F2Word masked(Word mask) const;
  void trim();

  static const std::string kNoReason;

  boost::container::static_vector<Word, 64> inputs_;  // up to the highest bit that an input reaches
  Word constant_ = 0;
  std::shared_ptr<const std::string> reason_;  // shared by all that it poisons; null for most
};

// x -> constant ^ XOR of columns[i] over the bits i of x.
struct AffineMap {
  std::vector<Word> columns;
  Word constant = 0;

  [[nodiscard]] Word operator()(Word x) const { return constant ^ f2::apply(columns, x); }
  // XORs `word` of these input bits, moved up by `shift`, into the values.  Requires: it is linear.
  void add(const F2Word& word, unsigned shift);
};

struct F2 : PartialOps<F2Word> {
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
};

}  // namespace tileproof
