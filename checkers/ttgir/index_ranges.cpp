#include "checkers/ttgir/index_ranges.hpp"

#include <algorithm>

namespace tileproof {
namespace {

using ttgir::kNoValue;
using ttgir::OpKind;
__extension__ using Wide = __int128;

constexpr unsigned kDepth = 4;
constexpr int kRounds = 40;
constexpr std::size_t kVisits = 1'000'000;  // of operations

}  // namespace

IndexRanges::IndexRanges(const ttgir::Module& module, const RegionBlocks& blocks)
    : module_(module), blocks_(blocks), ranges_(module.values.size()), visits_left_(kVisits) {
  for (ValueId value = 0; value < ranges_.size(); ++value) set(value, all(value));
  for (const Operation& op : module.operations) {
    if (const auto constant = constant_of(module, op)) {
      const Range all = all_of(64);
      thresholds_.push_back(std::max(all.lo + 1, *constant) - 1);
      thresholds_.push_back(*constant);
      thresholds_.push_back(std::min(all.hi - 1, *constant) + 1);
    }
  }
  std::sort(thresholds_.begin(), thresholds_.end());
  for (OpId op = 0; op < module.operations.size(); op = module.operations[op].end) visit(op);
  if (visits_left_ != 0) return;
  for (ValueId value = 0; value < ranges_.size(); ++value) set(value, all(value));
  for (OpId op = 0; op < module.operations.size(); ++op) note_indices(op);
}

void IndexRanges::note_indices(OpId id) {
  const Operation& op = module_.operations[id];
  if (!takes_indices(op.kind())) return;
  auto& at = at_operations_[id];
  at.clear();
  for (const auto& operand : module_.operands(op)) at.push_back(range(operand));
}

Range IndexRanges::of(OpId op, std::size_t operand) const {
  const auto at = at_operations_.find(op);
  return at == at_operations_.end() ? Range{} : at->second[operand];
}

Range IndexRanges::all(ValueId value) const {
  return all_of(integer_bits(module_, module_.values[value].type));
}

Range IndexRanges::within_type(ValueId value, Range range) const {
  if (range.is_empty()) return range;
  const Range all = this->all(value);
  return range.lo < all.lo || range.hi > all.hi ? all : range;
}

Range IndexRanges::range(const ttgir::Operand& operand) const {
  return operand.value == kNoValue ? all_of(0) : ranges_[operand.value];
}

std::vector<ttgir::ValueId> IndexRanges::arguments(OpId op, std::uint32_t region) const {
  std::vector<ValueId> list;
  const auto blocks = blocks_.of(op, region);
  if (blocks.empty()) return list;
  const ttgir::Block& block = module_.blocks[blocks[0]];
  for (std::uint32_t i = 0; i < block.argument_count; ++i) {
    list.push_back(block.first_argument + i);
  }
  return list;
}

void IndexRanges::visit(OpId id) {
  if (visits_left_ == 0) return;
  --visits_left_;
  const Operation& op = module_.operations[id];
  switch (op.kind()) {
    case OpKind::kFor:
      return visit_for(id);
    case OpKind::kWhile:
      return visit_while(id);
    case OpKind::kIf:
      return visit_if(id);
    case OpKind::kWarpSpecialize:
      return visit_warp_specialize(id);
    default:
      break;
  }
  note_indices(id);
  if (op.regions != 0) {
    visit_all_regions(id);
    return;
  }
  if (op.result_count == 1 && integer_bits(module_, module_.results(op)[0].type) != 0) {
    set(op.first_result, computed(op, {}, 0));
  }
}

void IndexRanges::visit_region(OpId id, std::uint32_t region) {
  const Operation& op = module_.operations[id];
  const auto each = [&](const auto& what) {
    for (OpId inner = id + 1; inner < op.end; inner = module_.operations[inner].end) {
      if (module_.blocks[module_.operations[inner].block].region == region) what(inner);
    }
  };
  // What branches pass to blocks goes round like what a loop carries.
  std::vector<ValueId> passed;
  std::map<std::string_view, std::size_t> first_of;
  const auto blocks = blocks_.of(id, region);
  for (const ttgir::BlockId behind : blocks.subspan(std::min<std::size_t>(1, blocks.size()))) {
    const ttgir::Block& block = module_.blocks[behind];
    first_of.emplace(block.label, passed.size());
    for (std::uint32_t i = 0; i < block.argument_count; ++i) {
      passed.push_back(block.first_argument + i);
    }
  }
  if (passed.empty()) return each([&](OpId inner) { visit(inner); });
  const auto pass = [&](OpId inner, const auto& give) {
    const Operation& branch = module_.operations[inner];
    const auto operands = module_.operands(branch);
    for (const ttgir::Successor& successor : module_.successors(branch)) {
      const auto to = first_of.find(successor.label);
      if (to == first_of.end()) continue;
      const bool is_listed = !branch.generic || branch.successor_count == 1;
      for (std::size_t i = 0; i < successor.operand_count; ++i) {
        const std::size_t at = to->second + i;
        if (at >= passed.size()) break;
        give(at, is_listed ? range(operands[successor.first_operand + i]) : all(passed[at]));
      }
    }
  };
  settle(passed, std::vector<Range>(passed.size()), [&] {
    // What is passed on to blocks behind is there in the same round.
    each([&](OpId inner) {
      visit(inner);
      pass(inner, [&](std::size_t at, Range given) {
        set(passed[at], joined(ranges_[passed[at]], given));
      });
    });
    std::vector<Range> next(passed.size());
    each([&](OpId inner) {
      pass(inner, [&](std::size_t at, Range given) { next[at] = joined(next[at], given); });
    });
    return next;
  });
}

void IndexRanges::visit_all_regions(OpId id) {
  for (std::uint32_t region = 0; region < module_.operations[id].regions; ++region) {
    visit_region(id, region);
  }
}

std::vector<Range> IndexRanges::yielded(OpId id,
                                        std::uint32_t region,
                                        std::size_t first,
                                        std::size_t count) {
  const Operation& op = module_.operations[id];
  std::vector<Range> ranges(count);
  for (OpId inner = id + 1; inner < op.end; inner = module_.operations[inner].end) {
    const Operation& last = module_.operations[inner];
    const bool ends = last.kind() == OpKind::kYield || last.kind() == OpKind::kCondition;
    if (!ends || module_.blocks[last.block].region != region) continue;
    const auto operands = module_.operands(last);
    for (std::size_t i = 0; i < count; ++i) {
      ranges[i] =
          joined(ranges[i], first + i < operands.size() ? range(operands[first + i]) : all_of(0));
    }
  }
  return ranges;
}

template <typename Round>
void IndexRanges::settle(std::span<const ValueId> arguments,
                         const std::vector<Range>& initial,
                         Round round) {
  std::vector<Range> now = initial;
  for (std::size_t i = 0; i < now.size(); ++i) now[i] = within_type(arguments[i], now[i]);
  const auto next_of = [&] {
    for (std::size_t i = 0; i < arguments.size(); ++i) set(arguments[i], now[i]);
    std::vector<Range> next = round();
    for (std::size_t i = 0; i < next.size(); ++i) {
      next[i] = within_type(arguments[i], joined(initial[i], next[i]));
    }
    return next;
  };
  for (int turn = 0;; ++turn) {
    auto next = next_of();
    bool changed = false;
    for (std::size_t i = 0; i < now.size(); ++i) {
      Range grown = joined(now[i], next[i]);
      if (grown == now[i]) continue;
      changed = true;
      if (turn >= kRounds) {
        // To the next number of the file, and then to anything.
        const Range all = this->all(arguments[i]);
        if (grown.lo < now[i].lo) {
          const auto at = std::upper_bound(thresholds_.begin(), thresholds_.end(), grown.lo);
          const bool rests = at != thresholds_.begin() && turn < 2 * kRounds;
          grown.lo = rests ? std::max(all.lo, *(at - 1)) : all.lo;
        }
        if (grown.hi > now[i].hi) {
          const auto at = std::lower_bound(thresholds_.begin(), thresholds_.end(), grown.hi);
          const bool rests = at != thresholds_.end() && turn < 2 * kRounds;
          grown.hi = rests ? std::min(all.hi, *at) : all.hi;
        }
      }
      now[i] = grown;
    }
    if (!changed || visits_left_ == 0) break;
  }
  // What a round gives of ranges that hold, holds too; but inner loops may give more of less, so
  // that it is gone round once more.
  const auto holding = now;
  for (int turn = 0; turn < 2; ++turn) {
    const auto next = next_of();
    for (std::size_t i = 0; i < now.size(); ++i) now[i] = common(now[i], next[i]);
  }
  const auto next = next_of();
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (joined(now[i], next[i]) == now[i]) continue;
    now = holding;
    next_of();
    break;
  }
}

