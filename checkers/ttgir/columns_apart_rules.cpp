// Is what a product reads in tensor memory somewhere else than what it writes?
#include <algorithm>

#include "checkers/ttgir/memory_origins.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

// Views are followed to the allocation, or the parameter, and each begins so far behind what it is
// of as it has less room.  Another name for a memory begins where that does, whatever its size.
std::optional<ModuleChecker::Columns> ModuleChecker::columns_of(const ttgir::Operand& operand,
                                                                TypeId id) {
  Word begin = 0;
  MemoryView view = views_.of(operand.value, id);
  ttgir::ValueId value = operand.value;
  while (value != ttgir::kNoValue && module_.values[value].op != ttgir::kNoOp) {
    const Operation& op = module_.operations[module_.values[value].op];
    if (op.kind() == ttgir::OpKind::kTmemAlloc) break;
    const bool is_view = op.regions == 0 && op.operand_count != 0 && is_memory(operand_type(op, 0));
    if (!is_view || view.room.may_be_more) return std::nullopt;
    value = module_.operands(op)[0].value;
    const MemoryView whole = views_.of(value, operand_type(op, 0));
    if (op.kind() != ttgir::OpKind::kLocalAlias) {
      if (whole.room.may_be_more || whole.room.value < view.room.value) return std::nullopt;
      begin += whole.room.value - view.room.value;
    }
    view = whole;
  }
  const auto size = views_.size_of(id);
  const auto& seen = type(id).shape;
  const auto& of_layout = placed(id).shape;
  if (value == ttgir::kNoValue || view.room.may_be_more || !size || of_layout.empty()) {
    return std::nullopt;
  }
  // Of several blocks of rows, a slice has columns here and there.
  const auto* tile = type(id).layout->as<triton::TensorMemory>();
  const bool is_cut = seen.back() != of_layout.back();
  if (is_cut && (tile == nullptr || of_layout[of_layout.size() - 2] > tile->block_m)) {
    return std::nullopt;
  }
  Word buffers = 1;
  for (std::size_t d = 0; d + of_layout.size() < seen.size(); ++d) buffers *= seen[d];
  const Word one = size->bytes / size->buffers * seen.back() / of_layout.back();
  return Columns{begin, begin + buffers * one};
}

bool ModuleChecker::require_apart_from_sum(const Operation& op,
                                           const std::vector<std::size_t>& read,
                                           Word instructions) {
  constexpr std::size_t kSum = 2;
  const auto operands = module_.operands(op);
  const auto of_sum = origins_of(module_, operands[kSum].value);
  for (const std::size_t at : read) {
    if (type(operand_type(op, at)).space != ttgir::MemorySpace::kTensorMemory) continue;
    const auto of_read = origins_of(module_, operands[at].value);
    const bool may_meet = !of_sum || !of_read || std::ranges::any_of(*of_read, [&](auto origin) {
      return of_sum->contains(origin);
    });
    if (!may_meet) continue;
    const auto sum = columns_of(operands[kSum], operand_type(op, kSum));
    const auto other = columns_of(operands[at], operand_type(op, at));
    const std::string name(operands[at].name);
    if (!sum || !other) {
      add_unknown(
          op,
          Topic::kOperands,
          "whether " + name + " lies apart from the sum, " + std::string(operands[kSum].name));
      return false;
    }
    const Word first = std::max(sum->begin, other->begin);
    const Word end = std::min(sum->end, other->end);
    if (end <= first) continue;
    constexpr Word kColumn = 4;
    const std::string words = name + " and the sum have columns " +
                              std::to_string(first / kColumn) + " to " +
                              std::to_string((end - 1) / kColumn) + " of one allocation in common";
    if (instructions > 1) {
      return require(
          op, Topic::kOperands, false, words, ", which the first instruction overwrites");
    }
    add_unknown(op, Topic::kOperands, words);
    return false;
  }
  return true;
}

}  // namespace tileproof
