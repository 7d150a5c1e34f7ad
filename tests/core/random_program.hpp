// What is a definition, drawn at random?  A straight-line program over all operations of an
// algebra.  Running one program over two algebras shows whether they agree.
//
//   std::mt19937_64 random(1);
//   const Program program = draw_program(random, {.input_sizes = {64, 64}, .limit = ~Word{0}});
//   run(U64(), program, {3, 5}).words.back()   // the value of its last word
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/algebra.hpp"
#include "core/bits.hpp"
#include "core/int128.hpp"

namespace tileproof::testing {

enum class Op {
  kAdd,
  kSub,
  kMul,
  kUdiv,
  kUrem,
  kBitAnd,
  kBitOr,
  kBitXor,
  kShl,
  kLshr,
  kEq,
  kUlt,
  kBoolAnd,
  kBoolOr,
  kBoolNot,
  kIte
};
inline constexpr unsigned kOpCount = 16;

// An earlier word (or, for the operations on truth values, an earlier truth value), or a constant.
struct Operand {
  bool is_constant = false;
  Word constant = 0;
  std::size_t index = 0;
};

struct Step {
  Op op;
  Operand x;
  Operand y;
  std::size_t condition = 0;  // of kIte
};

struct Program {
  std::size_t inputs = 0;
  std::vector<Step> steps;
};

// The words (the inputs first) and truth values of a run.
template <typename A>
struct Run {
  std::vector<typename A::Word> words;
  std::vector<typename A::Bool> bools;
};

struct ProgramShape {
  std::vector<Word> input_sizes;  // input i is below input_sizes[i]
  std::size_t steps = 8;
  // No step gives more, or less than 0, at any point: with ~Word{0} nothing wraps.  0: no limit;
  // then words may wrap, but still no divisor is 0 and no shift goes by 64 or more, unless a word
  // that the divisor or the amount is made of has wrapped.
  Word limit = 0;
  std::vector<Op> ops;          // to draw from; empty: all
  std::vector<Word> near = {};  // half of the constants are at most 2 away from one of these
};

template <Algebra A>
void run_step(const A& a, const Step& step, Run<A>& run) {
  using W = typename A::Word;
  using B = typename A::Bool;
  const auto word = [&run](const Operand& operand) {
    return operand.is_constant ? W(operand.constant) : run.words[operand.index];
  };
  const auto truth = [&run](const Operand& operand) {
    return operand.is_constant ? B(operand.constant != 0) : B(run.bools[operand.index]);
  };
  switch (step.op) {
    case Op::kAdd:
      return run.words.push_back(a.add(word(step.x), word(step.y)));
    case Op::kSub:
      return run.words.push_back(a.sub(word(step.x), word(step.y)));
    case Op::kMul:
      return run.words.push_back(a.mul(word(step.x), word(step.y)));
    case Op::kUdiv:
      return run.words.push_back(a.udiv(word(step.x), word(step.y)));
    case Op::kUrem:
      return run.words.push_back(a.urem(word(step.x), word(step.y)));
    case Op::kBitAnd:
      return run.words.push_back(a.bit_and(word(step.x), word(step.y)));
    case Op::kBitOr:
      return run.words.push_back(a.bit_or(word(step.x), word(step.y)));
    case Op::kBitXor:
      return run.words.push_back(a.bit_xor(word(step.x), word(step.y)));
    case Op::kShl:
      return run.words.push_back(a.shl(word(step.x), word(step.y)));
    case Op::kLshr:
      return run.words.push_back(a.lshr(word(step.x), word(step.y)));
    case Op::kEq:
      return run.bools.push_back(a.eq(word(step.x), word(step.y)));
    case Op::kUlt:
      return run.bools.push_back(a.ult(word(step.x), word(step.y)));
    case Op::kBoolAnd:
      return run.bools.push_back(a.bool_and(truth(step.x), truth(step.y)));
    case Op::kBoolOr:
      return run.bools.push_back(a.bool_or(truth(step.x), truth(step.y)));
    case Op::kBoolNot:
      return run.bools.push_back(a.bool_not(truth(step.x)));
    case Op::kIte:
      return run.words.push_back(a.ite(B(run.bools[step.condition]), word(step.x), word(step.y)));
  }
}

template <Algebra A>
Run<A> run(const A& a, const Program& program, std::vector<typename A::Word> inputs) {
  Run<A> run{std::move(inputs), {}};
  for (const Step& step : program.steps) run_step(a, step, run);
  return run;
}

class ProgramDrawer {
 public:
  ProgramDrawer(std::mt19937_64& random, const ProgramShape& shape)
      : random_(random), shape_(shape) {
    program_.inputs = shape.input_sizes.size();
    for (const Word size : shape.input_sizes) bounds_.push_back(size - 1);
  }

