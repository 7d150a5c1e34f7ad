// Does a machine that computes the steps of a graph get their mathematical values?  Steps are
// natural numbers, but for differences, which may be below 0; the machine has two's complement of
// so many bits.  The table, step by step, is in docs/claims.md.
//
//   x & ~7         holds at 32 bits: the machine has the lowest bits of ~7, and & uses no others
//   ~x >> 28       does not: a shift to the right uses a number, and ~x is 2^64 - 1 - x
#pragma once

#include <vector>

#include "core/graph.hpp"

namespace tileproof {

struct Machine {
  unsigned bits = 32;  // 8 to 64
  bool is_signed = true;

  // 2^(bits - 1), and 2^bits, or 0 for 2^64.
  [[nodiscard]] std::uint64_t half() const { return std::uint64_t{1} << (bits - 1); }
  [[nodiscard]] std::uint64_t numbers() const { return bits < 64 ? std::uint64_t{1} << bits : 0; }
  // The numbers from 0 on; 0 for 2^64.
  [[nodiscard]] std::uint64_t naturals() const { return is_signed ? half() : numbers(); }
  // Is a constant the zero or sign extension of the machine's bits?
  [[nodiscard]] bool has(std::uint64_t constant) const {
    return bits == 64 || constant < numbers() || constant >= ~std::uint64_t{0} - half() + 1;
  }
};

// The steps that give numbers, by their places.
inline std::vector<const GraphStep*> number_steps(const Graph& graph) {
  std::vector<const GraphStep*> steps;
  for (const GraphStep& step : graph.steps) {
    if (!gives_truth(step.op)) steps.push_back(&step);
  }
  return steps;
}

// What is asked of the steps of a graph, over an algebra that has run it.
template <Algebra A>
class MachineCheck {
 public:
  using Bool = typename A::Bool;

  MachineCheck(const A& a, Machine machine, const Graph& graph, const Frame<A>& frame)
      : a_(a),
        machine_(machine),
        graph_(graph),
        frame_(frame),
        makers_(number_steps(graph)),
        is_asked_(makers_.size(), 0) {}

  // Is every step right?
  Bool all_right() {
    for (const GraphStep& step : graph_.steps) ask(step);
    for (const std::uint32_t result : graph_.results) fits(result);
    return right_;
  }

 private:
  static constexpr unsigned char kFits = 1;
  static constexpr unsigned char kNatural = 2;

  void require(const Bool& condition) { right_ = a_.bool_and(right_, condition); }
  void below(const typename A::Word& word, std::uint64_t bound) {
    if (bound != 0) require(a_.ult(word, bound));
  }

  void natural(std::uint32_t place) {
    if ((is_asked_[place] & kNatural) != 0) return;
    is_asked_[place] |= kNatural;
    const GraphStep& maker = *makers_[place];
    below(frame_.numbers[place], machine_.naturals());
    // A difference of 64 bits that is below 0 looks like a large number.
    if (maker.op == StepOp::kSub && machine_.naturals() == 0) not_negative(maker);
  }

  void not_negative(const GraphStep& difference) {
    require(a_.bool_not(
        a_.ult(frame_.numbers[difference.operands[0]], frame_.numbers[difference.operands[1]])));
  }

  // Only a difference can be below 0; whatever else has the highest bits is a number beyond.
  void fits(std::uint32_t place) {
    const GraphStep& maker = *makers_[place];
    if (maker.op != StepOp::kSub || !machine_.is_signed) return natural(place);
    if ((is_asked_[place] & kFits) != 0) return;
    is_asked_[place] |= kFits;
    if (machine_.bits == 64) return;
    below(a_.add(frame_.numbers[place], machine_.half()), machine_.numbers());
  }

  void ask(const GraphStep& step) {
    switch (step.op) {
      case StepOp::kInput:
        return fits(next_++);
      case StepOp::kConstant:
        if (!machine_.has(step.constant)) right_ = Bool(false);
        return advance();
      case StepOp::kAdd:
      case StepOp::kSub:
      case StepOp::kMul:
        fits(step.operands[0]);
        fits(step.operands[1]);
        return fits(next_++);
      case StepOp::kDiv:
      case StepOp::kRem:
        natural(step.operands[0]);
        natural(step.operands[1]);
        return advance();
      case StepOp::kShl: {
        fits(step.operands[0]);
        below(frame_.numbers[step.operands[1]], machine_.bits);
        const std::uint32_t place = next_++;
        require(a_.eq(a_.lshr(frame_.numbers[place], frame_.numbers[step.operands[1]]),
                      frame_.numbers[step.operands[0]]));
        return fits(place);
      }
      case StepOp::kShr:
        natural(step.operands[0]);
        below(frame_.numbers[step.operands[1]], machine_.bits);
        return advance();
      case StepOp::kAnd:
      case StepOp::kOr:
      case StepOp::kXor:
      case StepOp::kChoose:
        return advance();
      case StepOp::kEqual:
      case StepOp::kLess:
        natural(step.operands[0]);
        return natural(step.operands[1]);
      case StepOp::kTruth:
      case StepOp::kBoth:
      case StepOp::kEither:
      case StepOp::kNot:
        return;
    }
  }

  void advance() { ++next_; }

  const A& a_;
  Machine machine_;
  const Graph& graph_;
  const Frame<A>& frame_;
  std::vector<const GraphStep*> makers_;
  std::vector<unsigned char> is_asked_;
  std::uint32_t next_ = 0;  // the place of the step that is asked about, among the numbers
  Bool right_ = Bool(true);
};

}  // namespace tileproof
