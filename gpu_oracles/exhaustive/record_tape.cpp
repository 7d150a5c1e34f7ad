#include "gpu_oracles/exhaustive/record_tape.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "core/ranges.hpp"
#include "core/recorder.hpp"
#include "core/simplify.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::oracles {
namespace {

Error too_long(const std::string& what, std::size_t count, std::size_t limit) {
  return {ErrorCode::kUnsupported,
          "the definition takes " + std::to_string(count) + " " + what + ", a tape holds " +
              std::to_string(limit)};
}

// Truth values are words, 1 or 0.
constexpr std::pair<StepOp, TapeOp> kTapeOps[] = {
    {StepOp::kAdd, TapeOp::kAdd},
    {StepOp::kSub, TapeOp::kSub},
    {StepOp::kMul, TapeOp::kMul},
    {StepOp::kDiv, TapeOp::kDiv},
    {StepOp::kRem, TapeOp::kRem},
    {StepOp::kAnd, TapeOp::kAnd},
    {StepOp::kOr, TapeOp::kOr},
    {StepOp::kXor, TapeOp::kXor},
    {StepOp::kShl, TapeOp::kShl},
    {StepOp::kShr, TapeOp::kShr},
    {StepOp::kEqual, TapeOp::kEqual},
    {StepOp::kLess, TapeOp::kLess},
    {StepOp::kChoose, TapeOp::kChoose},
    {StepOp::kBoth, TapeOp::kAnd},
    {StepOp::kEither, TapeOp::kOr},
    {StepOp::kNot, TapeOp::kXor},  // with 1
};

TapeOp tape_op(StepOp op) {
  return std::ranges::find(kTapeOps, op, &std::pair<StepOp, TapeOp>::first)->second;
}

// Gives each value a slot from its step to its last use.  Requires: every step is needed, and the
// only input, if there is one, comes before all operations.
class SlotAllocator {
 public:
  explicit SlotAllocator(const Graph& graph) : graph_(graph), values_(graph.steps.size()) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const GraphStep& step = graph.steps[i];
      for (unsigned k = 0; k < arity(step.op); ++k) operand(step, k).last_use = i;
      (gives_truth(step.op) ? truths_ : numbers_).push_back(&values_[i]);
    }
  }

  Result<Tape> tape() {
    for (std::size_t i = 0; i < values_.size(); ++i) place(graph_.steps[i], i);
    tape_.result = numbers_[graph_.results[0]]->place;
    tape_.slot_count = std::max(1U, static_cast<std::uint32_t>(in_use_.size()));
    if (tape_.step_count > kMaxSteps) return too_long("steps", tape_.step_count, kMaxSteps);
    if (tape_.slot_count > kMaxSlots) return too_long("live values", tape_.slot_count, kMaxSlots);
    if (constants_.size() > kMaxConstants) {
      return too_long("constants", constants_.size(), kMaxConstants);
    }
    for (const auto& [value, index] : constants_) tape_.constants[index] = value;
    return tape_;
  }

 private:
  struct Value {
    std::size_t last_use = 0;  // the step that uses it last
    std::uint16_t place = 0;   // a slot or a constant
  };

  Value& operand(const GraphStep& step, unsigned k) {
    return *(takes_truth(step.op, k) ? truths_ : numbers_)[step.operands[k]];
  }

  void place(const GraphStep& step, std::size_t i) {
    if (step.op == StepOp::kConstant || step.op == StepOp::kTruth) {
      values_[i].place = constant(step.constant);
      return;
    }
    TapeStep written{};
    for (unsigned k = 0; k < arity(step.op); ++k) {
      const Value& value = operand(step, k);
      written.operands[k] = value.place;
      if (value.place < kFirstConstant && value.last_use == i) in_use_[value.place] = false;
    }
    if (step.op == StepOp::kNot) written.operands[1] = constant(1);
    // The input's is 0.
    values_[i].place = written.result = free_slot();
    if (step.op == StepOp::kInput) return;
    written.op = tape_op(step.op);
    if (tape_.step_count < kMaxSteps) tape_.steps[tape_.step_count] = written;
    ++tape_.step_count;
  }

  std::uint16_t constant(Word value) {
    const auto [found, is_new] =
        constants_.try_emplace(value, static_cast<std::uint16_t>(constants_.size()));
    return static_cast<std::uint16_t>(kFirstConstant + found->second);
  }
  std::uint16_t free_slot() {
    const auto free = std::find(in_use_.begin(), in_use_.end(), false);
    const auto slot = static_cast<std::uint16_t>(free - in_use_.begin());
    if (free == in_use_.end()) {
      in_use_.push_back(true);
    } else {
      *free = true;
    }
    return slot;
  }

  const Graph& graph_;
  std::vector<Value> values_;  // of the steps
  std::vector<Value*> numbers_;
  std::vector<Value*> truths_;
  std::vector<bool> in_use_;
  std::map<Word, std::uint16_t> constants_;
  Tape tape_;
};

