// TLX's storages, the groups of buffers that share them, and what is promised of these:
// docs/buffers.md, of which a file's operations are another text.
#include <algorithm>

#include "checkers/buffers/check_buffers.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using buffers::Allocation;
using buffers::Group;
using buffers::Memory;
using buffers::Plan;
using ttgir::kNoType;
using ttgir::MemorySpace;
using ttgir::OpKind;

namespace {

// Whether "shared" or "distinct" stands first: `group_kind = shared`, `!tlx.reuse_group<distinct>`.
std::optional<bool> distinct_in(std::string_view text) {
  const auto shared = text.find("shared");
  const auto distinct = text.find("distinct");
  if (shared == distinct) return std::nullopt;  // neither
  return distinct < shared;
}

// Of `!tlx.storage_alias_spec<smem>`.
std::optional<Memory> memory_in(std::string_view type) {
  if (type.find("storage_alias_spec<smem") != std::string_view::npos) return Memory::kShared;
  if (type.find("storage_alias_spec<tmem") != std::string_view::npos) return Memory::kTensor;
  return std::nullopt;
}

// A scale's place in tensor memory before its layout is chosen.
constexpr std::string_view kPlaceholder = "dummy_tmem_layout";

}  // namespace

// In pretty form behind the keyword, in generic form an attribute.
std::optional<bool> ModuleChecker::is_distinct(const Operation& group) const {
  if (const auto value = module_.attribute(group, "group_kind")) return distinct_in(*value);
  const auto text = behind_keyword(group, "group_kind");
  return text ? distinct_in(*text) : std::nullopt;
}

void ModuleChecker::check_storage_allocation(const Operation& op) {
  const TypeId result = result_type(op);
  const TypeId spec = operand_type(op, 0);
  if (result == kNoType || spec == kNoType) return add_untyped(op);
  const auto memory = memory_in(to_string(type(spec)));
  if (!memory) return add_unknown(op, Topic::kTypes, "the text does not say in which memory it is");
  const bool is_shared = *memory == Memory::kShared;
  const MemorySpace wanted = is_shared ? MemorySpace::kShared : MemorySpace::kTensorMemory;
  if (!require_types(op,
                     type(result).space == wanted,
                     type(result),
                     " is not in ",
                     is_shared ? "shared memory" : "tensor memory") ||
      !require_whole_memory(op, type(result), false)) {
    return;
  }
  if (op.result_count != 0) views_.set(op.first_result, views_.whole(result, std::nullopt));
  if (!is_shared && !require_columns(op, result)) return;
  add_decided(op, Topic::kTypes);
}