void IndexRanges::visit_for(OpId id) {
  const Operation& op = module_.operations[id];
  const auto operands = module_.operands(op);
  const auto values = arguments(id, 0);
  if (values.empty() || operands.size() < values.size() + 2) return visit_all_regions(id);
  const Range lower = range(operands[0]);
  const Range upper = range(operands[1]);
  const Range step = range(operands[2]);
  Range induction = all(values[0]);
  // As unsigned numbers, those below 0 are the largest.
  const bool is_natural = lower.lo >= 0 && upper.lo >= 0;
  const bool is_ordered = is_natural || !compares_unsigned(module_, op);
  if (is_ordered && step.lo > 0 && !lower.is_empty() && !upper.is_empty()) {
    const bool runs = upper.hi > lower.lo;
    Wide last = Wide{upper.hi} - 1;
    // From one number by steps of one size.
    if (lower.lo == lower.hi && step.lo == step.hi) last -= (last - lower.lo) % step.lo;
    induction = runs ? common(induction, {lower.lo, static_cast<std::int64_t>(last)}) : Range{};
  }
  set(values[0], induction);
  const std::size_t count = values.size() - 1;
  std::vector<Range> initial;
  for (std::size_t i = 0; i < count; ++i) initial.push_back(range(operands[3 + i]));
  const std::span<const ValueId> carried{values.data() + 1, count};
  const bool may_run = !induction.is_empty();
  std::vector<Range> last(count);
  settle(carried, initial, [&] {
    if (!may_run) return std::vector<Range>(count);
    visit_region(id, 0);
    last = yielded(id, 0, 0, count);
    return last;
  });
  for (std::size_t i = 0; i < std::min<std::size_t>(count, op.result_count); ++i) {
    set(op.first_result + static_cast<ValueId>(i), joined(initial[i], last[i]));
  }
}

