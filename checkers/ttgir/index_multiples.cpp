#include "checkers/ttgir/index_multiples.hpp"

#include <algorithm>

#include "checkers/ttgir/index_values.hpp"

namespace tileproof {
namespace {

using ttgir::kNoOp;
using ttgir::kNoValue;
using ttgir::OpKind;

constexpr unsigned kMostBits = 31;
constexpr unsigned kMostNested = 16;

// As the number of low bits that are 0.
unsigned zeros(const ttgir::Module& module, const ttgir::Operand& operand, unsigned depth);

unsigned zeros_of_result(const ttgir::Module& module, const ttgir::Operation& op, unsigned depth) {
  if (const auto constant = constant_of(module, op)) {
    const auto word = static_cast<Word>(*constant);
    return word == 0 ? kMostBits : std::min<unsigned>(kMostBits, log2_exact(word & (~word + 1)));
  }
  const auto operands = module.operands(op);
  const auto of = [&](std::size_t i) {
    return i < operands.size() ? zeros(module, operands[i], depth - 1) : 0;
  };
  switch (index_op(op.name)) {
    using enum IndexOp;
    case kAdd:
    case kSub:
    case kOr:
    case kXor:
    case kRemS:
    case kRemU:
    case kMinS:
    case kMinU:
    case kMaxS:
    case kMaxU:
      return std::min(of(0), of(1));
    case kAnd:
      return std::max(of(0), of(1));
    case kMul:
      return std::min(kMostBits, of(0) + of(1));
    case kShl:
      return of(0);
    case kSelect:
      return std::min(of(1), of(2));
    case kExtendS:
    case kExtendU:
    case kTruncate:
    case kIndexCast:
      return of(0);
    default:
      return 0;
  }
}

unsigned zeros(const ttgir::Module& module, const ttgir::Operand& operand, unsigned depth) {
  const ttgir::Value* value = module.definition(operand);
  if (value == nullptr || depth == 0) return 0;
  if (value->op != kNoOp) return zeros_of_result(module, module.operations[value->op], depth);
  // A loop's induction variable goes from its lower bound by its step.
  const ttgir::Block& block = module.blocks[value->block];
  if (block.parent == kNoOp || value->index != 0) return 0;
  const ttgir::Operation& loop = module.operations[block.parent];
  const auto bounds = module.operands(loop);
  if (loop.kind() != OpKind::kFor || bounds.size() < 3) return 0;
  return std::min(zeros(module, bounds[0], depth - 1), zeros(module, bounds[2], depth - 1));
}

}  // namespace

Word known_multiple(const ttgir::Module& module, const ttgir::Operand& operand) {
  return Word{1} << zeros(module, operand, kMostNested);
}

}  // namespace tileproof
