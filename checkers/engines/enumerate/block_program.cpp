#include "checkers/engines/enumerate/block_program.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "checkers/engines/enumerate/lane_steps.hpp"
#include "core/check.hpp"
#include "core/int128.hpp"
#include "core/ranges.hpp"

namespace tileproof {

// The same on either width.
class BlockProgram::Machine {
 public:
  virtual ~Machine() = default;
  virtual void run(Word first) = 0;
  virtual void read(std::size_t result, std::span<Word> to) const = 0;
  [[nodiscard]] virtual std::size_t first_true() const = 0;
  [[nodiscard]] virtual std::size_t steps() const = 0;
};

namespace {

// Which rows of a block hold what?  A row is free again after the last step that reads it.
class Rows {
 public:
  std::uint32_t take() {
    if (free_.empty()) return count_++;
    const std::uint32_t row = free_.back();
    free_.pop_back();
    return row;
  }
  void give_back(std::uint32_t row) { free_.push_back(row); }
  [[nodiscard]] std::uint32_t count() const { return count_; }

 private:
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> free_;
};

// Both numbers and truth values are rows, found by the steps that give them.
struct StepPlaces {
  explicit StepPlaces(const Graph& graph) {
    numbers.reserve(graph.numbers);
    truths.reserve(graph.truths);
    for (std::uint32_t i = 0; i < graph.steps.size(); ++i) {
      (gives_truth(graph.steps[i].op) ? truths : numbers).push_back(i);
    }
  }
  [[nodiscard]] std::uint32_t operand(const GraphStep& step, unsigned k) const {
    return (takes_truth(step.op, k) ? truths : numbers)[step.operands[k]];
  }
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> truths;
};

// Lanes come in so many (lane_steps.hpp).
constexpr std::size_t kTogether = 16;

constexpr std::uint32_t kKept = ~std::uint32_t{0};

// The last step that reads each step's result; kKept for what is read after the run.
std::vector<std::uint32_t> last_uses(const Graph& graph, const StepPlaces& places) {
  std::vector<std::uint32_t> last(graph.steps.size(), 0);
  for (std::uint32_t i = 0; i < graph.steps.size(); ++i) {
    const GraphStep& step = graph.steps[i];
    for (unsigned k = 0; k < arity(step.op); ++k) last[places.operand(step, k)] = i;
  }
  for (const auto result : graph.results) last[places.numbers[result]] = kKept;
  for (const auto result : graph.truth_results) last[places.truths[result]] = kKept;
  return last;
}

// All numbers below 2^31: then quotients may be taken in floating point, and shifts keep all bits.
bool fits_31_bits(const Graph& graph, const Ranges& ranges) {
  const auto is_small = [](const IntervalWord& range) { return range.high() < Int128{1} << 31; };
  return std::ranges::all_of(ranges.numbers, is_small) &&
         std::ranges::none_of(graph.steps, [](const GraphStep& step) {
           return step.op == StepOp::kConstant && step.constant >= Word{1} << 31;
         });
}

}  // namespace

template <typename W>
class BlockProgram::Lanes final : public Machine {
 public:
  Lanes(const Graph& graph, const Ranges& ranges, Word end, std::size_t lanes)
      : end_(end), lanes_(lanes) {
    const StepPlaces places(graph);
    const auto last = last_uses(graph, places);
    std::vector<std::uint32_t> row_of(graph.steps.size());
    Rows rows;
    std::vector<std::pair<std::uint32_t, W>> constants;
    constants.reserve(graph.steps.size());
    steps_.reserve(graph.steps.size());
    // What is written before all steps has rows that no step is given.
    for (std::uint32_t i = 0; i < graph.steps.size(); ++i) {
      const GraphStep& step = graph.steps[i];
      if (arity(step.op) != 0) continue;
      row_of[i] = rows.take();
      if (step.op == StepOp::kInput) input_row_ = row_of[i];
      if (step.op == StepOp::kConstant) constants.emplace_back(row_of[i], W(step.constant));
      if (step.op == StepOp::kTruth) {
        constants.emplace_back(row_of[i], truth_lane<W>(step.constant != 0));
      }
    }
    for (std::uint32_t i = 0; i < graph.steps.size(); ++i) {
      const GraphStep& step = graph.steps[i];
      if (arity(step.op) == 0) continue;
      row_of[i] = rows.take();
      LaneStep<W> lane{lane_op(step.op), row_of[i], {}};
      for (unsigned k = 0; k < arity(step.op); ++k) {
        const std::uint32_t from = places.operand(step, k);
        lane.from[k] = row_of[from];
        const bool is_first_use =
            std::find(lane.from, lane.from + k, row_of[from]) == lane.from + k;
        if (last[from] == i && is_first_use && arity(graph.steps[from].op) != 0) {
          rows.give_back(row_of[from]);
        }
      }
      if (step.op == StepOp::kDiv || step.op == StepOp::kRem) {
        const IntervalWord& divisor = ranges.numbers[step.operands[1]];
        const IntervalWord& dividend = ranges.numbers[step.operands[0]];
        if (divisor.is_constant() && dividend.high() < Int128{1} << (kLaneBits<W> - 1)) {
          lane.divide_by(static_cast<W>(divisor.low()));
        }
      }
      steps_.push_back(lane);
    }
    rows_.resize(rows.count() * lanes_);
    for (const auto& [row, value] : constants) std::fill_n(row_at(row), lanes_, value);
    for (const auto result : graph.results) results_.push_back(row_of[places.numbers[result]]);
    if (!graph.truth_results.empty()) truth_ = row_of[places.truths[graph.truth_results[0]]];
  }