void IndexRanges::visit_while(OpId id) {
  const Operation& op = module_.operations[id];
  const auto operands = module_.operands(op);
  const auto before = arguments(id, 0);
  const auto after = arguments(id, 1);
  if (operands.size() < before.size() || op.regions != 2) return visit_all_regions(id);
  std::vector<Range> initial;
  for (std::size_t i = 0; i < before.size(); ++i) initial.push_back(range(operands[i]));
  std::vector<Range> passed;
  settle(before, initial, [&] {
    visit_region(id, 0);
    passed = given_on(id, true, after.size());
    for (std::size_t i = 0; i < after.size(); ++i) set(after[i], passed[i]);
    visit_region(id, 1);
    return yielded(id, 1, 0, before.size());
  });
  const auto left = given_on(id, false, op.result_count);
  for (std::size_t i = 0; i < op.result_count; ++i) {
    set(op.first_result + static_cast<ValueId>(i), left[i]);
  }
}

// What a loop's condition passes on if it is met, or if it is not.
std::vector<Range> IndexRanges::given_on(OpId id, bool goes_on, std::size_t count) {
  const Operation& op = module_.operations[id];
  std::vector<Range> given(count);
  for (OpId inner = id + 1; inner < op.end; inner = module_.operations[inner].end) {
    const Operation& last = module_.operations[inner];
    if (last.kind() != OpKind::kCondition) continue;
    const auto operands = module_.operands(last);
    Known known;
    if (!operands.empty() && operands[0].value != kNoValue) {
      learn(operands[0].value, goes_on, known, kDepth);
    }
    for (std::size_t i = 0; i < count; ++i) {
      given[i] =
          joined(given[i],
                 1 + i < operands.size() ? under(operands[1 + i].value, known, kDepth) : all_of(0));
    }
  }
  return given;
}

void IndexRanges::visit_if(OpId id) {
  const Operation& op = module_.operations[id];
  const auto operands = module_.operands(op);
  std::vector<Range> results(op.result_count);
  for (std::uint32_t region = 0; region < op.regions; ++region) {
    Known known;
    if (!operands.empty() && operands[0].value != kNoValue) {
      learn(operands[0].value, region == 0, known, kDepth);
    }
    std::vector<std::pair<ValueId, Range>> before;
    for (const auto& [value, range] : known) {
      before.emplace_back(value, ranges_[value]);
      set(value, common(ranges_[value], range));
    }
    visit_region(id, region);
    const auto given = yielded(id, region, 0, op.result_count);
    for (std::size_t i = 0; i < results.size(); ++i) results[i] = joined(results[i], given[i]);
    for (std::size_t i = before.size(); i-- > 0;) set(before[i].first, before[i].second);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    set(op.first_result + static_cast<ValueId>(i), results[i]);
  }
}

