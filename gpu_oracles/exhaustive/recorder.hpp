// The algebra over which a definition writes down its own steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "core/bits.hpp"
#include "gpu_oracles/exhaustive/tape.hpp"

namespace tileproof::oracles {

// What is known of a word while the definition runs.  Most words of a layout are bits of the input
// that were moved: they are kept as such, and become steps only where something else is done to
// them.
//
//   moved:   value = constant ^ XOR over all diagonals of ((flat & mask) << shift)
//   else:    the result of a step
struct Diagonal {
  int shift = 0;  // negative: to the right
  std::uint64_t mask = 0;
};

std::uint64_t moved_by(std::uint64_t bits, int shift);

struct Recorded {
  Recorded(std::uint64_t value = 0) : constant(value) {}  // NOLINT: implicit
  static Recorded input(std::uint64_t bits) {
    Recorded word;
    word.diagonals = {{0, bits}};
    return word;
  }
  static Recorded result_of(std::uint64_t step) {
    Recorded word;
    word.step = step;
    return word;
  }
  [[nodiscard]] bool is_moved() const { return step == 0; }
  [[nodiscard]] bool is_constant() const { return is_moved() && diagonals.empty(); }
  [[nodiscard]] bool is(std::uint64_t value) const { return is_constant() && constant == value; }
  // The bits that can be 1.  Requires: is_moved().
  [[nodiscard]] std::uint64_t possible() const {
    std::uint64_t bits = constant;
    for (const Diagonal& d : diagonals) bits |= moved_by(d.mask, d.shift);
    return bits;
  }

  std::uint64_t constant = 0;
  std::vector<Diagonal> diagonals;  // one for each shift, none without bits
  std::uint64_t step = 0;           // steps count from 1
};

// A truth value, as the word 1 or 0.
struct RecordedBool {
  RecordedBool(bool value = false) : word(value ? 1 : 0) {}  // NOLINT: implicit
  Recorded word;
};

// An operand of a step: the input (number 0), the result of a step, or a constant.
struct LooseOperand {
  bool is_constant = true;
  std::uint64_t number = 0;
  friend auto operator<=>(const LooseOperand&, const LooseOperand&) = default;
};

struct LooseStep {
  TapeOp op;
  LooseOperand operands[3];
};

// The word's bits & `bits`; the word moved up, or down for a negative shift; the XOR of two.
// Requires: is_moved().
Recorded masked(Recorded word, std::uint64_t bits);
Recorded moved(Recorded word, int shift);
Recorded exclusive_or(Recorded x, const Recorded& y);

// The steps so far; equal steps are written once.
class Steps {
 public:
  explicit Steps(std::uint64_t input_bits) : input_bits_(input_bits) {}

  Recorded add(TapeOp op, const Recorded& x, const Recorded& y, const Recorded& z = 0) {
    return Recorded::result_of(add(op, operand(x), operand(y), operand(z)).number);
  }
  [[nodiscard]] const std::vector<LooseStep>& list() const { return steps_; }

  // Writes the steps of a word that is moved bits.
  LooseOperand operand(const Recorded& word);

 private:
  LooseOperand add(TapeOp op, LooseOperand x, LooseOperand y, LooseOperand z = {});
  LooseOperand diagonal(const Diagonal& d);

  std::uint64_t input_bits_;
  std::map<std::tuple<TapeOp, LooseOperand, LooseOperand, LooseOperand>, std::uint64_t> known_;
  std::vector<LooseStep> steps_;
};

// The algebra that writes down what a definition does.  Operations on constants are done at once;
// products, quotients and remainders by powers of two move bits.
struct Recorder {
  using Word = Recorded;
  using Bool = RecordedBool;

  Steps* steps;