  void run(Word first) override {
    if (input_row_) {
      W* input = row_at(*input_row_);
      const Word count = std::min<Word>(lanes_, end_ - first);
      for (std::size_t i = 0; i < count; ++i) input[i] = W(first + i);
      for (std::size_t i = count; i < lanes_; ++i) input[i] = W(end_ - 1);
    }
    run_lane_steps(std::span<const LaneStep<W>>(steps_), rows_.data(), lanes_);
  }

  void read(std::size_t result, std::span<Word> to) const override {
    const W* row = rows_.data() + results_[result] * lanes_;
    std::copy_n(row, lanes_, to.begin());
  }

  [[nodiscard]] std::size_t first_true() const override {
    const W* row = rows_.data() + *truth_ * lanes_;
    const W* end = row + lanes_;
    const W* found = std::find_if(row, end, [](W p) { return p != 0; });
    return found == end ? kBlock : static_cast<std::size_t>(found - row);
  }

  [[nodiscard]] std::size_t steps() const override { return steps_.size(); }

 private:
  W* row_at(std::uint32_t row) { return rows_.data() + row * lanes_; }

  Word end_;
  std::size_t lanes_;
  std::vector<LaneStep<W>> steps_;
  std::vector<W> rows_;
  std::optional<std::uint32_t> input_row_;
  std::vector<std::uint32_t> results_;
  std::optional<std::uint32_t> truth_;
};

BlockProgram::BlockProgram(const Graph& graph, Word end) {
  TP_CHECK(graph.inputs == 1 && end > 0, "a block is of one input's values");
  const IntervalWord input = IntervalWord::between(0, Int128{end} - 1);
  const Ranges found = ranges(graph, {&input, 1});
  const std::size_t lanes = end > kBlock - kTogether ? kBlock : end + (-end % kTogether);
  if (fits_31_bits(graph, found)) {
    machine_ = std::make_unique<Lanes<std::uint32_t>>(graph, found, end, lanes);
  } else {
    machine_ = std::make_unique<Lanes<std::uint64_t>>(graph, found, end, lanes);
  }
  for (const auto result : graph.results) ranges_.push_back(found.numbers[result]);
  numbers_.assign(graph.results.size(), std::vector<Word>(lanes));
  if (end <= lanes) narrow_ranges();
}

BlockProgram::~BlockProgram() = default;
BlockProgram::BlockProgram(BlockProgram&&) noexcept = default;

void BlockProgram::run(Word first) {
  if (computed_ == first) return;
  computed_ = first;
  machine_->run(first);
  for (std::size_t k = 0; k < numbers_.size(); ++k) machine_->read(k, numbers_[k]);
}

void BlockProgram::narrow_ranges() {
  run(0);
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const auto [least, most] = std::ranges::minmax(numbers_[k]);
    ranges_[k] = IntervalWord::between(least, most);
  }
}

std::size_t BlockProgram::first_true() const { return machine_->first_true(); }
std::size_t BlockProgram::steps() const { return machine_->steps(); }

}  // namespace tileproof
