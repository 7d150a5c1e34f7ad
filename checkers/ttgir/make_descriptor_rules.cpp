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
      !require_positive(op) || !require_strides(op, block)) {
    return;
  }
  add_decided(op, Topic::kTypes);
}

// A number of the file, also one that becomes wider.
std::optional<std::int64_t> ModuleChecker::constant_behind(const ttgir::Operand& operand) const {
  const Operation* made = definition_of(operand);
  if (made != nullptr && index_op(made->name) == IndexOp::kExtendS && made->operand_count == 1) {
    made = definition_of(module_.operands(*made)[0]);
  }
  if (made == nullptr || made->kind() != OpKind::kConstant) return std::nullopt;
  return constant_of(module_, *made);
}

// Of the numbers that the file gives, none is below 1: a descriptor has sizes less 1, and strides
// without a sign.
bool ModuleChecker::require_positive(const Operation& op) {
  for (std::size_t i = 1; i < op.operand_count; ++i) {
    const auto number = constant_behind(module_.operands(op)[i]);
    const std::string_view element = type(operand_type(op, i)).element;
    const std::string_view what = element == "i32" ? "a size" : "a stride";
    const bool is_asked = element == "i32" || element == "i64";
    if (!require_types(
            op, !is_asked || !number || *number >= 1, what, " is ", number.value_or(0))) {
      return false;
    }
  }
  return true;
}

// TMA counts strides in 16 bytes, and has no stride within a row, of which it copies 16 or more.
bool ModuleChecker::require_strides(const Operation& op, const Type& block) {
  const bool has_tma = target_ && target_->has_tensor_copies();
  const Word bits = block.element_bits;
  const Word row = block.shape.empty() ? 0 : block.shape.back() * bits;
  if (!require_types(op,
                     !has_tma || block.shape.empty() || bits == 0 || row >= 128,
                     "blocks have rows of ",
                     row / 8,
                     " bytes, and a copy has 16 or more")) {
    return false;
  }
  std::size_t left = block.shape.size();
  for (std::size_t i = 1; i < op.operand_count; ++i) {
    if (type(operand_type(op, i)).element != "i64") continue;
    --left;
    const auto stride = constant_behind(module_.operands(op)[i]);
    if (!stride) continue;
    if (left != 0) {
      const Word wide = static_cast<Word>(*stride) * bits;
      if (!require_types(op,
                         !has_tma || bits == 0 || wide % 128 == 0,
                         "a stride of ",
                         *stride,
                         " elements of ",
                         bits,
                         " bits is no multiple of 16 bytes")) {
        return false;
      }
    } else if (*stride != 1) {
      const std::string words = "the last stride is " + std::to_string(*stride);
      if (has_tma) return require_types(op, false, words, ", and a copy has none but 1");
      add_unknown(op, Topic::kTypes, words + ", and front ends take none but 1");
      return false;
    }
  }
  return true;
}

}  // namespace tileproof
