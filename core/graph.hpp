// What does a definition compute?  The list of its steps, as one run over the algebra Recorder
// (recorder.hpp) writes it down: in order, equal steps once, nothing folded.
//
//   x * 72 + (x & 7):     0 input 0    1 constant 72   2 mul 0 1    3 constant 7   4 and 0 3   5
//   add 2 4
//
// Engines run the list over algebras of their own, so that none knows an encoding, and whatever
// gives such a list is a layout.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/algebra.hpp"
#include "core/axis.hpp"

namespace tileproof {

enum class StepOp : std::uint8_t {
  kInput,     // the number of the input is `constant`
  kConstant,  // a number
  kAdd,
  kSub,
  kMul,
  kDiv,
  kRem,
  kAnd,
  kOr,
  kXor,
  kShl,
  kShr,
  kChoose,  // truth ? number : number
  // From here on a step gives a truth value.
  kTruth,  // a constant
  kEqual,
  kLess,
  kBoth,
  kEither,
  kNot,
};

inline bool gives_truth(StepOp op) { return op >= StepOp::kTruth; }
inline bool takes_truth(StepOp op, unsigned operand) {
  return op >= StepOp::kBoth || (op == StepOp::kChoose && operand == 0);
}
// How many operands it has: 0 to 3.
inline unsigned arity(StepOp op) {
  if (op == StepOp::kInput || op == StepOp::kConstant || op == StepOp::kTruth) return 0;
  return op == StepOp::kNot ? 1 : op == StepOp::kChoose ? 3 : 2;
}

// Operands are earlier results, counted among the numbers or among the truth values.  Where a step
// is from is no part of what it computes: steps that differ in origins alone are equal.
struct GraphStep {
  StepOp op = StepOp::kConstant;
  std::uint32_t operands[3] = {0, 0, 0};
  // Where the step is from: a place among the graph's origins, or 0.
  std::uint32_t origin = 0;
  std::uint64_t constant = 0;

  friend bool operator==(const GraphStep& x, const GraphStep& y) {
    return x.op == y.op && x.constant == y.constant && std::ranges::equal(x.operands, y.operands);
  }
};

struct Graph {
  std::vector<GraphStep> steps;
  std::uint32_t inputs = 0;
  std::uint32_t numbers = 0;  // how many steps give a number
  std::uint32_t truths = 0;
  std::vector<std::uint32_t> results;  // numbers
  std::vector<std::uint32_t> truth_results;
  std::vector<std::string> origins = {""};  // "1:24", "swizzled_shared", "(8,8):(9,1)"

  friend bool operator==(const Graph& x, const Graph& y) {
    return x.steps == y.steps && x.inputs == y.inputs && x.results == y.results &&
           x.truth_results == y.truth_results;
  }
};

// All results of a graph's steps over an algebra.
template <Algebra A>
struct Frame {
  boost::container::small_vector<typename A::Word, 32> numbers;
  boost::container::small_vector<typename A::Bool, 8> truths;
};

template <Algebra A>
void run_step(const A& a,
              const GraphStep& step,
              std::span<const typename A::Word> at,
              Frame<A>& frame) {
  const auto x = [&](unsigned k) -> const auto& { return frame.numbers[step.operands[k]]; };
  const auto p = [&](unsigned k) -> const auto& { return frame.truths[step.operands[k]]; };
  const auto number = [&](typename A::Word word) { frame.numbers.push_back(std::move(word)); };
  const auto truth = [&](typename A::Bool value) { frame.truths.push_back(std::move(value)); };
  switch (step.op) {
    case StepOp::kInput:
      return number(at[step.constant]);
    case StepOp::kConstant:
      if constexpr (requires { a.constant(step.constant); }) {
        return number(a.constant(step.constant));
      } else {
        return number(typename A::Word(step.constant));
      }
    case StepOp::kAdd:
      return number(a.add(x(0), x(1)));
    case StepOp::kSub:
      return number(a.sub(x(0), x(1)));
    case StepOp::kMul:
      return number(a.mul(x(0), x(1)));
    case StepOp::kDiv:
      return number(a.udiv(x(0), x(1)));
    case StepOp::kRem:
      return number(a.urem(x(0), x(1)));
    case StepOp::kAnd:
      return number(a.bit_and(x(0), x(1)));
    case StepOp::kOr:
      return number(a.bit_or(x(0), x(1)));
    case StepOp::kXor:
      return number(a.bit_xor(x(0), x(1)));
    case StepOp::kShl:
      return number(a.shl(x(0), x(1)));
    case StepOp::kShr:
      return number(a.lshr(x(0), x(1)));
    case StepOp::kChoose:
      return number(a.ite(p(0), x(1), x(2)));
    case StepOp::kTruth:
      return truth(typename A::Bool(step.constant != 0));
    case StepOp::kEqual:
      return truth(a.eq(x(0), x(1)));
    case StepOp::kLess:
      return truth(a.ult(x(0), x(1)));
    case StepOp::kBoth:
      return truth(a.bool_and(p(0), p(1)));
    case StepOp::kEither:
      return truth(a.bool_or(p(0), p(1)));
    case StepOp::kNot:
      return truth(a.bool_not(p(0)));
  }
}

// An algebra that is told where the steps that it is about to run are from.
template <typename A>
concept NotesOrigins = requires(const A& a) {
  a.come_from(std::string_view());
};

template <Algebra A>
Frame<A> run(const A& a, const Graph& graph, std::span<const typename A::Word> at) {
  Frame<A> frame;
  frame.numbers.reserve(graph.numbers);
  frame.truths.reserve(graph.truths);
  for (const GraphStep& step : graph.steps) {
    if constexpr (NotesOrigins<A>) a.come_from(graph.origins[step.origin]);
    run_step(a, step, at, frame);
  }
  if constexpr (NotesOrigins<A>) a.come_from("");
  return frame;
}

// The graph's numeric results.
template <Algebra A>
Words<A> results_of(const A& a, const Graph& graph, std::span<const typename A::Word> at) {
  const Frame<A> frame = run(a, graph, at);
  Words<A> results;
  for (const std::uint32_t result : graph.results) results.push_back(frame.numbers[result]);
  return results;
}

}  // namespace tileproof
