// Matrix products with scales: what elements are read as, and for how many of them a scale is.
#include <algorithm>
#include <array>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;

// A or B of a scaled product: dot_op of D's layout; before it has been given one, as it comes.
bool ModuleChecker::require_scaled_operand(const Operation& op,
                                           const Type& operand,
                                           Word index,
                                           const Type& d) {
  if (operand.layout == nullptr || d.layout == nullptr) return true;
  const char* name = index == 0 ? "A" : "B";
  const auto* has = operand.layout->as<triton::DotOperand>();
  if (has == nullptr && d.layout->as<triton::Blocked>() != nullptr) return true;
  if (has != nullptr && !require(op,
                                 Topic::kOperands,
                                 has->op_idx == index,
                                 name,
                                 " is ",
                                 operand,
                                 ", no operand ",
                                 index)) {
    return false;
  }
  const auto parent_of = [](const triton::DotOperand& dot) {
    return std::visit([](const auto& layout) { return triton::to_string(triton::Layout(layout)); },
                      dot.parent);
  };
  if (has != nullptr && parent_of(*has) == triton::to_string(*d.layout)) return true;
  // Packed elements have an instruction of another shape.
  add_unknown(op,
              Topic::kOperands,
              std::string("whether an instruction takes ") + name + " as " + to_string(operand));
  return false;
}

