// What are a function's results at a point?  The one definition of what the operators mean, over
// any algebra.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <span>

#include "core/algebra.hpp"
#include "core/axis.hpp"
#include "core/check.hpp"
#include "core/graph.hpp"
#include "encodings/expression/function.hpp"

namespace tileproof::expression {

// The numbers and truth values that are computed so far.
template <Algebra A>
struct Frame {
  boost::container::small_vector<typename A::Word, 24> words;
  boost::container::small_vector<typename A::Bool, 4> truths;
};

template <Algebra A>
void begin(const Function& function, std::span<const typename A::Word> at, Frame<A>& frame) {
  TP_CHECK(at.size() == function.first_constant(), "as many values as inputs and parameters");
  frame.words.reserve(function.first_step() + function.steps.size());
  for (const auto& word : at) frame.words.push_back(word);
  for (const Word constant : function.constants) frame.words.emplace_back(constant);
}

template <Algebra A>
void run(const A& a, const Step& step, Frame<A>& frame) {
  const auto word = [&](unsigned k) -> const auto& { return frame.words[step.operands[k]]; };
  const auto truth = [&](unsigned k) -> const auto& { return frame.truths[step.operands[k]]; };
  const auto give = [&](typename A::Word value) { frame.words.push_back(std::move(value)); };
  const auto give_truth = [&](typename A::Bool value) { frame.truths.push_back(std::move(value)); };
  switch (step.op) {
    case Op::kMul:
      return give(a.mul(word(0), word(1)));
    case Op::kDiv:
      return give(a.udiv(word(0), word(1)));
    case Op::kRem:
      return give(a.urem(word(0), word(1)));
    case Op::kAdd:
      return give(a.add(word(0), word(1)));
    case Op::kSub:
      return give(a.sub(word(0), word(1)));
    case Op::kShl:
      return give(a.shl(word(0), word(1)));
    case Op::kShr:
      return give(a.lshr(word(0), word(1)));
    case Op::kLess:
      return give_truth(a.ult(word(0), word(1)));
    case Op::kLessEqual:
      return give_truth(a.bool_not(a.ult(word(1), word(0))));
    case Op::kGreater:
      return give_truth(a.ult(word(1), word(0)));
    case Op::kGreaterEqual:
      return give_truth(a.bool_not(a.ult(word(0), word(1))));
    case Op::kEqual:
      return give_truth(a.eq(word(0), word(1)));
    case Op::kNotEqual:
      return give_truth(a.bool_not(a.eq(word(0), word(1))));
    case Op::kBitAnd:
      return give(a.bit_and(word(0), word(1)));
    case Op::kBitXor:
      return give(a.bit_xor(word(0), word(1)));
    case Op::kBitOr:
      return give(a.bit_or(word(0), word(1)));
    case Op::kAnd:
      return give_truth(a.bool_and(truth(0), truth(1)));
    case Op::kOr:
      return give_truth(a.bool_or(truth(0), truth(1)));
    case Op::kNot:
      return give_truth(a.bool_not(truth(0)));
    case Op::kComplement:
      return give(a.bit_xor(word(0), ~Word{0}));
    case Op::kChoose:
      return give(a.ite(truth(0), word(1), word(2)));
    case Op::kMin:
      return give(a.ite(a.ult(word(0), word(1)), word(0), word(1)));
    case Op::kMax:
      return give(a.ite(a.ult(word(0), word(1)), word(1), word(0)));
    case Op::kToWord:
      return give(a.ite(truth(0), Word{1}, Word{0}));
    case Op::kToTruth:
      return give_truth(a.bool_not(a.eq(word(0), Word{0})));
  }
}

// The results where the axes have the values `at`.  Requires: the function is bound, and over an
// algebra of points `at` lies within the axes.
template <Algebra A>
Words<A> evaluate(const A& a, const Function& function, std::span<const typename A::Word> at) {
  Frame<A> frame;
  begin(function, at, frame);
  for (const Step& step : function.steps) {
    if constexpr (NotesOrigins<A>) a.come_from(place_text(step.position));
    run(a, step, frame);
  }
  if constexpr (NotesOrigins<A>) a.come_from("");
  Words<A> results;
  for (const std::uint32_t result : function.results) results.push_back(frame.words[result]);
  return results;
}

}  // namespace tileproof::expression