// A partition's arguments are what is captured; both forms of the text give them as operands of the
// operation or of the one within that holds the partitions.
void IndexRanges::visit_warp_specialize(OpId id) {
  const Operation& op = module_.operations[id];
  const auto capture =
      [&](OpId holder, std::uint32_t region, std::span<const ttgir::Operand> from) {
        const auto values = arguments(holder, region);
        for (std::size_t i = 0; i < values.size(); ++i) {
          set(values[i], i < from.size() ? range(from[i]) : all(values[i]));
        }
      };
  for (std::uint32_t region = 0; region < op.regions; ++region) {
    capture(id, region, module_.operands(op));
    for (OpId inner = id + 1; inner < op.end; inner = module_.operations[inner].end) {
      const Operation& holder = module_.operations[inner];
      if (module_.blocks[holder.block].region != region) continue;
      if (holder.kind() != OpKind::kWarpSpecializePartitions) {
        visit(inner);
        continue;
      }
      const auto own = module_.operands(holder);
      for (std::uint32_t part = 0; part < holder.regions; ++part) {
        capture(inner, part, own.empty() ? module_.operands(op) : own);
        visit_region(inner, part);
      }
    }
  }
  const auto given = yielded(id, 0, 0, op.result_count);
  for (std::size_t i = 0; i < given.size(); ++i) {
    set(op.first_result + static_cast<ValueId>(i), given[i]);
  }
}

Range IndexRanges::under(ValueId value, const Known& known, unsigned depth) const {
  if (value == kNoValue) return all_of(0);
  Range range = ranges_[value];
  for (const auto& [about, narrower] : known) {
    if (about == value) range = common(range, narrower);
  }
  const auto op = module_.values[value].op;
  if (depth == 0 || known.empty() || op == ttgir::kNoOp) return range;
  const Operation& definition = module_.operations[op];
  if (index_op(definition.name) == IndexOp::kNone) return range;
  return common(range, computed(definition, known, depth - 1));
}

std::optional<Range> IndexRanges::remainder_written_out(const Operation& op) const {
  const auto made_by = [&](const ttgir::Operand& operand) -> const Operation* {
    const ttgir::Value* value = module_.definition(operand);
    return value == nullptr || value->op == ttgir::kNoOp ? nullptr : &module_.operations[value->op];
  };
  const auto is = [](const Operation* made, IndexOp what) {
    return made != nullptr && index_op(made->name) == what && made->operand_count == 2;
  };
  const auto constant = [&](const ttgir::Operand& operand) -> std::optional<std::int64_t> {
    const Operation* made = made_by(operand);
    return made == nullptr ? std::nullopt : constant_of(module_, *made);
  };
  const auto operands = module_.operands(op);
  if (!is(&op, IndexOp::kSub) || operands[0].value == kNoValue) return std::nullopt;
  const Operation* product = made_by(operands[1]);
  if (!is(product, IndexOp::kMul)) return std::nullopt;
  for (const std::size_t i : {0U, 1U}) {
    const Operation* quotient = made_by(module_.operands(*product)[i]);
    const auto factor = constant(module_.operands(*product)[1 - i]);
    const bool is_unsigned = is(quotient, IndexOp::kDivU);
    if (!factor || *factor <= 0 || !(is_unsigned || is(quotient, IndexOp::kDivS))) continue;
    const auto divided = module_.operands(*quotient);
    if (divided[0].value != operands[0].value || constant(divided[1]) != factor) continue;
    return Range{is_unsigned || range(operands[0]).lo >= 0 ? 0 : 1 - *factor, *factor - 1};
  }
  return std::nullopt;
}

