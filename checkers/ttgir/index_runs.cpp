#include "checkers/ttgir/index_runs.hpp"

#include <algorithm>
#include <utility>

namespace tileproof {

using ttgir::kNoValue;
using ttgir::OpKind;

IndexRuns::IndexRuns(const ttgir::Module& module,
                     const RegionBlocks& blocks,
                     const Functions& functions)
    : module_(module), blocks_(blocks), functions_(functions), values_(module.values.size()) {
  for (OpId op = 0; op < module.operations.size(); op = module.operations[op].end) {
    iterations_.clear();
    run(op);
  }
}

std::optional<IndexRuns::Taken> IndexRuns::first_outside(OpId op,
                                                         std::size_t operand,
                                                         std::int64_t lo,
                                                         std::int64_t hi) const {
  const auto known = order_.find({op, operand});
  if (known == order_.end()) return std::nullopt;
  for (const Taken& taken : known->second) {
    if (taken.value < lo || taken.value > hi) return taken;
  }
  return std::nullopt;
}

std::optional<ttgir::OpId> IndexRuns::stop_before(OpId op) const {
  const auto parent = [&](OpId id) { return module_.operations[id].parent; };
  const auto holds = [&](OpId outer, OpId inner) {
    return outer == ttgir::kNoOp || (outer < inner && inner < module_.operations[outer].end);
  };
  for (const OpId stop : stops_) {
    // What is behind it stands in its region, or in one that is around that.
    OpId first = stop;
    while (!holds(parent(first), op)) first = parent(first);
    OpId second = op;
    while (parent(second) != parent(first)) second = parent(second);
    const bool is_in_function = parent(first) != ttgir::kNoOp;
    const auto region_of = [&](OpId id) {
      return module_.blocks[module_.operations[id].block].region;
    };
    if (is_in_function && first < second && region_of(first) == region_of(second)) return stop;
  }
  return std::nullopt;
}

IndexRuns::Number IndexRuns::number(const ttgir::Operand& operand) const {
  return operand.value == kNoValue ? Number{} : values_[operand.value];
}

// Every function is run by itself, too.
void IndexRuns::note(OpId id) {
  if (!called_.empty()) return;
  const auto operands = module_.operands(module_.operations[id]);
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const Number value = number(operands[i]);
    if (value && taken_[{id, i}].try_emplace(*value, iterations_).second) {
      order_[{id, i}].push_back({*value, iterations_});
    }
  }
}

bool IndexRuns::run_region(OpId id, std::uint32_t region) {
  // Its yield need not be written, so that the region counts instead.
  if (++steps_ > kMaxSteps) return give_up_at(id);
  const ttgir::Operation& op = module_.operations[id];
  yielded_.clear();
  const auto first_in = [&](std::optional<ttgir::BlockId> block) {
    OpId inner = id + 1;
    for (; inner < op.end; inner = module_.operations[inner].end) {
      const ttgir::BlockId own = module_.operations[inner].block;
      if (module_.blocks[own].region == region && (!block || own == *block)) break;
    }
    return inner;
  };
  for (OpId inner = first_in({}); inner < op.end;) {
    const ttgir::Operation& next = module_.operations[inner];
    if (next.kind() == OpKind::kBranch) {
      const auto target = branch_target(next);
      if (!target) return stop_at(inner);
      if (++steps_ > kMaxSteps) return give_up_at(inner);
      inner = first_in(target);
      continue;
    }
    if (module_.blocks[next.block].region == region && !run(inner)) return false;
    inner = next.end;
  }
  return true;
}

// The block in which a run goes on, whose arguments get their values; nullopt if that is not known.
std::optional<ttgir::BlockId> IndexRuns::branch_target(const ttgir::Operation& op) {
  const auto successors = module_.successors(op);
  const auto operands = module_.operands(op);
  std::size_t taken = 0;
  if (op.row->name == "cond_br" && successors.size() == 2 && !op.generic && !operands.empty()) {
    const Number condition = number(operands[0]);
    if (!condition) return std::nullopt;
    taken = *condition != 0 ? 0 : 1;
  } else if (op.row->name != "br" || successors.size() != 1) {
    return std::nullopt;
  }
  const ttgir::Successor& successor = successors[taken];
  const auto target = blocks_.target(op.block, successor.label);
  if (!target) return std::nullopt;
  std::vector<Number> values;
  for (std::size_t i = 0; i < successor.operand_count; ++i) {
    values.push_back(number(operands[successor.first_operand + i]));
  }
  bind(*target, 0, values);
  return target;
}

