#include "checkers/ttgir/visible_values.hpp"

#include <vector>

namespace tileproof {
namespace {

using ttgir::BlockId;
using ttgir::kNoOp;
using ttgir::Module;
using ttgir::OpId;
using ttgir::OpKind;

bool in_one_region(const Module& module, BlockId a, BlockId b) {
  return module.blocks[a].parent == module.blocks[b].parent &&
         module.blocks[a].region == module.blocks[b].region;
}

// Does every way from the region's first block to `block` go through `home`?
bool dominates(const Module& module, BlockId home, BlockId block) {
  BlockId first = 0;
  while (!in_one_region(module, first, home)) ++first;
  std::vector<bool> is_reached(module.blocks.size());
  std::vector<BlockId> open{first};
  while (!open.empty()) {
    const BlockId at = open.back();
    open.pop_back();
    if (at == home || is_reached[at]) continue;
    if (at == block) return false;
    is_reached[at] = true;
    const OpId parent = module.blocks[at].parent;
    const OpId end = parent == kNoOp ? static_cast<OpId>(module.operations.size())
                                     : module.operations[parent].end;
    for (OpId op = parent == kNoOp ? 0 : parent + 1; op < end; op = module.operations[op].end) {
      if (module.operations[op].block != at) continue;
      for (const auto& successor : module.successors(module.operations[op])) {
        for (BlockId next = 0; next < module.blocks.size(); ++next) {
          if (in_one_region(module, next, home) && module.blocks[next].label == successor.label) {
            open.push_back(next);
          }
        }
      }
    }
  }
  return true;
}

// Functions see their arguments, and partitions what they capture, and nothing else around them.
bool is_isolated(const ttgir::Operation& op, std::uint32_t region) {
  return op.kind() == OpKind::kFunction || op.kind() == OpKind::kWarpSpecializePartitions ||
         (op.kind() == OpKind::kWarpSpecialize && !op.generic && region != 0);
}

}  // namespace

std::string why_not_seen(const Module& module, OpId op, ttgir::ValueId value) {
  const ttgir::Value& defined = module.values[value];
  const BlockId home = defined.op != kNoOp ? module.operations[defined.op].block : defined.block;
  for (OpId at = op; at != kNoOp; at = module.operations[at].parent) {
    const BlockId block = module.operations[at].block;
    if (block == home) return "";
    if (in_one_region(module, block, home)) {
      return dominates(module, home, block) ? "" : "is not defined on every way to here";
    }
    const OpId parent = module.operations[at].parent;
    if (parent != kNoOp && is_isolated(module.operations[parent], module.blocks[block].region)) {
      return module.operations[parent].kind() == OpKind::kFunction
                 ? "lies outside of the function"
                 : "lies outside of the partition, which has not captured it";
    }
  }
  return "";
}

}  // namespace tileproof