// Do 32-bit words suffice?  Ranges that are wider than what occurs may say no.
bool fits_32_bits(const Graph& graph, const IntervalWord& flat) {
  const Ranges found = ranges(graph, {&flat, 1});
  return found.faults.empty() && std::ranges::all_of(found.numbers, [](const auto& range) {
           return range.high() <= Int128{low_mask(32)};
         });
}

std::optional<Error> refuse(const IndexMap& map) {
  if (map.has_parameters()) {
    return Error{ErrorCode::kUnsupported, "a layout with parameters is many functions, not one"};
  }
  if (map.out_axes().size() != 1) {
    return Error{ErrorCode::kUnsupported,
                 "the layout gives " + std::to_string(map.out_axes().size()) +
                     " numbers; only one is enumerated"};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Word> RecordedMap::point(const IndexMap& map, Word flat) const {
  std::vector<Word> at(map.axes().size());
  for (std::size_t i = 0; i < axis_order.size(); ++i) {
    at[axis_order[i]] = map.axes()[axis_order[i]].first + flat % axis_sizes[i];
    flat /= axis_sizes[i];
  }
  return at;
}

Result<RecordedMap> record(const IndexMap& map) {
  if (const auto error = refuse(map)) return *error;
  std::vector<Word> at;
  for (const Axis& axis : map.axes()) at.push_back(axis.first);
  const Word origin = value_at(map, at)[0];
  std::vector<Word> steps(at.size(), ~Word{0});
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (map.axes()[i].size == 1) continue;
    ++at[i];
    const Word moved = value_at(map, at)[0];
    --at[i];
    steps[i] = moved > origin ? moved - origin : origin - moved;
  }
  std::vector<std::size_t> order(at.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) {
    return steps[i] < steps[k];
  });
  return record(map, std::move(order));
}

Result<RecordedMap> record(const IndexMap& map, std::vector<std::size_t> axis_order) {
  if (const auto error = refuse(map)) return *error;
  RecordedMap recorded;
  recorded.axis_order = std::move(axis_order);
  for (const std::size_t axis : recorded.axis_order) {
    recorded.axis_sizes.push_back(map.axes()[axis].size);
  }
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> at(map.axes().size());
  Recorded rest = steps.input(0);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Word size = recorded.axis_sizes[i];
    const bool is_last = i + 1 == at.size();
    at[recorded.axis_order[i]] = is_last ? rest : a.urem(rest, size);
    if (!is_last) rest = a.udiv(rest, size);
  }
  const auto values = evaluate(a, map, std::span<const Recorded>(at));
  const IntervalWord flat = IntervalWord::between(0, map.points() - 1);
  const Graph graph = simplify(std::move(steps).graph({values.data(), values.size()}), {&flat, 1});
  TP_TRY(tape, SlotAllocator(graph).tape());
  recorded.tape = tape;
  recorded.tape.points = map.points();
  recorded.tape.is_narrow = fits_32_bits(graph, flat);
  return recorded;
}

}  // namespace tileproof::oracles