Range IndexRanges::computed(const Operation& op, const Known& known, unsigned depth) const {
  const auto operands = module_.operands(op);
  const ttgir::TypeId type = module_.results(op)[0].type;
  const unsigned bits = integer_bits(module_, type);
  const Range all = all_of(bits);
  const auto of = [&](std::size_t i) {
    return i < operands.size() ? under(operands[i].value, known, depth) : all_of(0);
  };
  if (const auto constant = constant_of(module_, op)) {
    const auto value = wrapped(*constant, bits);
    return {value, value};
  }
  if (op.name == "tt.get_program_id") return common(all, {0, all.hi});
  if (op.name == "tt.get_num_programs") return common(all, {1, all.hi});
  switch (op.kind()) {
    case OpKind::kMakeRange: {
      const auto start = integer_of(module_.attribute(op, "start"));
      const auto end = integer_of(module_.attribute(op, "end"));
      return start && end && *start < *end ? Range{*start, *end - 1} : all;
    }
    case OpKind::kSplat:
    case OpKind::kUnsplat:
    case OpKind::kBroadcast:
    case OpKind::kExpandDims:
    case OpKind::kReshape:
    case OpKind::kTrans:
    case OpKind::kConvertLayout:
      return of(0);
    default:
      break;
  }
  if (const auto left = remainder_written_out(op)) return common(all, *left);
  const IndexOp what = index_op(op.name);
  switch (what) {
    case IndexOp::kNone:
      return all;
    case IndexOp::kExtendS:
    case IndexOp::kIndexCast:
    case IndexOp::kExtendU:
    case IndexOp::kTruncate: {
      if (operands.size() != 1) return all;
      const unsigned from = integer_bits(module_, module_.type_of(operands[0]));
      const Range range = of(0);
      if (range.is_empty()) return {};
      if (range.lo == range.hi) {
        const auto value = cast_value(what, range.lo, from, bits);
        return value ? Range{*value, *value} : all;
      }
      const Range fitting = not_wrapped(bits);
      const bool is_signed = what == IndexOp::kExtendS || what == IndexOp::kIndexCast;
      if (is_signed && from == 1) return {-range.hi, -range.lo};
      if (what == IndexOp::kExtendU && range.lo < 0) {
        const bool is_known = from != 0 && from < 63 && from < bits;
        const Range natural{0, is_known ? (std::int64_t{1} << from) - 1 : 0};
        return is_known && natural.hi <= fitting.hi ? natural : all;
      }
      return range.lo >= fitting.lo && range.hi <= fitting.hi ? range : all;
    }
    case IndexOp::kCompare: {
      if (operands.size() != 2) return all;
      const auto predicate = predicate_of(module_, op);
      const unsigned width = integer_bits(module_, module_.type_of(operands[0]));
      if (!predicate || width == 0) return all;
      const Range a = of(0);
      const Range b = of(1);
      if (a.is_empty() || b.is_empty()) return {};
      Range truth{};
      if (!narrowed(*predicate, a, b, width).is_empty()) truth = joined(truth, {1, 1});
      if (!narrowed(negated(*predicate), a, b, width).is_empty()) truth = joined(truth, {0, 0});
      return truth;
    }
    case IndexOp::kSelect: {
      if (operands.size() != 3) return all;
      const bool is_scalar =
          type != ttgir::kNoType && module_.types[type].kind == ttgir::Type::Kind::kScalar;
      const Range condition = of(0);
      const unsigned deep = known.empty() ? kDepth : depth;
      Range result{};
      for (const bool truth : {true, false}) {
        if (common(condition, truth ? Range{1, 1} : Range{0, 0}).is_empty()) continue;
        Known side = known;
        if (is_scalar && operands[0].value != kNoValue) {
          learn(operands[0].value, truth, side, deep);
        }
        bool is_possible = true;
        for (const auto& [value, narrower] : side) {
          is_possible = is_possible && !common(ranges_[value], narrower).is_empty();
        }
        if (!is_possible) continue;
        result = joined(result, under(operands[truth ? 1 : 2].value, side, deep));
      }
      return result;
    }
    default:
      return operands.size() == 2 ? of_arithmetic(what, of(0), of(1), bits) : all;
  }
}

void IndexRanges::learn(ValueId condition, bool truth, Known& known, unsigned depth) const {
  const auto id = module_.values[condition].op;
  known.emplace_back(condition, truth ? Range{1, 1} : Range{0, 0});
  if (id == ttgir::kNoOp || depth == 0) return;
  const Operation& op = module_.operations[id];
  const auto operands = module_.operands(op);
  if (operands.size() != 2) return;
  const IndexOp what = index_op(op.name);
  if (what == IndexOp::kCompare) {
    auto predicate = predicate_of(module_, op);
    const unsigned bits = integer_bits(module_, module_.type_of(operands[0]));
    if (!predicate || bits == 0) return;
    if (!truth) predicate = negated(*predicate);
    const Range a = range(operands[0]);
    const Range b = range(operands[1]);
    if (operands[0].value != kNoValue) {
      known.emplace_back(operands[0].value, narrowed(*predicate, a, b, bits));
    }
    if (operands[1].value != kNoValue) {
      known.emplace_back(operands[1].value, narrowed(swapped(*predicate), b, a, bits));
    }
    return;
  }
  // Both are so, or neither is.
  const bool splits = (what == IndexOp::kAnd && truth) || (what == IndexOp::kOr && !truth);
  if (!splits || integer_bits(module_, module_.type_of(operands[0])) != 1) return;
  for (const auto& operand : operands) {
    if (operand.value != kNoValue) learn(operand.value, truth, known, depth - 1);
  }
}

}  // namespace tileproof
