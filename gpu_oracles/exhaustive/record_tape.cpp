#include "gpu_oracles/exhaustive/record_tape.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "core/interval_algebra.hpp"
#include "encodings/index_map/index_map.hpp"
#include "gpu_oracles/exhaustive/recorder.hpp"

namespace tileproof::oracles {
namespace {

Error too_long(const std::string& what, std::size_t count, std::size_t limit) {
  return {ErrorCode::kUnsupported,
          "the definition takes " + std::to_string(count) + " " + what + ", a tape holds " +
              std::to_string(limit)};
}

// Gives each value a slot from its step to its last use, and drops the steps that nothing uses.
class SlotAllocator {
 public:
  SlotAllocator(const Steps& steps, LooseOperand result)
      : list_(steps.list()), result_(result), last_use_(list_.size() + 1, 0) {
    const std::uint64_t end = list_.size() + 1;
    if (!result.is_constant) last_use_[result.number] = end;
    for (std::uint64_t i = list_.size(); i >= 1; --i) {
      if (last_use_[i] == 0) continue;
      for (const LooseOperand& operand : list_[i - 1].operands) {
        if (!operand.is_constant && last_use_[operand.number] == 0) last_use_[operand.number] = i;
      }
    }
  }

  Result<Tape> tape() {
    slot_of_.assign(list_.size() + 1, 0);
    in_use_ = {true};
    if (last_use_[0] == 0) in_use_[0] = false;
    for (std::uint64_t i = 1; i <= list_.size(); ++i) {
      if (last_use_[i] == 0) continue;
      const LooseStep& loose = list_[i - 1];
      TapeStep step{loose.op, 0, {0, 0, 0}};
      for (std::size_t k = 0; k < 3; ++k) step.operands[k] = operand(loose.operands[k]);
      for (const LooseOperand& used : loose.operands) {
        if (!used.is_constant && last_use_[used.number] == i)
          in_use_[slot_of_[used.number]] = false;
      }
      slot_of_[i] = free_slot();
      step.result = slot_of_[i];
      if (tape_.step_count < kMaxSteps) tape_.steps[tape_.step_count] = step;
      ++tape_.step_count;
    }
    tape_.result = operand(result_);
    tape_.slot_count = static_cast<std::uint32_t>(in_use_.size());
    if (tape_.step_count > kMaxSteps) return too_long("steps", tape_.step_count, kMaxSteps);
    if (tape_.slot_count > kMaxSlots) return too_long("live values", tape_.slot_count, kMaxSlots);
    if (constants_.size() > kMaxConstants) {
      return too_long("constants", constants_.size(), kMaxConstants);
    }
    for (const auto& [value, index] : constants_) tape_.constants[index] = value;
    return tape_;
  }

 private:
  std::uint16_t operand(const LooseOperand& word) {
    if (!word.is_constant) return slot_of_[word.number];
    const auto [found, is_new] =
        constants_.try_emplace(word.number, static_cast<std::uint16_t>(constants_.size()));
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

  const std::vector<LooseStep>& list_;
  LooseOperand result_;
  std::vector<std::uint64_t> last_use_;  // the step that uses a value last; 0 if none does
  std::vector<std::uint16_t> slot_of_;
  std::vector<bool> in_use_;
  std::map<std::uint64_t, std::uint16_t> constants_;
  Tape tape_;
};

// Do 32-bit words suffice?  A range that the algebra Interval cannot bound says no.
bool fits_32_bits(const Tape& tape) {
  const Interval ranges;
  std::array<IntervalWord, kMaxSlots> slots;
  const auto fits = [](const IntervalWord& range) {
    return range.low() >= 0 && range.high() <= Int128{low_mask(32)};
  };
  slots[0] = IntervalWord::between(0, Int128{tape.points - 1});
  if (!fits(slots[0])) return false;
  const auto value = [&](std::uint16_t operand) {
    return operand < kFirstConstant ? slots[operand]
                                    : IntervalWord(tape.constants[operand - kFirstConstant]);
  };
  for (unsigned i = 0; i < tape.step_count; ++i) {
    const TapeStep& step = tape.steps[i];
    IntervalWord operands[3];
    for (unsigned k = 0; k < 3; ++k) {
      operands[k] = value(step.operands[k]);
      if (!fits(operands[k])) return false;
    }
    apply<1>(ranges, step.op, &operands[0], &operands[1], &operands[2], &slots[step.result]);
  }
  return fits(value(tape.result));
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
  const Word input_bits = low_mask(log2_ceil(map.points()));
  Steps steps(input_bits);
  const Recorder recorder{&steps};
  std::vector<Recorded> at(map.axes().size());
  Recorded rest = Recorded::input(input_bits);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const bool is_last = i + 1 == at.size();
    const Axis& axis = map.axes()[recorded.axis_order[i]];
    at[recorded.axis_order[i]] =
        recorder.add(is_last ? rest : recorder.urem(rest, axis.size), axis.first);
    if (!is_last) rest = recorder.udiv(rest, axis.size);
  }
  const auto values = evaluate(recorder, map, std::span<const Recorded>(at));
  const LooseOperand result = steps.operand(values[0]);
  TP_TRY(tape, SlotAllocator(steps, result).tape());
  recorded.tape = tape;
  recorded.tape.points = map.points();
  recorded.tape.is_narrow = fits_32_bits(recorded.tape);
  return recorded;
}

}  // namespace tileproof::oracles
