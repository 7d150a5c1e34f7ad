#include "checkers/ttgir/visible_values.hpp"

namespace tileproof {
namespace {

using ttgir::BlockId;
using ttgir::kNoOp;
using ttgir::Module;
using ttgir::OpId;
using ttgir::OpKind;

// Functions see their arguments, and partitions what they capture, and nothing else around them.
bool is_isolated(const ttgir::Operation& op, std::uint32_t region) {
  return op.kind() == OpKind::kFunction || op.kind() == OpKind::kWarpSpecializePartitions ||
         (op.kind() == OpKind::kWarpSpecialize && !op.generic && region != 0);
}

}  // namespace

std::string why_not_seen(const Module& module,
                         RegionBlocks& blocks,
                         OpId op,
                         ttgir::ValueId value) {
  const ttgir::Value& defined = module.values[value];
  const BlockId home = defined.op != kNoOp ? module.operations[defined.op].block : defined.block;
  for (OpId at = op; at != kNoOp; at = module.operations[at].parent) {
    const BlockId block = module.operations[at].block;
    if (block == home) return "";
    if (blocks.are_in_one_region(block, home)) {
      return blocks.dominates(home, block) ? "" : "is not defined on every way to here";
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
