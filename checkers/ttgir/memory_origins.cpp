#include "checkers/ttgir/memory_origins.hpp"

#include <vector>

namespace tileproof {

namespace {

using ttgir::Operation;
using ttgir::OpId;
using ttgir::OpKind;
using ttgir::ValueId;

class Walk {
 public:
  explicit Walk(const ttgir::Module& module) : module_(module) {}

  std::optional<std::set<ValueId>> from(ValueId value) {
    todo_.push_back(value);
    while (!todo_.empty()) {
      const ValueId next = todo_.back();
      todo_.pop_back();
      if (next == ttgir::kNoValue) return std::nullopt;
      if (!seen_.insert(next).second) continue;
      const ttgir::Value& at = module_.values[next];
      const bool is_known = at.op != ttgir::kNoOp ? take_result(next) : take_argument(next);
      if (!is_known) return std::nullopt;
    }
    return std::move(origins_);
  }

 private:
  [[nodiscard]] bool is_memory(const ttgir::Operand& operand) const {
    const auto type = module_.type_of(operand);
    return type != ttgir::kNoType && module_.types[type].kind == ttgir::Type::Kind::kMemDesc;
  }

  bool take_operand(const Operation& op, std::size_t index) {
    if (index >= op.operand_count) return false;
    todo_.push_back(module_.operands(op)[index].value);
    return true;
  }

  // What regions of `op` yield in this place.
  bool take_yielded(const Operation& op, std::size_t index) {
    for (OpId inner = id_of(op) + 1; inner < op.end; inner = module_.operations[inner].end) {
      const Operation& last = module_.operations[inner];
      if (last.kind() == OpKind::kYield && !take_operand(last, index)) return false;
    }
    return true;
  }

  // All memory that a loop begins with, or goes on with.
  bool take_all(const Operation& loop) {
    const auto take_memories = [&](const Operation& op) {
      for (const ttgir::Operand& operand : module_.operands(op)) {
        if (is_memory(operand)) todo_.push_back(operand.value);
      }
    };
    take_memories(loop);
    for (OpId inner = id_of(loop) + 1; inner < loop.end; inner = module_.operations[inner].end) {
      take_memories(module_.operations[inner]);
    }
    return true;
  }

  bool take_result(ValueId value) {
    const Operation& op = module_.operations[module_.values[value].op];
    const std::size_t index = module_.values[value].index;
    switch (op.kind()) {
      case OpKind::kLocalAlloc:
      case OpKind::kTmemAlloc:
        origins_.insert(value);
        return true;
      case OpKind::kStorageAlloc:
        if (op.operand_count == 0) return false;
        origins_.insert(module_.operands(op)[0].value);
        return module_.operands(op)[0].value != ttgir::kNoValue;
      case OpKind::kFor:
        return take_operand(op, 3 + index) && take_yielded(op, index);
      case OpKind::kIf:
        return take_yielded(op, index);
      case OpKind::kWhile:
        return take_all(op);
      default: {
        const auto operands = module_.operands(op);
        const bool is_view = op.regions == 0 && !operands.empty() && is_memory(operands[0]);
        return is_view && take_operand(op, 0);
      }
    }
  }

  bool take_argument(ValueId value) {
    const ttgir::Block& block = module_.blocks[module_.values[value].block];
    if (block.parent == ttgir::kNoOp) return false;
    const Operation& op = module_.operations[block.parent];
    const std::size_t index = module_.values[value].index;
    const bool is_first = is_entry(module_.values[value].block);
    switch (op.kind()) {
      case OpKind::kFunction:
        if (is_first) origins_.insert(value);
        return is_first;
      case OpKind::kFor:
        return is_first && index != 0 && take_operand(op, 2 + index) && take_yielded(op, index - 1);
      case OpKind::kWhile:
        return is_first && take_all(op);
      case OpKind::kWarpSpecialize:
        return is_first && take_operand(op, index);
      case OpKind::kWarpSpecializePartitions:
        return is_first && take_operand(op.operand_count != 0 || op.parent == ttgir::kNoOp
                                            ? op
                                            : module_.operations[op.parent],
                                        index);
      default:
        return false;
    }
  }

  // No other block stands before it in its region.
  [[nodiscard]] bool is_entry(ttgir::BlockId block) const {
    const ttgir::Block& own = module_.blocks[block];
    for (ttgir::BlockId at = module_.operations[own.parent].block + 1; at < block; ++at) {
      const ttgir::Block& other = module_.blocks[at];
      if (other.parent == own.parent && other.region == own.region) return false;
    }
    return true;
  }
  [[nodiscard]] OpId id_of(const Operation& op) const {
    return static_cast<OpId>(&op - module_.operations.data());
  }

  const ttgir::Module& module_;
  std::set<ValueId> seen_;
  std::vector<ValueId> todo_;
  std::set<ValueId> origins_;
};

}  // namespace

std::optional<std::set<ValueId>> origins_of(const ttgir::Module& module, ValueId value) {
  return Walk(module).from(value);
}

}  // namespace tileproof
