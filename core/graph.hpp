// What does a definition compute?  The list of its steps, as one run over the algebra Recorder
// (recorder.hpp) writes it down: in order, equal steps once, nothing folded.
//
//   x * 72 + (x & 7):     0 input 0    1 constant 72   2 mul 0 1    3 constant 7   4 and 0 3   5
//   add 2 4
//
// Engines run the list over algebras of their own, so that none knows an encoding, and whatever
// gives such a list is a layout.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
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
  // Where the step is from: 1 + a place among the graph's origins, or 0 for nowhere.
  std::uint32_t origin = 0;
  std::uint64_t constant = 0;

  friend bool operator==(const GraphStep& x, const GraphStep& y) {
    return x.op == y.op && x.constant == y.constant && x.operands[0] == y.operands[0] &&
           x.operands[1] == y.operands[1] && x.operands[2] == y.operands[2];
  }
};

// A text that is made only when a message asks for it: "(8,8):(9,1)".
class OriginText {
 public:
  virtual ~OriginText() = default;
  [[nodiscard]] virtual std::string text() const = 0;
};

// Where steps are from: "1:24", or what a layout is written as; "" for nowhere.
class Origin {
 public:
  Origin() = default;
  Origin(std::string text) : text_(std::move(text)) {}  // NOLINT: implicit
  Origin(const char* text) : text_(text) {}             // NOLINT: implicit
  Origin(std::shared_ptr<const OriginText> late)        // NOLINT: implicit
      : late_(std::move(late)) {}

  [[nodiscard]] bool is_nowhere() const { return text_.empty() && late_ == nullptr; }
  [[nodiscard]] std::string text() const { return late_ ? late_->text() : text_; }
  friend bool operator==(const Origin&, const Origin&) = default;

 private:
  std::string text_;
  std::shared_ptr<const OriginText> late_;
};

struct Graph {
  std::vector<GraphStep> steps;
  std::uint32_t inputs = 0;
  std::uint32_t numbers = 0;  // how many steps give a number
  std::uint32_t truths = 0;
  std::vector<std::uint32_t> results;  // numbers
  std::vector<std::uint32_t> truth_results;
  std::vector<Origin> origins;

  [[nodiscard]] const Origin& origin_of(const GraphStep& step) const {
    static const Origin nowhere;
    return step.origin == 0 ? nowhere : origins[step.origin - 1];
  }

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

// Converts to what the function gives, which so is made where it is put.
template <typename Make>
struct MadeInPlace {
  const Make& make;
  operator decltype(std::declval<const Make&>()())() const { return make(); }  // NOLINT: implicit
};
template <typename Make>
MadeInPlace(const Make&) -> MadeInPlace<Make>;

template <Algebra A>
void run_step(const A& a,
              const GraphStep& step,
              std::span<const typename A::Word> at,
              Frame<A>& frame) {
  const auto x = [&](unsigned k) -> const auto& { return frame.numbers[step.operands[k]]; };
  const auto p = [&](unsigned k) -> const auto& { return frame.truths[step.operands[k]]; };
  // Each result is made in its place: words of some algebras are long.  Meanwhile its operands must
  // not move.
  const auto number = [&](const auto& make) {
    auto& numbers = frame.numbers;
    if (numbers.size() == numbers.capacity()) numbers.reserve(2 * numbers.size());
    numbers.emplace_back(MadeInPlace{make});
  };
  const auto truth = [&](typename A::Bool value) { frame.truths.push_back(std::move(value)); };
  switch (step.op) {
    case StepOp::kInput:
      frame.numbers.push_back(at[step.constant]);
      return;
    case StepOp::kConstant:
      if constexpr (requires { a.constant(step.constant); }) {
        return number([&] { return a.constant(step.constant); });
      } else {
        return number([&] { return typename A::Word(step.constant); });
      }
    case StepOp::kAdd:
      return number([&] { return a.add(x(0), x(1)); });
    case StepOp::kSub:
      return number([&] { return a.sub(x(0), x(1)); });
    case StepOp::kMul:
      return number([&] { return a.mul(x(0), x(1)); });
    case StepOp::kDiv:
      return number([&] { return a.udiv(x(0), x(1)); });
    case StepOp::kRem:
      return number([&] { return a.urem(x(0), x(1)); });
    case StepOp::kAnd:
      return number([&] { return a.bit_and(x(0), x(1)); });
    case StepOp::kOr:
      return number([&] { return a.bit_or(x(0), x(1)); });
    case StepOp::kXor:
      return number([&] { return a.bit_xor(x(0), x(1)); });
    case StepOp::kShl:
      return number([&] { return a.shl(x(0), x(1)); });
    case StepOp::kShr:
      return number([&] { return a.lshr(x(0), x(1)); });
    case StepOp::kChoose:
      return number([&] { return a.ite(p(0), x(1), x(2)); });
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
  a.come_from(Origin());
};

template <Algebra A>
Frame<A> run(const A& a, const Graph& graph, std::span<const typename A::Word> at) {
  Frame<A> frame;
  frame.numbers.reserve(graph.numbers);
  frame.truths.reserve(graph.truths);
  for (const GraphStep& step : graph.steps) {
    if constexpr (NotesOrigins<A>) a.come_from(graph.origin_of(step));
    run_step(a, step, at, frame);
  }
  if constexpr (NotesOrigins<A>) a.come_from({});
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
