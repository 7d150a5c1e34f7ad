// Matrix products as a program has them: shapes, element types and layouts that fit each other.
#include <algorithm>
#include <array>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

// Floats sum up to floats, integers to i32; where threads multiply for themselves, to any that are
// no narrower.
std::string broken_sum(const ttgir::Type& a, const ttgir::Type& d) {
  const bool is_instruction = d.layout != nullptr && d.layout->as<triton::Blocked>() == nullptr;
  const bool fits = is_float(a.element) ? is_float(d.element)
                    : is_instruction    ? d.element == "i32"
                                        : is_integer(d.element) && d.element_bits >= a.element_bits;
  return fits ? ""
              : "products of " + std::string(a.element) + " do not add up to " +
                    std::string(d.element);
}

}  // namespace

std::string ModuleChecker::broken_shapes(
    const Type& a, const Type& b, const Type& d, Word k_of_a, Word k_of_b) {
  const std::size_t rank = d.shape.size();
  const std::string shapes = triton::to_string(a.shape) + " times " + triton::to_string(b.shape) +
                             " to " + triton::to_string(d.shape);
  if (rank < 2 || rank > 3 || a.shape.size() != rank || b.shape.size() != rank) {
    return "ranks are not one of 2 or 3: " + shapes;
  }
  const bool fits = a.shape[rank - 1] * k_of_a == b.shape[rank - 2] * k_of_b &&
                    a.shape[rank - 2] == d.shape[rank - 2] &&
                    b.shape[rank - 1] == d.shape[rank - 1] &&
                    (rank == 2 || (a.shape[0] == d.shape[0] && b.shape[0] == d.shape[0]));
  return fits ? "" : "shapes do not fit: " + shapes;
}

// A, B and D have layouts that are known, or none has one.
bool ModuleChecker::require_known_layouts(const Operation& op,
                                          const Type& a,
                                          const Type& b,
                                          const Type& d) {
  int with_layout = 0;
  bool is_known = true;
  for (const Type* side : {&a, &b, &d}) {
    with_layout += static_cast<int>(!side->encoding.empty());
    is_known = is_known && (side->encoding.empty() || side->layout != nullptr);
  }
  if (!require(op,
               Topic::kOperands,
               with_layout == 0 || with_layout == 3,
               "some of A, B and D have layouts, and some none")) {
    return false;
  }
  if (!is_known) add_unknown(op, Topic::kOperands, "a layout that tileproof does not know");
  return is_known;
}

void ModuleChecker::check_dot(const Operation& op) {
  const Type* a = shaped_operand(op, 0);
  const Type* b = shaped_operand(op, 1);
  const Type* d = shaped_result(op);
  if (a == nullptr || b == nullptr || d == nullptr) return add_untyped(op);
  const auto say = [&](const std::string& broken) {
    return require(op, Topic::kOperands, broken.empty(), broken);
  };
  if (!say(broken_shapes(*a, *b, *d)) || !say(broken_sum(*a, *d))) return;
  if (!require(op,
               Topic::kOperands,
               a->element_bits == b->element_bits && is_float(a->element) == is_float(b->element),
               "elements of A are ",
               a->element,
               ", of B ",
               b->element)) {
    return;
  }
  const TypeId sum = operand_type(op, 2);
  if (sum == kNoType) return add_untyped(op);
  if (!require(op,
               Topic::kOperands,
               type(sum).shape == d->shape && type(sum).element == d->element,
               "C is ",
               type(sum),
               ", D ",
               *d) ||
      !require_one_layout(op, sum, result_type(op), "C and D", Topic::kOperands)) {
    return;
  }
  if (!require_known_layouts(op, *a, *b, *d)) return;
  if (d->layout != nullptr) {
    const auto* left = a->layout->as<triton::DotOperand>();
    const auto* right = b->layout->as<triton::DotOperand>();
    const std::string parent = triton::to_string(*d->layout);
    const auto parent_of = [](const triton::DotOperand& operand) {
      return std::visit(
          [](const auto& layout) { return triton::to_string(triton::Layout(layout)); },
          operand.parent);
    };
    const bool are_operands = left != nullptr && right != nullptr;
    if (!require(op,
                 Topic::kOperands,
                 are_operands && left->op_idx == 0 && right->op_idx == 1,
                 "A and B are not dot_op with opIdx 0 and 1") ||
        !require(op,
                 Topic::kOperands,
                 parent_of(*left) == parent && parent_of(*right) == parent,
                 "the parent of A or B is not the layout of D") ||
        !require(op,
                 Topic::kOperands,
                 left->k_width == right->k_width,
                 "kWidth of A is ",
                 left->k_width,
                 ", of B ",
                 right->k_width)) {
      return;
    }
    if (!require_register_product(op, *a, *b, *d, *left)) return;
    // Threads that multiply for themselves have each sum once.
    if (d->layout->as<triton::Blocked>() != nullptr &&
        !require_each_once(op, result_type(op), Topic::kOperands)) {
      return;
    }
  }
  add_decided(op, Topic::kOperands);
}

void ModuleChecker::check_same_types(const Operation& op) {
  if (!require_types(op,
                     op.operand_count == op.result_count || op.result_count == 0,
                     op.operand_count,
                     " operands have ",
                     op.result_count,
                     " results")) {
    return;
  }
  for (std::size_t i = 0; i < op.result_count; ++i) {
    if (operand_type(op, i) == kNoType || result_type(op, i) == kNoType) return add_untyped(op);
    if (!require_met(op, operand_type(op, i), result_type(op, i), "operand and result")) return;
  }
  add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
