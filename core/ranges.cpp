#include "core/ranges.hpp"

#include <algorithm>

namespace tileproof {
namespace {

constexpr Int128 kLargest = ~Word{0};

class RangeRun {
 public:
  RangeRun(const Graph& graph, std::span<const IntervalWord> inputs)
      : graph_(graph), inputs_(inputs) {}

  Ranges run() {
    for (const GraphStep& step : graph_.steps) {
      check_operands(step);
      run_step(Interval{}, step, inputs_, frame_);
      if (gives_truth(step.op)) continue;
      IntervalWord& range = frame_.numbers.back();
      if (step.op == StepOp::kSub || step.op == StepOp::kChoose) {
        list_steps(step);
        range = narrowed(step);
      }
      if (range.low() < 0 || range.high() > kLargest) range = beyond_64_bits(step, range);
    }
    return {std::move(frame_.numbers), std::move(frame_.truths), std::move(faults_)};
  }

 private:
  [[nodiscard]] const IntervalWord& operand(const GraphStep& step, unsigned k) const {
    return frame_.numbers[step.operands[k]];
  }

  void fault(RangeFault::Rule rule, const GraphStep& step, std::size_t number, Int128 bound) {
    faults_.push_back({rule,
                       static_cast<std::uint32_t>(&step - graph_.steps.data()),
                       static_cast<std::uint32_t>(number),
                       bound});
  }

  void check_operands(const GraphStep& step) {
    const bool divides = step.op == StepOp::kDiv || step.op == StepOp::kRem;
    if (divides && operand(step, 1).low() == 0) {
      fault(RangeFault::Rule::kDivisorIs0, step, step.operands[1], 0);
    }
    const bool shifts = step.op == StepOp::kShl || step.op == StepOp::kShr;
    if (shifts && operand(step, 1).high() > 63) {
      fault(RangeFault::Rule::kShiftBeyond63, step, step.operands[1], operand(step, 1).high());
    }
  }

  IntervalWord beyond_64_bits(const GraphStep& step, const IntervalWord& range) {
    const bool is_below = range.low() < 0;
    fault(is_below ? RangeFault::Rule::kBelow0 : RangeFault::Rule::kBeyond64Bits,
          step,
          frame_.numbers.size() - 1,
          is_below ? range.low() : range.high());
    return IntervalWord::between(0, kLargest);
  }

  // Those in front of this one, which most graphs need not.
  void list_steps(const GraphStep& end) {
    for (; next_listed_ != &end; ++next_listed_) {
      (gives_truth(next_listed_->op) ? truth_steps_ : number_steps_).push_back(next_listed_);
    }
  }

  [[nodiscard]] IntervalWord narrowed(const GraphStep& step) const {
    const IntervalWord& range = frame_.numbers.back();
    if (step.op == StepOp::kSub && is_at_most(step.operands[1], step.operands[0])) {
      return IntervalWord::between(std::max<Int128>(range.low(), 0),
                                   std::max<Int128>(range.high(), 0));
    }
    if (!is_minimum(step) && !is_maximum(step)) return range;
    const IntervalWord& x = operand(step, 1);
    const IntervalWord& y = operand(step, 2);
    return is_minimum(step)
               ? IntervalWord::between(std::min(x.low(), y.low()), std::min(x.high(), y.high()))
               : IntervalWord::between(std::max(x.low(), y.low()), std::max(x.high(), y.high()));
  }

  [[nodiscard]] bool chooses(const GraphStep& step, unsigned smaller, unsigned larger) const {
    if (step.op != StepOp::kChoose) return false;
    const GraphStep& condition = *truth_steps_[step.operands[0]];
    return condition.op == StepOp::kLess && condition.operands[0] == step.operands[smaller] &&
           condition.operands[1] == step.operands[larger];
  }
  // x < y ? x : y, and x < y ? y : x
  [[nodiscard]] bool is_minimum(const GraphStep& step) const { return chooses(step, 1, 2); }
  [[nodiscard]] bool is_maximum(const GraphStep& step) const { return chooses(step, 2, 1); }

  // Is y <= x at every point because of how y is made?
  [[nodiscard]] bool is_at_most(std::uint32_t y, std::uint32_t x) const {
    if (x == y) return true;
    const GraphStep& made = *number_steps_[y];
    if (is_minimum(made)) return made.operands[1] == x || made.operands[2] == x;
    if (made.op == StepOp::kAnd) return made.operands[0] == x || made.operands[1] == x;
    return (made.op == StepOp::kRem || made.op == StepOp::kDiv || made.op == StepOp::kShr) &&
           made.operands[0] == x;
  }

  const Graph& graph_;
  std::span<const IntervalWord> inputs_;
  Frame<Interval> frame_;
  const GraphStep* next_listed_ = graph_.steps.data();
  boost::container::small_vector<const GraphStep*, 32> number_steps_;
  boost::container::small_vector<const GraphStep*, 32> truth_steps_;
  std::vector<RangeFault> faults_;
};

}  // namespace

Ranges ranges(const Graph& graph, std::span<const IntervalWord> inputs) {
  return RangeRun(graph, inputs).run();
}

}  // namespace tileproof