  [[nodiscard]] Word add(const Word& x, const Word& y) const {
    if (x.is(0)) return y;
    if (y.is(0)) return x;
    if (are_disjoint(x, y)) return exclusive_or(x, y);
    return binary(TapeOp::kAdd, x, y, [](auto p, auto q) { return U64{}.add(p, q); });
  }
  [[nodiscard]] Word sub(const Word& x, const Word& y) const {
    if (y.is(0)) return x;
    return binary(TapeOp::kSub, x, y, [](auto p, auto q) { return U64{}.sub(p, q); });
  }
  [[nodiscard]] Word mul(const Word& x, const Word& y) const {
    if (x.is_constant() && !y.is_constant()) return mul(y, x);
    if (y.is(0)) return 0;
    if (is_power(y)) return shl(x, log2_exact(y.constant));
    return binary(TapeOp::kMul, x, y, [](auto p, auto q) { return U64{}.mul(p, q); });
  }
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const {
    if (is_power(y)) return lshr(x, log2_exact(y.constant));
    return binary(TapeOp::kDiv, x, y, [](auto p, auto q) { return U64{}.udiv(p, q); });
  }
  [[nodiscard]] Word urem(const Word& x, const Word& y) const {
    if (is_power(y)) return bit_and(x, y.constant - 1);
    return binary(TapeOp::kRem, x, y, [](auto p, auto q) { return U64{}.urem(p, q); });
  }
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const {
    if (x.is(0) || y.is(0)) return 0;
    if (x.is_moved() && y.is_constant()) return masked(x, y.constant);
    if (y.is_moved() && x.is_constant()) return masked(y, x.constant);
    return steps->add(TapeOp::kAnd, x, y);
  }
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const {
    if (x.is(0)) return y;
    if (y.is(0)) return x;
    if (are_disjoint(x, y)) return exclusive_or(x, y);
    return binary(TapeOp::kOr, x, y, [](auto p, auto q) { return U64{}.bit_or(p, q); });
  }
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const {
    if (x.is(0)) return y;
    if (y.is(0)) return x;
    if (x.is_moved() && y.is_moved()) return exclusive_or(x, y);
    return steps->add(TapeOp::kXor, x, y);
  }
  [[nodiscard]] Word shl(const Word& x, const Word& y) const {
    if (y.is(0)) return x;
    if (x.is_moved() && y.is_constant()) return moved(x, distance(y));
    return steps->add(TapeOp::kShl, x, y);
  }
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const {
    if (y.is(0)) return x;
    if (x.is_moved() && y.is_constant()) return moved(x, -distance(y));
    return steps->add(TapeOp::kShr, x, y);
  }
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const {
    return truth(binary(TapeOp::kEqual, x, y, [](auto p, auto q) { return p == q ? 1U : 0U; }));
  }
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const {
    return truth(binary(TapeOp::kLess, x, y, [](auto p, auto q) { return p < q ? 1U : 0U; }));
  }
  [[nodiscard]] Bool bool_and(const Bool& p, const Bool& q) const {
    return truth(bit_and(p.word, q.word));
  }
  [[nodiscard]] Bool bool_or(const Bool& p, const Bool& q) const {
    return truth(bit_or(p.word, q.word));
  }
  [[nodiscard]] Bool bool_not(const Bool& p) const { return truth(bit_xor(p.word, 1)); }
  [[nodiscard]] Word ite(const Bool& p, const Word& x, const Word& y) const {
    if (p.word.is_constant()) return p.word.constant != 0 ? x : y;
    return steps->add(TapeOp::kChoose, p.word, x, y);
  }

 private:
  static bool is_power(const Word& y) { return y.is_constant() && is_power_of_two(y.constant); }
  static bool are_disjoint(const Word& x, const Word& y) {
    return x.is_moved() && y.is_moved() && (x.possible() & y.possible()) == 0;
  }
  static int distance(const Word& y) {
    return static_cast<int>(std::min<std::uint64_t>(y.constant, 64));
  }
  static Bool truth(const Word& word) {
    Bool result;
    result.word = word;
    return result;
  }
  template <typename Value>
  [[nodiscard]] Word binary(TapeOp op, const Word& x, const Word& y, Value value) const {
    if (x.is_constant() && y.is_constant()) return Word(value(x.constant, y.constant));
    return steps->add(op, x, y);
  }
};

}  // namespace tileproof::oracles
