// Has an operation the regions that are its own, with as many blocks as they may have, and does
// every block end as it must?  Asked before anything is asked of what the regions say.
#include <algorithm>

#include "checkers/ttgir/module_checker.hpp"
#include "encodings/ttgir/attributes.hpp"

namespace tileproof {

using ttgir::OpKind;

namespace {

constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

struct RegionCounts {
  std::size_t least;
  std::size_t most;
};

bool is_one_of(OpKind kind, std::initializer_list<OpKind> kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

bool ends_block(OpKind kind) {
  using enum OpKind;
  return is_one_of(kind,
                   {kReturn,
                    kBranch,
                    kCondition,
                    kYield,
                    kReduceReturn,
                    kWarpReturn,
                    kWarpSpecializePartitions});
}

// The pretty form may leave out where these go on, if nothing is passed on.
bool may_lack_end(const ttgir::Operation& op) {
  return !op.generic && is_one_of(op.kind(), {OpKind::kFor, OpKind::kIf});
}

bool may_have_regions(const ttgir::Operation& op) {
  using enum OpKind;
  return is_one_of(
      op.kind(),
      {kFunction, kWhile, kRegion, kMapElementwise, kWarpSpecialize, kWarpSpecializePartitions});
}

bool has_one_block(const ttgir::Operation& op, std::uint32_t region) {
  using enum OpKind;
  return is_one_of(op.kind(), {kFor, kIf, kWhile, kReduce, kScan}) ||
         op.row->name == "index_switch" ||
         (op.kind() == kWarpSpecialize && op.generic && region == 1);
}

// Without a block there is nothing to run, and what is declared alone is defined elsewhere.
bool may_be_empty(const ttgir::Operation& op, std::uint32_t region) {
  return op.kind() == OpKind::kFunction || (op.kind() == OpKind::kIf && region == 1) ||
         may_lack_end(op);
}

}  // namespace

bool ModuleChecker::require_regions(const Operation& op) {
  using enum OpKind;
  const OpKind kind = op.kind();
  // In generic form any operation may be followed by regions.
  RegionCounts counts{0, 0};
  if (is_one_of(kind, {kFor, kReduce, kScan, kFunction, kMapElementwise}) ||
      op.row->name == "execute_region") {
    counts = {1, 1};
  } else if (is_one_of(kind, {kIf, kWhile})) {
    counts = {2, 2};
  } else if (kind == kWarpSpecialize) {
    counts = op.generic ? RegionCounts{2, 2} : RegionCounts{1, kAnyNumber};
  } else if (op.row->name == "index_switch") {
    auto cases = ttgir::integers(module_.attribute(op, "cases").value_or(""));
    std::ranges::sort(cases);
    const auto twice = std::ranges::adjacent_find(cases);
    if (!require_types(op, twice == cases.end(), "its cases have one number twice")) return false;
    counts =
        op.generic ? RegionCounts{cases.size() + 1, cases.size() + 1} : RegionCounts{1, kAnyNumber};
  } else if (is_one_of(kind, {kUnknown, kWarpSpecializePartitions})) {
    counts = {0, kAnyNumber};
  }
  const bool may_lack_one = !op.generic && is_one_of(kind, {kIf, kFunction});
  if (may_lack_one) --counts.least;
  return require_types(op,
                       op.regions >= counts.least && op.regions <= counts.most,
                       op.regions,
                       op.regions == 1 ? " region, where it has " : " regions, where it has ",
                       op.regions < counts.least ? counts.least : counts.most) &&
         (kind == kUnknown || op.regions == 0 || require_blocks(op));
}

bool ModuleChecker::require_blocks(const Operation& op) {
  const auto blocks = blocks_of(op);
  for (std::size_t first = 0, behind = 0; first < blocks.size(); first = behind) {
    const ttgir::Block& entry = module_.blocks[blocks[first].block];
    const auto region = entry.region;
    while (behind < blocks.size() && module_.blocks[blocks[behind].block].region == region) {
      ++behind;
    }
    const bool is_bare = entry.label.empty() && entry.argument_count == 0;
    const bool is_empty = behind == first + 1 && is_bare && blocks[first].last == nullptr;
    if (is_empty && may_be_empty(op, region)) continue;
    const bool takes_nothing = op.kind() == OpKind::kIf || op.row->name == "execute_region";
    if (!require_types(op, !is_empty, "its region ", region, " has no block") ||
        !require_types(op,
                       behind == first + 1 || !has_one_block(op, region),
                       "its region ",
                       region,
                       " has ",
                       behind - first,
                       " blocks, where it may have one") ||
        !require_types(op,
                       entry.argument_count == 0 || !takes_nothing,
                       "its region ",
                       region,
                       " takes arguments, and is given none")) {
      return false;
    }
    for (std::size_t i = first; i < behind; ++i) {
      const bool is_whole = blocks[i].last != nullptr || may_lack_end(op);
      if (!require_types(op,
                         is_whole,
                         "block ",
                         module_.blocks[blocks[i].block].label,
                         " of its region ",
                         region,
                         " has no operation")) {
        return false;
      }
    }
  }
  return true;
}

bool ModuleChecker::is_in_its_operation(const Operation& op) const {
  using enum OpKind;
  if (op.parent == ttgir::kNoOp) return !ends_block(op.kind());
  if (op.kind() == kFunction) return module_.operations[op.parent].kind() == kUnknown;
  const Operation& around = module_.operations[op.parent];
  const OpKind parent = around.kind();
  const auto region = module_.blocks[op.block].region;
  if (parent == kUnknown) return true;
  switch (op.kind()) {
    case kReturn:
      return parent == kFunction;
    case kYield:
      if (op.row->name == "warp_yield") return parent == kWarpSpecialize && region == 0;
      return is_one_of(parent, {kFor, kIf, kRegion}) || (parent == kWhile && region == 1);
    case kCondition:
      return parent == kWhile && region == 0;
    case kReduceReturn:
      return op.row->name == std::string(around.row->name) + ".return";
    case kWarpReturn:
      return parent == kWarpSpecializePartitions ||
             (parent == kWarpSpecialize && !around.generic && region != 0);
    case kWarpSpecializePartitions:
      return parent == kWarpSpecialize && around.generic && region == 1;
    default:
      return true;
  }
}

bool ModuleChecker::require_end(const Operation& op) {
  const OpKind kind = op.kind();
  const bool is_last =
      op.end >= module_.operations.size() || module_.operations[op.end].block != op.block;
  const Operation* around = op.parent == ttgir::kNoOp ? nullptr : &module_.operations[op.parent];
  // What a reduction returns, or does not, is said of it.
  const bool goes_on =
      is_last && around != nullptr && !may_lack_end(*around) &&
      !is_one_of(around->kind(), {OpKind::kUnknown, OpKind::kReduce, OpKind::kScan});
  if (goes_on && kind == OpKind::kUnknown && may_have_regions(*around)) {
    add_unknown(op, Topic::kTypes, "whether it ends its block is not known");
    return false;
  }
  return require_types(
             op, is_in_its_operation(op), "it ends no region of the operation around it") &&
         require_types(op, !ends_block(kind) || is_last, "another operation stands behind it") &&
         require_types(op,
                       !goes_on || ends_block(kind) || kind == OpKind::kUnknown,
                       around != nullptr && around->kind() == OpKind::kFunction
                           ? "the function goes on behind it"
                           : "nothing ends the block behind it");
}

}  // namespace tileproof