  Program draw() {
    for (std::size_t drawn = 0; drawn < shape_.steps;) drawn += draw_step() ? 1u : 0u;
    return std::move(program_);
  }

 private:
  // A word and the largest value that it can have.
  struct Drawn {
    Operand operand;
    UInt128 bound;
  };

  Word below(Word end) { return random_() % end; }

  bool may_use(Op op) const {
    return shape_.ops.empty() ||
           std::find(shape_.ops.begin(), shape_.ops.end(), op) != shape_.ops.end();
  }

  Word draw_constant() {
    const bool is_near = !shape_.near.empty() && below(2) == 0;
    const Word kind = is_near ? 8 : below(8);
    const Word constant = is_near    ? shape_.near[below(shape_.near.size())] + below(5) - 2
                          : kind < 3 ? below(13)
                          : kind < 5 ? Word{1} << below(12)
                          : kind < 7 ? below(1 << 16)
                                     : random_();
    return shape_.limit == 0 ? constant : std::min(constant, shape_.limit);
  }

  Drawn draw_word() {
    if (below(4) == 0) {
      const Word constant = draw_constant();
      return {{true, constant, 0}, constant};
    }
    // Late words are likelier, so that programs are deep.
    const std::size_t index = std::max(below(bounds_.size()), below(bounds_.size()));
    return {{false, 0, index}, bounds_[index]};
  }

  Operand draw_truth() {
    if (below(8) == 0) return {true, below(2), 0};
    return {false, 0, below(bools_)};
  }

  // False if some point can pass the limit.
  bool emit(Op op, const Operand& x, const Operand& y, UInt128 bound, std::size_t condition = 0) {
    if (shape_.limit != 0 && bound > shape_.limit) return false;
    program_.steps.push_back({op, x, y, condition});
    bounds_.push_back(bound);
    return true;
  }

  void emit_truth(Op op, const Operand& x, const Operand& y) {
    program_.steps.push_back({op, x, y, 0});
    ++bools_;
  }

  // The word that the last step gave.
  Operand last() const { return {false, 0, bounds_.size() - 1}; }

  static UInt128 all_bits(UInt128 x, UInt128 y) {
    UInt128 mask = 0;
    while (mask < x || mask < y) mask = mask * 2 + 1;
    return mask;
  }

  bool draw_step() {
    const Op op = shape_.ops.empty() ? static_cast<Op>(below(kOpCount))
                                     : shape_.ops[below(shape_.ops.size())];
    const bool needs_truth =
        op == Op::kBoolAnd || op == Op::kBoolOr || op == Op::kBoolNot || op == Op::kIte;
    if (needs_truth && bools_ == 0) return false;
    const Drawn x = draw_word(), y = draw_word();
    switch (op) {
      case Op::kAdd:
        return emit(op, x.operand, y.operand, x.bound + y.bound);
      case Op::kSub:
        return draw_difference(x, y);
      case Op::kMul:
        return emit(op, x.operand, y.operand, shape_.limit == 0 ? 0 : x.bound * y.bound);
      case Op::kUdiv:
      case Op::kUrem:
        return draw_division(op, x, y);
      case Op::kBitAnd:
        return emit(op, x.operand, y.operand, std::min(x.bound, y.bound));
      case Op::kBitOr:
      case Op::kBitXor:
        return emit(op, x.operand, y.operand, all_bits(x.bound, y.bound));
      case Op::kShl:
      case Op::kLshr:
        return draw_shift(op, x, y);
      case Op::kEq:
      case Op::kUlt:
        emit_truth(op, x.operand, y.operand);
        return true;
      case Op::kBoolAnd:
      case Op::kBoolOr:
      case Op::kBoolNot:
        emit_truth(op, draw_truth(), draw_truth());
        return true;
      case Op::kIte:
        return emit(op, x.operand, y.operand, std::max(x.bound, y.bound), below(bools_));
    }
    return false;
  }