void IndexRuns::bind(OpId id,
                     std::uint32_t region,
                     std::size_t skip,
                     const std::vector<Number>& values) {
  const auto blocks = blocks_.of(id, region);
  if (!blocks.empty()) bind(blocks[0], skip, values);
}

void IndexRuns::bind(ttgir::BlockId id, std::size_t skip, const std::vector<Number>& values) {
  const ttgir::Block& block = module_.blocks[id];
  for (std::size_t i = skip; i < block.argument_count; ++i) {
    values_[block.first_argument + i] = i - skip < values.size() ? values[i - skip] : Number{};
  }
}

void IndexRuns::give(OpId id, const std::vector<Number>& values) {
  const ttgir::Operation& op = module_.operations[id];
  for (std::size_t i = 0; i < op.result_count; ++i) {
    values_[op.first_result + i] = i < values.size() ? values[i] : Number{};
  }
}

bool IndexRuns::run(OpId id) {
  const ttgir::Operation& op = module_.operations[id];
  if (op.kind() != OpKind::kYield && ++steps_ > kMaxSteps) return give_up_at(id);
  switch (op.kind()) {
    case OpKind::kFunction:
      bind(id, 0, 0, {});
      run_region(id, 0);
      return true;
    case OpKind::kFor:
      return run_for(id);
    case OpKind::kWhile:
      return run_while(id);
    case OpKind::kIf:
      return run_if(id);
    case OpKind::kWarpSpecialize:
      return run_warp_specialize(id);
    case OpKind::kYield:
    case OpKind::kCondition:
      yielded_.clear();
      for (const auto& operand : module_.operands(op)) yielded_.push_back(number(operand));
      return true;
    case OpKind::kReturn:
      returned_ = true;
      return false;
    case OpKind::kCall:
      return run_call(id);
    case OpKind::kWarpSpecializePartitions:  // with what is around it
      return true;
    default:
      break;
  }
  if (op.row->name == "assert") return run_assertion(id);
  if (takes_indices(op.kind())) note(id);
  give(id, {op.result_count == 1 && op.regions == 0 ? computed(op) : Number{}});
  return pass_by(id);
}

bool IndexRuns::run_assertion(OpId id) {
  for (const auto& operand : module_.operands(module_.operations[id])) {
    const Number holds = number(operand);
    if (holds && *holds != 0) continue;
    if (holds || operand.value == kNoValue || !is_free(operand.value)) return stop_at(id);
    values_[operand.value] = 1;
  }
  return true;
}

// A parameter of a function that is run by itself, and a truth rather than a tensor of them.
bool IndexRuns::is_free(ValueId value) const {
  const ttgir::Value& of = module_.values[value];
  if (!called_.empty() || of.block == ttgir::kNoBlock || of.type == ttgir::kNoType) return false;
  const ttgir::Block& block = module_.blocks[of.block];
  const bool is_parameter = block.parent != ttgir::kNoOp && block.label.empty() &&
                            module_.operations[block.parent].kind() == OpKind::kFunction;
  return is_parameter && module_.types[of.type].kind == ttgir::Type::Kind::kScalar;
}

bool IndexRuns::stop_at(OpId id) {
  if (called_.empty()) stops_.push_back(id);
  return false;
}

// What runs for too long is around the operation that is met last.
bool IndexRuns::give_up_at(OpId id) {
  const auto parent = [&](OpId of) { return module_.operations[of].parent; };
  const auto is_within = [&](OpId of) {
    return parent(of) != ttgir::kNoOp && module_.operations[parent(of)].kind() != OpKind::kFunction;
  };
  while (is_within(id)) id = parent(id);
  return stop_at(id);
}

