// The algebra over which a definition writes down its own steps (graph.hpp).
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/graph.hpp"

namespace tileproof {

// A number while its definition runs: a constant that no step has used, or an earlier result.
struct Recorded {
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  Recorded(std::uint64_t value = 0) : constant(value) {}  // NOLINT: implicit
  std::uint64_t constant;
  std::uint32_t place = kFree;  // among the numbers
};

struct RecordedTruth {
  RecordedTruth(bool value = false) : constant(value) {}  // NOLINT: implicit
  bool constant;
  std::uint32_t place = Recorded::kFree;  // among the truth values
};

// The steps so far.  Equal steps are found by a table of open addressing.
class Steps {
 public:
  Steps();

  Recorded input(std::uint32_t number);
  std::uint32_t number(const Recorded& word);
  std::uint32_t truth(const RecordedTruth& value);
  Recorded add_number(StepOp op, std::uint32_t x, std::uint32_t y, std::uint32_t z = 0);
  RecordedTruth add_truth(StepOp op, std::uint32_t x, std::uint32_t y);
  // Steps from here on come from there.
  void come_from(const Origin& origin);

  // Ends the recording.
  Graph graph(std::span<const Recorded> results, std::span<const RecordedTruth> truths = {}) &&;

 private:
  std::uint32_t place_of(const GraphStep& step);
  void grow();

  struct Entry {
    std::uint32_t step = 0;   // 1 + its place among the steps; 0 is free
    std::uint32_t place = 0;  // of its result, among its kind
  };
  // Most definitions need no more.
  static constexpr std::size_t kFirstTable = 128;
  static constexpr std::size_t kFirstSteps = 32;

  Graph graph_;
  boost::container::small_vector<Entry, kFirstTable> table_;
  std::uint32_t origin_ = 0;  // as a step has it
};

struct Recorder {
  using Word = Recorded;
  using Bool = RecordedTruth;

  Steps& steps;

  void come_from(const Origin& origin) const { steps.come_from(origin); }
  // A constant that has its step at once, even if nothing uses it.
  Word constant(std::uint64_t value) const {
    Word word = value;
    word.place = steps.number(word);
    return word;
  }
  // A constant has its step before those that use it, in the order of the operands.
  Word number(StepOp op, const Word& x, const Word& y) const {
    const auto first = steps.number(x);
    return steps.add_number(op, first, steps.number(y));
  }
  Bool truth(StepOp op, const Word& x, const Word& y) const {
    const auto first = steps.number(x);
    return steps.add_truth(op, first, steps.number(y));
  }
  Bool join(StepOp op, const Bool& p, const Bool& q) const {
    const auto first = steps.truth(p);
    return steps.add_truth(op, first, steps.truth(q));
  }
  Word add(const Word& x, const Word& y) const { return number(StepOp::kAdd, x, y); }
  Word sub(const Word& x, const Word& y) const { return number(StepOp::kSub, x, y); }
  Word mul(const Word& x, const Word& y) const { return number(StepOp::kMul, x, y); }
  Word udiv(const Word& x, const Word& y) const { return number(StepOp::kDiv, x, y); }
  Word urem(const Word& x, const Word& y) const { return number(StepOp::kRem, x, y); }
  Word bit_and(const Word& x, const Word& y) const { return number(StepOp::kAnd, x, y); }
  Word bit_or(const Word& x, const Word& y) const { return number(StepOp::kOr, x, y); }
  Word bit_xor(const Word& x, const Word& y) const { return number(StepOp::kXor, x, y); }
  Word shl(const Word& x, const Word& y) const { return number(StepOp::kShl, x, y); }
  Word lshr(const Word& x, const Word& y) const { return number(StepOp::kShr, x, y); }
  Bool eq(const Word& x, const Word& y) const { return truth(StepOp::kEqual, x, y); }
  Bool ult(const Word& x, const Word& y) const { return truth(StepOp::kLess, x, y); }
  Bool bool_and(const Bool& p, const Bool& q) const { return join(StepOp::kBoth, p, q); }
  Bool bool_or(const Bool& p, const Bool& q) const { return join(StepOp::kEither, p, q); }
  Bool bool_not(const Bool& p) const { return steps.add_truth(StepOp::kNot, steps.truth(p), 0); }
  Word ite(const Bool& p, const Word& x, const Word& y) const {
    const auto condition = steps.truth(p);
    const auto first = steps.number(x);
    return steps.add_number(StepOp::kChoose, condition, first, steps.number(y));
  }
};

}  // namespace tileproof
