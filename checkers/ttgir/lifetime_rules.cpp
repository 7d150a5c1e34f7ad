// Is a memory still its own where its name is used?  A compiler gives an allocation one place,
// which is the same in each round of a loop, and others' behind its last use that it sees.
#include <algorithm>
#include <array>
#include <set>
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
constexpr std::array kGoOn = {
    OpKind::kYield, OpKind::kBranch, OpKind::kCondition, OpKind::kReturn, OpKind::kCall};

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
  // Both may leave the same there.
  if (module_.operands(op)[0].value == module_.operands(other)[0].value) return false;
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

// Read once, and not anew for each of them.
const std::vector<ModuleChecker::PlacedOperation>& ModuleChecker::placed_operations() {
  if (placed_operations_) return *placed_operations_;
  placed_operations_.emplace();
  for (const Operation& op : module_.operations) {
    const bool is_placed = module_.attribute(op, kPlace).has_value();
    const bool has_memory = is_placed || op.kind() == OpKind::kLocalAlloc;
    if (!has_memory && op.kind() != OpKind::kCall) continue;
    placed_operations_->push_back(
        {id_of(op), placed_bytes(op), is_placed ? integer_attribute(op, kPlace) : std::nullopt});
  }
  return *placed_operations_;
}

// What lies apart from all others needs no look at when it is used.
void ModuleChecker::check_placed_apart(const Operation& op) {
  const auto own = placed_bytes(op);
  if (!own) return add_unknown(op, Topic::kOverlap, "which bytes the file gives it");
  std::string doubt;  // the first; what refutes it may stand behind
  const auto is_doubtful = [&](const std::string& why) {
    if (doubt.empty()) doubt = why;
  };
  for (const auto& [id, there, begin] : placed_operations()) {
    const Operation& other = module_.operations[id];
    if (&other == &op) continue;
    if (other.kind() == OpKind::kCall) {
      is_doubtful("where a function that is called has its memory");
      continue;
    }
    if (there && (there->second <= own->first || own->second <= there->first)) continue;
    // Others have memory for a while, whose size is not said.
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
    is_doubtful("whether it is used while the memory of another '" + std::string(other.name) +
                "' is, which may lie there");
  }
  if (!doubt.empty()) return add_unknown(op, Topic::kOverlap, std::move(doubt));
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

// What is used in a round of a loop is used in the next one again, and beside what other warps do.
OpId ModuleChecker::end_of_use(const Operation& user, OpId definition) const {
  OpId end = user.end;
  for (OpId at = user.parent; at != ttgir::kNoOp && at > definition;
       at = module_.operations[at].parent) {
    const Operation& around = module_.operations[at];
    const bool is_repeated = around.kind() == OpKind::kFor || around.kind() == OpKind::kWhile ||
                             around.kind() == OpKind::kWarpSpecialize;
    if (is_repeated) end = around.end;
  }
  return end;
}

ModuleChecker::Use ModuleChecker::last_use(ttgir::ValueId value,
                                           std::initializer_list<OpKind> views) const {
  std::set<ttgir::ValueId> names{value};
  Use use{module_.values[value].op, false};
  const ttgir::BlockId home = module_.operations[use.last].block;
  for (OpId at = use.last + 1; at < module_.operations.size(); ++at) {
    const Operation& op = module_.operations[at];
    const bool has_it = std::ranges::any_of(
        module_.operands(op), [&](const auto& operand) { return names.contains(operand.value); });
    if (!has_it) continue;
    use.last = std::max(use.last, end_of_use(op, module_.values[value].op) - 1);
    const bool is_view = std::ranges::count(views, op.kind()) != 0;
    if (is_view && op.result_count != 0) names.insert(op.first_result);
    const bool passes_on = op.result_count != 0 && is_memory(module_.results(op)[0].type);
    const bool is_end = std::ranges::count(kGoOn, op.kind()) != 0;
    const bool is_elsewhere =
        module_.blocks[op.block].parent == module_.blocks[home].parent && op.block != home;
    use.goes_on =
        use.goes_on || op.regions != 0 || is_end || is_elsewhere || (passes_on && !is_view);
  }
  return use;
}

// Compilers see how long tensor memory is used by its name, or an index or a reinterpretation of
// it, but not by a slice: its columns may be given to what is allocated while a slice is still
// used.
bool ModuleChecker::require_slice_kept(const Operation& op) {
  using enum OpKind;
  if (op.result_count == 0) return true;
  const ttgir::Value* whole = module_.definition(module_.operands(op)[0]);
  while (whole != nullptr && whole->op != ttgir::kNoOp) {
    const Operation& giver = module_.operations[whole->op];
    const bool is_view = giver.kind() == kMemdescIndex || giver.kind() == kMemdescReinterpret ||
                         giver.kind() == kTmemSubslice;
    if (!is_view) break;
    whole = module_.definition(module_.operands(giver)[0]);
  }
  const bool is_allocation = whole != nullptr && whole->op != ttgir::kNoOp &&
                             module_.operations[whole->op].kind() == kTmemAlloc;
  const OpId kept = is_allocation
                        ? last_use(static_cast<ttgir::ValueId>(whole - module_.values.data()),
                                   {kMemdescIndex, kMemdescReinterpret})
                              .last
                        : id_of(op);
  const Use slice = last_use(op.first_result, {kMemdescIndex, kMemdescReinterpret, kTmemSubslice});
  for (OpId at = id_of(op) + 1; at < module_.operations.size(); ++at) {
    const Operation& other = module_.operations[at];
    if (other.kind() != kTmemAlloc || function_around(other) != function_around(op)) continue;
    if (kept > at || (slice.last < at && !slice.goes_on)) continue;
    add_unknown(
        op, Topic::kOverlap, "whether the slice is kept when tensor memory is allocated behind it");
    return false;
  }
  return true;
}

// What is allocated between a block and a branch back to it has its old place in the next round.
bool ModuleChecker::require_no_memory_sent_back(const Operation& op,
                                                const ttgir::Block& target,
                                                std::span<const ttgir::Operand> passed) {
  const auto first = static_cast<ttgir::BlockId>(&target - module_.blocks.data());
  if (first > op.block) return true;
  OpId begin = id_of(op);
  bool allocates_again = false;
  for (; begin > 0 && module_.operations[begin - 1].block >= first; --begin) {
    allocates_again = allocates_again || allocates(module_.operations[begin - 1].kind());
  }
  for (const ttgir::Operand& operand : passed) {
    if (!allocates_again || !is_memory(defined_type(operand))) continue;
    const ttgir::Value* value = module_.definition(operand);
    const bool is_from_before =
        value != nullptr && (value->op != ttgir::kNoOp ? value->op < begin : value->block <= first);
    if (is_from_before) continue;
    add_unknown(op,
                Topic::kOverlap,
                "whether " + std::string(operand.name) +
                    " is allocated in the loop, and in the next round again in its place");
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