bool IndexRuns::pass_by(OpId id) {
  if (may_never_end(id)) return stop_at(id);
  for (OpId inner = id + 1; inner < module_.operations[id].end; ++inner) {
    // What a loop within steps by has a value only where that is written.
    const ttgir::Operation& op = module_.operations[inner];
    const bool is_loop = op.kind() == OpKind::kFor && op.operand_count > 2;
    if (is_loop ? !steps_by_constant(op) : may_never_end(inner)) return stop_at(inner);
  }
  return true;
}

bool IndexRuns::steps_by_constant(const ttgir::Operation& loop) const {
  const ttgir::Value* step = module_.definition(module_.operands(loop)[2]);
  if (step == nullptr || step->op == ttgir::kNoOp) return false;
  return constant_of(module_, module_.operations[step->op]).value_or(0) > 0;
}

// Beyond its regions.
bool IndexRuns::may_never_end(OpId id) const {
  using enum OpKind;
  const ttgir::Operation& op = module_.operations[id];
  switch (op.kind()) {
    case kWhile:
    case kCall:
    case kBranch:
    case kUnknown:
      return true;
    case kFor: {
      const Number step = op.operand_count < 3 ? Number{} : number(module_.operands(op)[2]);
      return !step || *step <= 0;
    }
    default:
      // Assembly and foreign functions that do more than give a value may do anything.
      return op.row->name == "assert" || module_.attribute(op, "pure") == "false";
  }
}

bool IndexRuns::run_for(OpId id) {
  const ttgir::Operation& op = module_.operations[id];
  const auto operands = module_.operands(op);
  const auto skipped = [&] {
    give(id, {});
    return pass_by(id);
  };
  if (operands.size() < 3) return skipped();
  const Number lower = number(operands[0]);
  const Number upper = number(operands[1]);
  const Number step = number(operands[2]);
  std::vector<Number> carried;
  for (std::size_t i = 3; i < operands.size(); ++i) carried.push_back(number(operands[i]));
  if (!lower || !upper || !step || *step <= 0) return skipped();
  const unsigned bits = integer_bits(module_, module_.type_of(operands[0]));
  if (bits < 2) return skipped();
  const bool is_unsigned = compares_unsigned(module_, op);
  const Predicate below = is_unsigned ? Predicate::kUlt : Predicate::kSlt;
  iterations_.push_back(0);
  bool goes_on = true;
  for (std::int64_t at = *lower; compares(below, at, *upper, bits); ++iterations_.back()) {
    bind(id, 0, 0, {at});
    bind(id, 0, 1, carried);
    goes_on = run_region(id, 0);
    if (!goes_on) break;
    carried = yielded_;
    auto left = static_cast<std::uint64_t>(*upper) - static_cast<std::uint64_t>(at);
    if (is_unsigned && bits < 64) left &= (std::uint64_t{1} << bits) - 1;
    if (left <= static_cast<std::uint64_t>(*step)) break;
    const auto next = static_cast<std::uint64_t>(at) + static_cast<std::uint64_t>(*step);
    at = wrapped(static_cast<std::int64_t>(next), bits);
  }
  iterations_.pop_back();
  give(id, goes_on ? carried : std::vector<Number>{});
  return goes_on;
}

bool IndexRuns::run_while(OpId id) {
  const ttgir::Operation& op = module_.operations[id];
  std::vector<Number> carried;
  for (const auto& operand : module_.operands(op)) carried.push_back(number(operand));
  iterations_.push_back(0);
  bool goes_on = true;
  for (;; ++iterations_.back()) {
    bind(id, 0, 0, carried);
    const std::vector<Number> before = carried;
    goes_on = run_region(id, 0);
    if (!goes_on) break;
    goes_on = !yielded_.empty() && yielded_[0];
    if (!goes_on) {
      stop_at(id);
      break;
    }
    const bool again = *yielded_[0] != 0;
    carried.assign(yielded_.begin() + 1, yielded_.end());
    if (!again) break;
    bind(id, 1, 0, carried);
    goes_on = run_region(id, 1);
    if (!goes_on) break;
    // What decided this round decides the next, and so on.
    goes_on = yielded_ != before;
    if (!goes_on) {
      stop_at(id);
      break;
    }
    carried = yielded_;
  }
  iterations_.pop_back();
  give(id, goes_on ? carried : std::vector<Number>{});
  return goes_on;
}