// "e4m3", "e2m1", ...: as what A and B are read; "" where the text does not say it.
std::array<std::string, 2> ModuleChecker::scaled_kinds(const Operation& op,
                                                       std::string_view of_a,
                                                       std::string_view of_b) const {
  // As the compiler numbers them.
  static constexpr std::array kKinds{"e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "bf16", "fp16"};
  const auto kind = [&](std::string_view pretty, std::string_view attribute) -> std::string {
    if (const auto number = integer_attribute(op, attribute)) {
      const bool is_one = *number >= 0 && *number < static_cast<std::int64_t>(kKinds.size());
      return is_one ? kKinds[static_cast<std::size_t>(*number)] : "";
    }
    const auto behind = behind_keyword(op, pretty);
    if (!behind) return "";
    const auto word =
        behind->substr(std::min(behind->find_first_not_of(" \t\r\n="), behind->size()));
    const auto* const known =
        std::ranges::find_if(kKinds, [&](std::string_view name) { return word.starts_with(name); });
    return known == kKinds.end() ? "" : *known;
  };
  return {kind("lhs", of_a), kind("rhs", of_b)};
}

// Elements are read as what they are, or are bytes.
bool ModuleChecker::require_kinds(const Operation& op,
                                  const std::array<std::string, 2>& kinds,
                                  const Type& a,
                                  const Type& b) {
  const auto is_read_right = [](const std::string& kind, const Type& t) {
    if (kind == "fp16") return t.element == "f16";
    if (kind == "bf16") return t.element == "bf16";
    if (kind == "e4m3") return t.element == "i8" || t.element == "f8E4M3FN";
    if (kind == "e5m2") return t.element == "i8" || t.element == "f8E5M2";
    return t.element == "i8";  // e2m1, e2m3, e3m2
  };
  for (const std::size_t at : {0U, 1U}) {  // both may be of one type
    const Type* side = at == 0 ? &a : &b;
    const std::string& kind = kinds[at];
    if (kind.empty()) {
      add_unknown(op, Topic::kOperands, "the text does not say as what elements are read");
      return false;
    }
    if (!require(op,
                 Topic::kOperands,
                 is_read_right(kind, *side),
                 "elements of ",
                 *side,
                 " are read as ",
                 kind)) {
      return false;
    }
  }
  return true;
}

void ModuleChecker::check_dot_scaled(const Operation& op) {
  const TypeId d_type = result_type(op);
  if (d_type == kNoType || op.operand_count < 3) return add_untyped(op);
  if (!op.generic && op.left_count + 1 != op.operand_count) {
    return add_unknown(op,
                       Topic::kOperands,
                       std::to_string(op.left_count) +
                           " types of operands are written for A, B and " +
                           std::to_string(op.operand_count - 3) + " scales");
  }
  // In the text's order: A, its scale, B, its scale, C; in generic form A, B, C, and the scales.
  const auto head = module_.text.substr(op.head.begin, op.head.end - op.head.begin);
  std::size_t at[5] = {0, 5, 1, 5, 2};
  if (op.generic) {
    const auto segments = list_attribute(op, "operandSegmentSizes");
    if (segments.size() != 5) return add_untyped(op);
    at[1] = segments[3] != 0 ? 3 : 5;
    at[3] = segments[4] != 0 ? 3 + segments[3] : 5;
  } else {
    const auto operands = module_.operands(op);
    const auto has_scale = [&](std::size_t i) {
      const auto behind = operands[i].offset + operands[i].name.size() - op.head.begin;
      const auto rest = head.substr(behind);
      const auto word = rest.find_first_not_of(" \t\r\n");
      return word != std::string_view::npos && rest.substr(word).starts_with("scale");
    };
    std::size_t next = 0;
    for (const std::size_t side : {std::size_t{0}, std::size_t{2}}) {
      if (next >= operands.size()) return add_untyped(op);
      at[side] = next++;
      at[side + 1] = has_scale(at[side]) ? next++ : 5;
    }
    at[4] = next;
  }
  if (at[4] >= op.operand_count) return add_untyped(op);
  const Type* a = shaped_operand(op, at[0]);
  const Type* b = shaped_operand(op, at[2]);
  if (a == nullptr || b == nullptr) return add_untyped(op);
  const Type& d = type(d_type);
  const auto packed_along_k = [&](const char* attribute) {
    return module_.attribute(op, attribute) != "false";
  };
  const auto kinds = scaled_kinds(op, "a_elem_type", "b_elem_type");
  if (!require_kinds(op, kinds, *a, *b)) return;
  const bool pack_a = kinds[0] == "e2m1" && a->element == "i8";
  const bool pack_b = kinds[1] == "e2m1" && b->element == "i8";
  const Word a_k = pack_a && packed_along_k("lhs_k_pack") ? 2 : 1;
  const Word b_k = pack_b && packed_along_k("rhs_k_pack") ? 2 : 1;
  const std::size_t rank = d.shape.size();
  Type left = *a;
  Type right = *b;
  if (pack_a && a_k == 1 && rank >= 2) left.shape[rank - 2] *= 2;
  if (pack_b && b_k == 1 && rank >= 2) right.shape[rank - 1] *= 2;
  const std::string broken = broken_shapes(left, right, d, a_k, b_k);
  if (!require(op, Topic::kOperands, broken.empty(), broken) ||
      !require(op, Topic::kOperands, is_float(d.element), "the sum is no float")) {
    return;
  }
  const TypeId sum = operand_type(op, at[4]);
  if (sum == kNoType) return add_untyped(op);
  if (!require(op,
               Topic::kOperands,
               type(sum).shape == d.shape && type(sum).element == d.element,
               "C is ",
               type(sum),
               ", D ",
               d) ||
      !require_one_layout(op, sum, d_type, "C and D", Topic::kOperands)) {
    return;
  }
  if (!require_known_layouts(op, *a, *b, d) || !require_scaled_operand(op, *a, 0, d) ||
      !require_scaled_operand(op, *b, 1, d)) {
    return;
  }
  const Word k = a->shape[rank - 1] * a_k;
  const bool is_fine = kinds[0] == "e2m1" && kinds[1] == "e2m1";  // 16 elements may have a scale
  Word groups = 0;                                                // of one size for A and B
  std::array<const Type*, 2> scales{};
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (at[2 * side + 1] >= op.operand_count) continue;
    const Type* scale = shaped_operand(op, at[2 * side + 1]);
    if (scale == nullptr) return add_untyped(op);
    const Word rows = side == 0 ? d.shape[rank - 2] : d.shape[rank - 1];
    const bool fits =
        scale->element_bits == 8 && scale->shape.size() == rank && scale->shape[rank - 2] == rows &&
        ((scale->shape[rank - 1] * 16 == k && is_fine) || scale->shape[rank - 1] * 32 == k) &&
        (groups == 0 || groups == scale->shape[rank - 1]);
    if (!require(op,
                 Topic::kOperands,
                 fits,
                 "a scale ",
                 *scale,
                 " for ",
                 rows,
                 " rows of ",
                 k,
                 " elements")) {
      return;
    }
    groups = scale->shape[rank - 1];
    scales[side] = scale;
  }
  const bool is_instruction = d.layout != nullptr && d.layout->as<triton::Blocked>() == nullptr;
  if (is_instruction) {
    const bool along_k = (!pack_a || a_k == 2) && (!pack_b || b_k == 2);
    const ScaledProduct product{
        kinds, {a, b}, {pack_a, pack_b}, scales, d, k, groups == 0 ? 32 : k / groups};
    if (!along_k) return add_unknown(op, Topic::kOperands, "elements are not packed along K");
    if (!require_scaled_product(op, product)) return;
  } else if (!require_scale_elements(op, scales, groups != 0 && groups * 16 == k)) {
    return;
  } else if (d.layout != nullptr) {
    return add_unknown(op, Topic::kOperands, "no compiler has threads multiply with scales");
  }
  add_decided(op, Topic::kOperands);
}

