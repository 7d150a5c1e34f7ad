// Is a memory still its own where its name is used?  A compiler gives an allocation one place,
// which is the same in each round of a loop, and others' behind its last use that it sees.
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::OpId;
using ttgir::OpKind;

namespace {

bool allocates(OpKind kind) {
  return kind == OpKind::kLocalAlloc || kind == OpKind::kTmemAlloc || kind == OpKind::kStorageAlloc;
}

}  // namespace

// Views are followed to what they are of.  Where something else than an allocation within `scope`
// gives it, such as a branch, it may be of any allocation there.
bool ModuleChecker::is_allocated_within(const ttgir::Operand& given, OpId scope) const {
  const OpId end = module_.operations[scope].end;
  const ttgir::Value* value = module_.definition(given);
  while (value != nullptr && value->op > scope && value->op < end) {
    const Operation& op = module_.operations[value->op];
    if (allocates(op.kind())) return true;
    const auto operands = module_.operands(op);
    const bool is_view =
        op.regions == 0 && !operands.empty() && is_memory(defined_type(operands[0]));
    if (!is_view) break;
    value = module_.definition(operands[0]);
  }
  if (value == nullptr) return false;
  const OpId giver = value->op != ttgir::kNoOp ? value->op : module_.blocks[value->block].parent;
  if (giver == ttgir::kNoOp || giver <= scope || giver >= end) return false;
  for (OpId inner = scope + 1; inner < end; ++inner) {
    if (allocates(module_.operations[inner].kind())) return true;
  }
  return false;
}

bool ModuleChecker::require_outlives(const Operation& op,
                                     OpId scope,
                                     std::size_t first,
                                     std::string_view why) {
  const auto operands = module_.operands(op);
  for (std::size_t i = first; i < operands.size(); ++i) {
    if (!is_memory(defined_type(operands[i])) || !is_allocated_within(operands[i], scope)) continue;
    add_unknown(op, Topic::kOverlap, std::string(operands[i].name) + std::string(why));
    return false;
  }
  return true;
}

}  // namespace tileproof