bool IndexRuns::run_if(OpId id) {
  const auto operands = module_.operands(module_.operations[id]);
  const Number condition = operands.empty() ? Number{} : number(operands[0]);
  if (!condition) {
    give(id, {});
    return pass_by(id);
  }
  const std::uint32_t region = *condition != 0 ? 0 : 1;
  yielded_.clear();
  const bool goes_on = region >= module_.operations[id].regions || run_region(id, region);
  give(id, yielded_);
  return goes_on;
}

bool IndexRuns::run_call(OpId id) {
  const ttgir::Operation& op = module_.operations[id];
  const auto function = functions_.find(name_of_callee(module_, op));
  if (function == functions_.end()) return stop_at(id);
  const auto callee = static_cast<OpId>(function->second - module_.operations.data());
  const bool is_running = std::ranges::find(called_, callee) != called_.end();
  if (is_running || called_.size() == kMaxCalls) return stop_at(id);
  std::vector<Number> given;
  for (const auto& operand : module_.operands(op)) given.push_back(number(operand));
  bind(callee, 0, 0, given);
  called_.push_back(callee);
  returned_ = false;
  run_region(callee, 0);
  called_.pop_back();
  give(id, {});
  return std::exchange(returned_, false) || stop_at(id);
}

bool IndexRuns::run_warp_specialize(OpId id) {
  const ttgir::Operation& op = module_.operations[id];
  const auto captured = [&](const ttgir::Operation& holder) {
    std::vector<Number> values;
    for (const auto& operand : module_.operands(holder)) values.push_back(number(operand));
    return values;
  };
  const auto own = captured(op);
  std::vector<Number> results;
  bool ends = true;
  for (std::uint32_t region = 0; region < op.regions; ++region) {
    bind(id, region, 0, own);
    ends = run_region(id, region) && ends;
    if (region == 0) results = yielded_;
    for (OpId inner = id + 1; inner < op.end; inner = module_.operations[inner].end) {
      const ttgir::Operation& holder = module_.operations[inner];
      if (holder.kind() != OpKind::kWarpSpecializePartitions ||
          module_.blocks[holder.block].region != region) {
        continue;
      }
      const auto given = holder.operand_count != 0 ? captured(holder) : own;
      for (std::uint32_t part = 0; part < holder.regions; ++part) {
        bind(inner, part, 0, given);
        ends = run_region(inner, part) && ends;
      }
    }
  }
  give(id, results);
  return ends;
}

IndexRuns::Number IndexRuns::computed(const ttgir::Operation& op) const {
  const unsigned bits = integer_bits(module_, module_.results(op)[0].type);
  if (bits == 0) return std::nullopt;
  if (const auto constant = constant_of(module_, op)) return wrapped(*constant, bits);
  const auto operands = module_.operands(op);
  const auto operand = [&](std::size_t i) {
    return i < operands.size() ? number(operands[i]) : Number{};
  };
  switch (op.kind()) {
    // Of a tensor whose elements are all one number.
    case OpKind::kSplat:
    case OpKind::kBroadcast:
    case OpKind::kExpandDims:
    case OpKind::kReshape:
    case OpKind::kTrans:
    case OpKind::kConvertLayout:
      return operand(0);
    default:
      break;
  }
  const IndexOp what = index_op(op.name);
  if (what == IndexOp::kNone) return std::nullopt;
  if (what == IndexOp::kSelect) {
    const Number condition = operand(0);
    return condition ? operand(*condition != 0 ? 1 : 2) : Number{};
  }
  const Number a = operand(0);
  if (!a) return std::nullopt;
  const unsigned from = integer_bits(module_, module_.type_of(operands[0]));
  switch (what) {
    case IndexOp::kExtendS:
    case IndexOp::kIndexCast:
    case IndexOp::kTruncate:
    case IndexOp::kExtendU:
      return cast_value(what, *a, from, bits);
    default:
      break;
  }
  const Number b = operand(1);
  if (!b || operands.size() != 2) return std::nullopt;
  if (what == IndexOp::kCompare) {
    const auto predicate = predicate_of(module_, op);
    return predicate && from != 0 ? Number{compares(*predicate, *a, *b, from)} : Number{};
  }
  return value_of(what, *a, *b, bits);
}

}  // namespace tileproof