// The storage of both ends where the larger does: the compiler sees to that.
void ModuleChecker::check_local_alias(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  if (from == kNoType || to == kNoType) return add_untyped(op);
  if (!require_types(op,
                     type(from).space == type(to).space,
                     "storage changes: ",
                     type(from),
                     " and ",
                     type(to)) ||
      !require_types(op,
                     type(from).is_mutable || !type(to).is_mutable,
                     "a memory that may not be written becomes one that may") ||
      !require_types(
          op,
          type(from).shape == type(from).alloc_shape && type(to).shape == type(to).alloc_shape,
          "a part of a memory is taken for another: ",
          type(from),
          " and ",
          type(to))) {
    return;
  }
  const Operation* giver = definition_of(module_.operands(op)[0]);
  const OpKind kind = giver == nullptr ? OpKind::kUnknown : giver->kind();
  if (kind != OpKind::kLocalAlloc && kind != OpKind::kTmemAlloc && kind != OpKind::kStorageAlloc &&
      kind != OpKind::kLocalAlias) {
    return add_unknown(op, Topic::kTypes, "compilers take no alias of what is no allocation");
  }
  MemoryView view = views_.whole(to, std::nullopt);
  view.alignment = views_.of(module_.operands(op)[0].value, from).alignment;
  if (op.result_count != 0) views_.set(op.first_result, std::move(view));
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_reuse_group(const Operation& op) {
  const TypeId result = result_type(op);
  if (result == kNoType) return add_untyped(op);
  const auto kind = is_distinct(op);
  if (!kind)
    return add_unknown(op, Topic::kTypes, "the text does not say what kind of group it is");
  const std::string text = to_string(type(result));
  if (!require_types(op, distinct_in(text) == kind, "a group of another kind gives ", text) ||
      !require_types(op, op.operand_count != 0, "a group without a member") ||
      !require_types(op,
                     number_of(op, "group_size", "group_size").value_or(1) != 0,
                     "a group's size is 1 or more")) {
    return;
  }
  for (const ttgir::Operand& member : module_.operands(op)) {
    const TypeId id = module_.type_of(member);
    if (id == kNoType) return add_untyped(op);
    const std::string written = to_string(type(id));
    if (!require_types(op,
                       type(id).kind == Type::Kind::kMemDesc ||
                           written.find("reuse_group<") != std::string::npos,
                       written,
                       " is neither a memory nor a group")) {
      return;
    }
  }
  add_decided(op, Topic::kTypes);
}

// The storage with all allocations in it; those that a group names are found by their values.
class ModuleChecker::OverlapReader {
 public:
  OverlapReader(ModuleChecker& checker, const Operation& op, Plan& plan)
      : checker_(checker), op_(op), plan_(plan) {}

  // False if a finding was added.
  bool read() {
    const auto operands = checker_.module_.operands(op_);
    const Operation* spec = checker_.definition_of(operands[0]);
    const Operation* group = checker_.definition_of(operands[1]);
    if (spec == nullptr || spec->kind() != OpKind::kStorageSpec || group == nullptr ||
        group->kind() != OpKind::kReuseGroup) {
      return unknown("the text does not show the storage or the group");
    }
    const TypeId of_spec = checker_.result_type(*spec);
    const auto memory =
        of_spec == kNoType ? std::nullopt : memory_in(to_string(checker_.type(of_spec)));
    if (!memory) return unknown("the text does not say in which memory it is");
    plan_.storages.push_back({std::string(operands[0].name), *memory, true});
    if (!read_members(operands[0].value)) return false;
    read_stated_size(*spec);
    auto whole = read_group(*group, buffers::kMostNesting);
    if (!whole) return false;
    if (buffers::most_indices(*whole) > buffers::kMostBuffers) {
      return unknown("groups of more than 4096 indices");
    }
    storage().overlap = std::move(whole);
    return true;
  }

 private:
  bool unknown(std::string reason) {
    checker_.add_unknown(op_, Topic::kOverlap, std::move(reason));
    return false;
  }
  buffers::Storage& storage() { return plan_.storages.front(); }

  bool read_members(ttgir::ValueId spec) {
    for (const Operation& op : checker_.module_.operations) {
      if (op.kind() != OpKind::kStorageAlloc || op.operand_count == 0 || op.result_count == 0 ||
          checker_.module_.operands(op)[0].value != spec) {
        continue;
      }
      if (!read_allocation(op)) return false;
    }
    return true;
  }

  bool read_allocation(const Operation& op) {
    const TypeId id = checker_.result_type(op);
    if (id == kNoType || !checker_.type(id).is_shaped() || checker_.type(id).shape.empty()) {
      return unknown("an allocation without a shape");
    }
    const Type& type = checker_.type(id);
    Allocation allocation;
    allocation.memory = storage().memory;
    allocation.buffers = type.shape[0];
    allocation.element_bytes = (Word{type.element_bits} + 7) / 8;
    allocation.shape.assign(type.shape.begin() + 1, type.shape.end());
    const auto size = size_of(id, allocation);
    if (!size) return unknown(size.error().message);
    if (allocation.buffers > buffers::kMostBuffers || *size == 0 || *size > buffers::kMostUnits ||
        plan_.allocations.size() == buffers::kMostAllocations) {
      return unknown("more buffers than are looked at, or larger ones");
    }
    allocation.size = *size;
    allocation.name = name_of(op);
    values_.push_back(op.first_result);
    storage().members.push_back(plan_.allocations.size());
    plan_.allocations.push_back(std::move(allocation));
    return true;
  }

  // As it is called where it is used.
  [[nodiscard]] std::string name_of(const Operation& op) const {
    for (const ttgir::Operand& operand : checker_.module_.operand_pool) {
      if (operand.value == op.first_result) return std::string(operand.name);
    }
    return "the one at line " + std::to_string(checker_.lines_.line_column(op.offset).line);
  }

  // In bytes or columns, of one buffer, as the compiler counts them.
  Result<Word> size_of(TypeId id, const Allocation& allocation) {
    const Type& type = checker_.type(id);
    if (type.encoding.find(kPlaceholder) != std::string_view::npos &&
        allocation.shape.size() == 2) {
      return (allocation.shape[0] + 31) / 32 * ((allocation.shape[1] + 3) / 4);
    }
    TP_TRY(found, checker_.views_.size_of(id));
    if (allocation.memory == Memory::kTensor) {
      return (found.bytes / allocation.buffers + 3) / 4;
    }
    TP_TRY(size, natural_size(Memory::kShared, allocation.element_bytes, allocation.shape));
    if (found.bytes != size * allocation.buffers) {
      return Error{ErrorCode::kUnsupported,
                   "the layout of " + to_string(type) + " leaves gaps, which TLX does not count"};
    }
    return size;
  }

  // In tensor memory bytes of all rows, of which there are 64 or 128.
  void read_stated_size(const Operation& spec) {
    auto size = checker_.number_of(spec, "buffer_size_bytes", "size");
    if (!size) return;
    if (storage().memory == Memory::kTensor) {
      Word rows = 64;
      for (const Allocation& a : plan_.allocations) {
        if (a.shape.size() > 1 && a.shape[a.shape.size() - 2] > 64) rows = 128;
      }
      size = *size / (4 * rows);
    }
    storage().stated_size = size;
  }

  std::optional<Group> read_group(const Operation& op, unsigned depth) {
    const auto kind = checker_.is_distinct(op);
    if (!kind || depth == 0 || op.operand_count == 0) {
      unknown(!kind        ? "a group whose kind is not said"
              : depth == 0 ? "groups in more than 16 groups"
                           : "a group without a member");
      return std::nullopt;
    }
    Group group;
    group.is_distinct = *kind;
    group.size = std::clamp<Word>(checker_.number_of(op, "group_size", "group_size").value_or(1),
                                  1,
                                  buffers::kMostBuffers + 1);
    for (const ttgir::Operand& operand : checker_.module_.operands(op)) {
      const Operation* member = checker_.definition_of(operand);
      std::optional<Group> inner;
      if (member != nullptr && member->kind() == OpKind::kReuseGroup) {
        inner = read_group(*member, depth - 1);
      } else {
        inner = read_leaf(operand);
      }
      if (!inner) return std::nullopt;
      group.members.push_back(*std::move(inner));
    }
    return group;
  }

  std::optional<Group> read_leaf(const ttgir::Operand& operand) {
    const auto found = std::ranges::find(values_, operand.value);
    const bool is_in = found != values_.end();
    const auto leaf = static_cast<std::size_t>(found - values_.begin());
    const bool is_new = is_in && std::ranges::count(in_group_, leaf) == 0;
    if (!checker_.require_types(
            op_, is_in, operand.name, " is not allocated in ", storage().name) ||
        !checker_.require_types(op_, is_new, operand.name, " is in the group twice")) {
      return std::nullopt;
    }
    in_group_.push_back(leaf);
    return Group{leaf};
  }

  ModuleChecker& checker_;
  const Operation& op_;
  Plan& plan_;
  std::vector<ttgir::ValueId> values_;  // of the allocations
  std::vector<std::size_t> in_group_;
};

void ModuleChecker::check_buffer_overlap(const Operation& op) {
  if (op.operand_count != 2) return add_untyped(op);
  if (!target_) return add_unknown(op, Topic::kOverlap, no_target_);
  const ttgir::ValueId spec = module_.operands(op)[0].value;
  const auto is_earlier = [&](const Operation& other) {
    return other.kind() == OpKind::kBufferOverlap && other.offset < op.offset &&
           other.operand_count != 0 && module_.operands(other)[0].value == spec;
  };
  if (!require_types(op,
                     std::ranges::none_of(module_.operations, is_earlier),
                     module_.operands(op)[0].name,
                     " has an overlap already")) {
    return;
  }
  Plan plan{*target_};
  if (!OverlapReader(*this, op, plan).read()) return;
  for (auto& finding : check_buffers(plan, options_.limits).findings) {
    std::string of;
    for (const std::string& name : finding.of) of += (of.empty() ? "" : ", ") + name;
    add(op, Topic::kOverlap, std::move(finding.verdict), {{"claim", finding.claim}, {"of", of}});
    state([] { return FindingClaims{{}, "no claim states what is promised of buffers"}; });
  }
}

}  // namespace tileproof