// A scale is a power of two, as a byte has its exponent; for 16 elements it is a float.
bool ModuleChecker::require_scale_elements(const Operation& op,
                                           const std::array<const Type*, 2>& scales,
                                           bool is_fine) {
  for (const Type* scale : scales) {
    if (scale == nullptr) continue;
    const bool is_exponent = scale->element == "i8" || scale->element == "f8E8M0FNU";
    if (is_fine ? scale->element == "f8E4M3FN" : is_exponent) continue;
    add_unknown(op,
                Topic::kOperands,
                "scales for " + std::string(is_fine ? "16" : "32") + " elements are " +
                    std::string(scale->element));
    return false;
  }
  return true;
}

// MFMA of CDNA 4 and WMMA of gfx1250: A, B and their scales in registers, as they are.
bool ModuleChecker::require_scaled_product(const Operation& op, const ScaledProduct& product) {
  const auto unknown = [&](std::string why) {
    add_unknown(op, Topic::kOperands, std::move(why));
    return false;
  };
  const auto instruction = require_scaled_instruction(op, product.kinds, product.d, product.k);
  if (!instruction) return false;
  if (product.d.shape.size() != 2) return unknown("several products with scales at once");
  const auto& scales = product.scales;
  const bool has_scales = scales[0] != nullptr;
  if (has_scales != (scales[1] != nullptr)) return unknown("compilers scale both of A and B");
  if (instruction->family == MatrixFamily::kWmma) {
    if (product.group != 32) return unknown("scales for 16 elements have no rule yet");
    if (!require_scale_elements(op, scales, false)) return false;
  } else if (!require(op,
                      Topic::kOperands,
                      product.group == 32,
                      "the instruction has a scale for 32 elements, not for ",
                      product.group)) {
    return false;
  }
  for (const Type* scale : scales) {
    if (scale == nullptr) continue;
    if (!require(op,
                 Topic::kOperands,
                 scale->element == "i8" || scale->element == "f8E8M0FNU",
                 "scales ",
                 *scale,
                 " are read as f8E8M0FNU")) {
      return false;
    }
    if (scale->layout == nullptr) return unknown("scales have no layout that tileproof knows");
  }
  const auto* mfma = product.d.layout->as<triton::AmdMfma>();
  const auto* wmma = product.d.layout->as<triton::AmdWmma>();
  const auto tile =
      matrix_tile(*instruction, mfma != nullptr ? mfma->is_transposed : wmma->is_transposed);
  if (!tile) return unknown("how lanes hold elements of 6 bits");
  const Placed& left = layouts_.of(product.sides[0]->layout, product.sides[0]->shape);
  const Placed& right = layouts_.of(product.sides[1]->layout, product.sides[1]->shape);
  const Placed& sum = layouts_.of(product.d.layout, product.d.shape);
  if (!require_forms(op, {&left, &right, &sum})) return false;
  const RegisterProduct registers(
      *instruction, *tile, {left, product.is_packed[0]}, {right, product.is_packed[1]}, sum);
  if (!require_fit(op, registers.misfit())) return false;
  for (const bool is_a : {true, false}) {
    const Type* scale = scales[is_a ? 0 : 1];
    if (scale == nullptr) continue;
    const Placed& placed = layouts_.of(scale->layout, scale->shape);
    if (!require_forms(op, {&placed}) ||
        !require_fit(op, registers.misfit_of_scales(is_a, placed))) {
      return false;
    }
  }
  return true;
}

}  // namespace tileproof