  // x - (x & y) and, for a constant c that is large enough, c - x are never below 0.
  bool draw_difference(const Drawn& x, const Drawn& y) {
    if (shape_.limit == 0) return emit(Op::kSub, x.operand, y.operand, x.bound);
    if (below(2) == 0 && may_use(Op::kBitAnd)) {
      return emit(Op::kBitAnd, x.operand, y.operand, std::min(x.bound, y.bound)) &&
             emit(Op::kSub, x.operand, last(), x.bound);
    }
    const auto constant = static_cast<Word>(x.bound + below(4));
    return constant >= x.bound && emit(Op::kSub, {true, constant, 0}, x.operand, constant);
  }

  // The divisor is a constant or has its lowest bit set.
  bool draw_division(Op op, const Drawn& x, const Drawn& y) {
    Operand divisor{true, std::max<Word>(draw_constant(), 1), 0};
    if (below(3) == 0 && may_use(Op::kBitOr)) {
      if (!emit(Op::kBitOr, y.operand, {true, 1, 0}, all_bits(y.bound, 1))) return false;
      divisor = last();
    }
    return emit(op, x.operand, divisor, x.bound);
  }

  bool draw_shift(Op op, const Drawn& x, const Drawn& y) {
    const Word mask = low_mask(static_cast<unsigned>(1 + below(6)));
    Operand amount{true, below(64), 0};
    UInt128 largest = amount.constant;
    if (below(3) == 0 && may_use(Op::kBitAnd)) {
      if (!emit(Op::kBitAnd, y.operand, {true, mask, 0}, mask)) return false;
      amount = last();
      largest = mask;
    }
    if (op == Op::kLshr || shape_.limit == 0) return emit(op, x.operand, amount, x.bound);
    return emit(op, x.operand, amount, x.bound << static_cast<unsigned>(largest));
  }

  std::mt19937_64& random_;
  const ProgramShape& shape_;
  Program program_;
  std::vector<UInt128> bounds_;
  Word bools_ = 0;
};

inline Program draw_program(std::mt19937_64& random, const ProgramShape& shape) {
  return ProgramDrawer(random, shape).draw();
}

// The corners of the inputs are drawn often.
inline std::vector<Word> draw_point(std::mt19937_64& random, const ProgramShape& shape) {
  std::vector<Word> point;
  for (const Word size : shape.input_sizes) {
    const Word kind = random() % 8;
    point.push_back(kind == 0 ? 0 : kind == 1 ? size - 1 : random() % size);
  }
  return point;
}

// "w2 = mul w0 72; b0 = ult w2 w1; w3 = ite b0 w2 5", for messages.
inline std::string to_string(const Program& program) {
  static constexpr const char* kNames[kOpCount] = {"add",
                                                   "sub",
                                                   "mul",
                                                   "udiv",
                                                   "urem",
                                                   "and",
                                                   "or",
                                                   "xor",
                                                   "shl",
                                                   "lshr",
                                                   "eq",
                                                   "ult",
                                                   "bool_and",
                                                   "bool_or",
                                                   "bool_not",
                                                   "ite"};
  std::string text;
  std::size_t words = program.inputs, bools = 0;
  for (const Step& step : program.steps) {
    const bool gives_truth = step.op >= Op::kEq && step.op <= Op::kBoolNot;
    const bool takes_truth = step.op >= Op::kBoolAnd && step.op <= Op::kBoolNot;
    const auto operand = [takes_truth](const Operand& o) {
      return o.is_constant ? std::to_string(o.constant)
                           : (takes_truth ? "b" : "w") + std::to_string(o.index);
    };
    if (!text.empty()) text += "; ";
    text += gives_truth ? "b" + std::to_string(bools++) : "w" + std::to_string(words++);
    text += std::string(" = ") + kNames[static_cast<unsigned>(step.op)];
    if (step.op == Op::kIte) text += " b" + std::to_string(step.condition);
    text += " " + operand(step.x);
    if (step.op != Op::kBoolNot) text += " " + operand(step.y);
  }
  return text;
}

}  // namespace tileproof::testing
