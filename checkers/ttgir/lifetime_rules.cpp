// Is a memory still its own where its name is used?  A compiler gives an allocation one place,
// which is the same in each round of a loop, and others' behind its last use that it sees.
#include <algorithm>
#include <utility>

#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::OpId;
using ttgir::OpKind;

namespace {

bool allocates(OpKind kind) {
  return kind == OpKind::kLocalAlloc || kind == OpKind::kTmemAlloc || kind == OpKind::kStorageAlloc;
}

constexpr std::string_view kPlace = "allocation.offset";

}  // namespace

// The bytes that a file says an allocation has; nothing where it does not, or its size is not
// known.
std::optional<std::pair<Word, Word>> ModuleChecker::placed_bytes(const Operation& op) {
  const auto offset = integer_attribute(op, kPlace);
  const TypeId id = result_type(op);
  if (!offset || *offset < 0 || op.kind() != OpKind::kLocalAlloc || id == ttgir::kNoType) {
    return std::nullopt;
  }
  const auto size = views_.size_of(id);
  if (!size) return std::nullopt;
  return std::pair(static_cast<Word>(*offset), static_cast<Word>(*offset) + size->bytes);
}

// Is it read behind one that has values in its bytes, in the same run of operations?
bool ModuleChecker::is_overwritten_by(const Operation& op, const Operation& other) const {
  if (other.block != op.block || other.offset < op.offset || op.operand_count == 0 ||
      other.operand_count == 0 || op.result_count == 0) {
    return false;
  }
  for (auto at = id_of(other) + 1; at < module_.operations.size(); ++at) {
    const Operation& later = module_.operations[at];
    if (later.block != op.block) continue;
    const auto operands = module_.operands(later);
    const bool names_it = std::ranges::any_of(
        operands, [&](const auto& operand) { return operand.value == op.first_result; });
    if (names_it) return later.kind() == OpKind::kLocalLoad;
  }
  return false;
}

// What lies apart from all others needs no look at when it is used.
void ModuleChecker::check_placed_apart(const Operation& op) {
  const auto own = placed_bytes(op);
  if (!own) return add_unknown(op, Topic::kOverlap, "which bytes the file gives it");
  for (const Operation& other : module_.operations) {
    if (&other == &op) continue;
    if (other.kind() == OpKind::kCall) {
      return add_unknown(op, Topic::kOverlap, "where a function that is called has its memory");
    }
    const bool is_placed = module_.attribute(other, kPlace).has_value();
    if (!is_placed && other.kind() != OpKind::kLocalAlloc) continue;
    const auto there = placed_bytes(other);
    if (there && (there->second <= own->first || own->second <= there->first)) continue;
    // Others have memory for a while, whose size is not said.
    const auto begin = integer_attribute(other, kPlace);
    if (!there && begin && *begin >= 0 && own->second <= static_cast<Word>(*begin)) continue;
    if (there && is_overwritten_by(op, other)) {
      require(op,
              Topic::kOverlap,
              false,
              "it is read behind another '",
              other.name,
              "', whose values are in bytes ",
              std::max(own->first, there->first),
              " to ",
              std::min(own->second, there->second) - 1);
      return;
    }
    return add_unknown(op,
                       Topic::kOverlap,
                       "whether it is used while the memory of another '" +
                           std::string(other.name) + "' is, which may lie there");
  }
  add_decided(op, Topic::kOverlap);
}

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

// Tensor memory that control flow gives: compilers do not follow it there, and may give its columns
// to what is allocated from `op` on.
bool ModuleChecker::require_tensor_memory_kept(const Operation& op, const Operation& around) {
  const auto operands = module_.operands(op);
  const auto found = std::ranges::find_if(operands, [&](const ttgir::Operand& operand) {
    const TypeId id = defined_type(operand);
    return is_memory(id) && type(id).space == ttgir::MemorySpace::kTensorMemory;
  });
  if (found == operands.end()) return true;
  for (auto at = id_of(around) + 1; at < module_.operations.size(); ++at) {
    if (module_.operations[at].kind() != OpKind::kTmemAlloc) continue;
    add_unknown(op,
                Topic::kOverlap,
                "whether " + std::string(found->name) +
                    " is kept when tensor memory is allocated behind it");
    return false;
  }
  return true;
}

// What a function gives back is not followed by who calls it.
bool ModuleChecker::require_no_memory_returned(const Operation& op) {
  for (const ttgir::Operand& operand : module_.operands(op)) {
    if (!is_memory(defined_type(operand))) continue;
    add_unknown(
        op,
        Topic::kOverlap,
        "whether the caller keeps " + std::string(operand.name) + ", whose place others may get");
    return false;
  }
  return true;
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
