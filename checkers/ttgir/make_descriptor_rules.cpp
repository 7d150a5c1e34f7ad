// Where a descriptor is made: of which tensor, with which strides.
#include <algorithm>
#include <vector>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

// A descriptor is of a tensor in global memory: so many sizes, strides in elements, and blocks of
// its elements, of which some compilers say whether they have a sign.
void ModuleChecker::check_make_descriptor(const Operation& op) {
  const TypeId id = result_type(op);
  const TypeId pointer_id = operand_type(op, 0);
  if (id == kNoType || pointer_id == kNoType) return add_untyped(op);
  const Type& block = type(id);
  if (block.kind != Type::Kind::kDescriptor) return add_untyped(op);
  std::size_t sizes = 0;
  std::size_t strides = 0;
  for (std::size_t i = 1; i < op.operand_count; ++i) {
    const TypeId operand = operand_type(op, i);
    if (operand == kNoType) return add_untyped(op);
    if (type(operand).element == "i32") ++sizes;
    if (type(operand).element == "i64") ++strides;
  }
  const std::size_t rank = block.shape.size();
  const auto unsigned_of = [](std::string_view element) {
    return element.starts_with("si") || element.starts_with("ui") ? element.substr(1) : element;
  };
  const auto pointee = pointee_of(type(pointer_id).element);
  if (!require_types(op,
                     sizes == rank && strides == rank,
                     "it is given ",
                     sizes,
                     " sizes and ",
                     strides,
                     " strides, and blocks have ",
                     rank,
                     " dimensions") ||
      !require_types(op,
                     pointee == unsigned_of(block.element),
                     "the pointer is to ",
                     pointee,
                     ", and blocks are of ",
                     block.element) ||
      !require_positive(op) || !require_strides(op, block) || (has_tma() && !require_base(op))) {
    return;
  }
  add_decided(op, Topic::kTypes);
}

// Between which numbers an operand lies, whatever the kernel's arguments are: one that the file
// gives is that number, also where it is computed.
Range ModuleChecker::number_at(const Operation& op, std::size_t operand) {
  if (!ranges_) ranges_.emplace(module_, blocks_);
  return ranges_->of(id_of(op), operand);
}

// Of the numbers that the file gives, none is below 1: a descriptor has sizes less 1, and strides
// without a sign.
bool ModuleChecker::require_positive(const Operation& op) {
  for (std::size_t i = 1; i < op.operand_count; ++i) {
    const std::string_view element = type(operand_type(op, i)).element;
    if (element != "i32" && element != "i64") continue;
    const Range number = number_at(op, i);
    const std::string_view what = element == "i32" ? "a size" : "a stride";
    if (!require_types(op,
                       number.is_empty() || number.hi >= 1,
                       what,
                       number.lo == number.hi ? " is " : " is at most ",
                       number.hi)) {
      return false;
    }
  }
  return true;
}

// A descriptor is of memory from a multiple of 16 bytes on.
bool ModuleChecker::require_base(const Operation& op) {
  constexpr Word kBytes = 16;
  const Operation* moved = definition_of(module_.operands(op)[0]);
  if (moved == nullptr || moved->row == nullptr || moved->operand_count != 2 ||
      moved->row->elements != ttgir::ElementRule::kOffsetPointer) {
    return true;
  }
  if (!certain_axes_) certain_axes_.emplace(module_, AxisRules::kCertain);
  const auto operands = module_.operands(*moved);
  const AxisFacts* const base = certain_axes_->of(operands[0].value);
  const AxisFacts* const offset = certain_axes_->of(operands[1].value);
  const bool is_known = base != nullptr && offset != nullptr && base->dims.size() == 1 &&
                        base->dims[0].divisibility % kBytes == 0 && offset->constant;
  if (!is_known) return true;
  const Word bits = type(result_type(op)).element_bits;
  const auto bytes = static_cast<Word>(*offset->constant) * bits / 8;
  return require_types(op,
                       bytes % kBytes == 0,
                       "it begins ",
                       *offset->constant,
                       " elements of ",
                       bits,
                       " bits behind a multiple of 16 bytes, where no copy begins");
}

bool ModuleChecker::has_tma() const { return target_ && target_->has_tensor_copies(); }

bool ModuleChecker::require_rows(const Operation& op, const Type& block) {
  const Word row = block.shape.empty() ? 0 : block.shape.back() * block.element_bits;
  return require_types(op,
                       block.shape.empty() || block.element_bits == 0 || row >= 128,
                       "blocks have rows of ",
                       row / 8,
                       " bytes, and a copy has 16 or more");
}

// TMA counts strides in 16 bytes, and has none within a row.
bool ModuleChecker::require_strides(const Operation& op, const Type& block) {
  const Word bits = block.element_bits;
  if (has_tma() && !require_rows(op, block)) return false;
  std::size_t left = block.shape.size();
  for (std::size_t i = 1; i < op.operand_count; ++i) {
    if (type(operand_type(op, i)).element != "i64") continue;
    --left;
    const Range number = number_at(op, i);
    if (number.is_empty() || number.lo != number.hi) continue;
    const std::int64_t stride = number.lo;
    if (left != 0) {
      constexpr Word kMostBits = Word{8} << 40;
      const Word wide = static_cast<Word>(stride) * bits;
      if (!require_types(op,
                         !has_tma() || bits == 0 || static_cast<Word>(stride) < kMostBits / bits,
                         "a stride of ",
                         stride,
                         " elements of ",
                         bits,
                         " bits is none below 2^40 bytes")) {
        return false;
      }
      if (!require_types(op,
                         !has_tma() || bits == 0 || wide % 128 == 0,
                         "a stride of ",
                         stride,
                         " elements of ",
                         bits,
                         " bits is no multiple of 16 bytes")) {
        return false;
      }
    } else if (stride != 1) {
      const std::string words = "the last stride is " + std::to_string(stride);
      if (has_tma()) return require_types(op, false, words, ", and a copy has none but 1");
      add_unknown(op, Topic::kTypes, words + ", and front ends take none but 1");
      return false;
    }
  }
  return true;
}

}  // namespace tileproof
