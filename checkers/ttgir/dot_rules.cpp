// Matrix products as a program has them: shapes, element types and scales that fit each other.
#include <algorithm>
#include <array>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "encodings/ttgir/scanner.hpp"

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

std::string ModuleChecker::multiplied_as(const Operation& op, const Type& t) const {
  if (t.element != "f32") return std::string(t.element);
  if (const auto number = integer_attribute(op, "inputPrecision")) {
    return *number == 0 ? "tf32" : "f32";
  }
  const auto behind = behind_keyword(op, "inputPrecision");
  if (!behind) return "f32";
  const auto word = behind->substr(std::min(behind->find_first_not_of(" =\t\r\n"), behind->size()));
  const bool is_tf32 =
      word.starts_with("tf32") && (word.size() == 4 || !ttgir::is_word_part(word[4]));
  return is_tf32 ? "tf32" : "f32";
}

std::optional<MatrixInstruction> ModuleChecker::require_instruction(
    const Operation& op,
    MatrixFamily family,
    unsigned version,
    const std::array<std::string, 3>& elements,
    const triton::Dims& sizes) {
  const auto& [a, b, d] = elements;
  auto found = matrix_instructions(family, version, a, b, d);
  const std::string words = "no instruction multiplies " + a + " by " + b + " and adds up to " + d;
  if (!require(op, Topic::kOperands, !found.empty(), words)) return std::nullopt;
  std::erase_if(found, [&](const MatrixInstruction& row) {
    const std::array<Word, 3> has{row.m, row.n, row.k};
    return !std::equal(sizes.begin(), sizes.end(), has.begin());
  });
  if (!require(op, Topic::kOperands, !found.empty(), words + " in " + triton::to_string(sizes)) ||
      !require(op,
               Topic::kOperands,
               !target_ || has_instruction(*target_, found[0]),
               "the instruction is none of " + (target_ ? target_->name() : ""))) {
    return std::nullopt;
  }
  return found[0];
}

// Registers of a warp that an instruction multiplies: each element of K once.
bool ModuleChecker::require_register_product(const Operation& op,
                                             const Type& a,
                                             const Type& b,
                                             const Type& d,
                                             const triton::DotOperand& left) {
  const Word k = a.shape.back();
  const auto unknown = [&](std::string why) {
    add_unknown(op, Topic::kOperands, std::move(why));
    return false;
  };
  // Lanes that have copies of others' elements of K multiply them again, unless the compiler knows.
  const auto has_once = [&](Word needed) {
    return k % needed == 0 || unknown("K is " + std::to_string(k) + ", and the lanes have " +
                                      std::to_string(needed) + " elements of it, with copies");
  };
  const auto strange_width = [&] {
    return unknown("how an instruction takes kWidth " + std::to_string(left.k_width));
  };
  std::array<std::string, 3> elements{
      multiplied_as(op, a), multiplied_as(op, b), std::string(d.element)};
  if (d.layout->as<triton::Blocked>() != nullptr) {
    if (d.element_bits >= a.element_bits) return true;
    return unknown("how threads add up " + elements[0] + " to " + elements[2]);
  }
  if (const auto* mma = d.layout->as<triton::NvidiaMma>()) {
    if (mma->version_major != 2 || mma->version_minor != 0) {
      return unknown("products of registers by nvidia_mma " + std::to_string(mma->version_major) +
                     "." + std::to_string(mma->version_minor) + " have no rule yet");
    }
    const auto row = require_instruction(op, MatrixFamily::kMma, 0, elements, {});
    return row &&
           require(
               op,
               Topic::kOperands,
               left.k_width * a.element_bits >= 32,
               "kWidth is " + std::to_string(left.k_width) + ", and a register holds 32 bits") &&
           require(op,
                   Topic::kOperands,
                   k >= row->k,
                   "K is " + std::to_string(k) + ", and an instruction multiplies " +
                       std::to_string(row->k) + " of its elements") &&
           has_once(8 * left.k_width);
  }
  if (const auto* mfma = d.layout->as<triton::AmdMfma>()) {
    for (std::string& element : elements) {
      if (element == "tf32" && mfma->version != 3) element = "f32";
    }
    const auto row = require_instruction(
        op, MatrixFamily::kMfma, static_cast<unsigned>(mfma->version), elements, mfma->instr_shape);
    if (!row) return false;
    if (row->m != row->n) {  // 16 products of 4 by 4 elements at once
      return left.k_width == row->k / 16 ? has_once(row->k) : strange_width();
    }
    // A lane gives so many elements of K to an instruction, in one run or in two.
    const Word given = row->k * row->m / 64;
    if (left.k_width % given != 0 && 2 * left.k_width != given) return strange_width();
    return has_once(std::max(row->k, 64 / row->m * left.k_width));
  }
  if (const auto* wmma = d.layout->as<triton::AmdWmma>()) {
    for (std::string& element : elements) {
      if (element == "tf32") element = "f32";
    }
    const auto row = require_instruction(
        op, MatrixFamily::kWmma, static_cast<unsigned>(wmma->version), elements, wmma->instr_shape);
    if (!row) return false;
    // From version 2 on, half of the lanes have other elements of K.
    const Word given =
        wmma->version == 1 ? left.k_width : 2 * left.k_width * wmma->operand_repeats(left.k_width);
    return given == row->k ? has_once(given) : strange_width();
  }
  return unknown("a layout of which no instruction is known");
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
  if (!require(
          op,
          Topic::kOperands,
          a->element_bits == b->element_bits && is_float(a->element) == is_float(b->element),
          "elements of A are " + std::string(a->element) + ", of B " + std::string(b->element))) {
    return;
  }
  const TypeId sum = operand_type(op, 2);
  if (sum == kNoType) return add_untyped(op);
  if (!require(op,
               Topic::kOperands,
               type(sum).shape == d->shape && type(sum).element == d->element,
               "C is " + to_string(type(sum)) + ", D " + to_string(*d)) ||
      !require_one_layout(op, sum, result_type(op), "C and D", Topic::kOperands)) {
    return;
  }
  const int with_layout = static_cast<int>(!a->encoding.empty()) +
                          static_cast<int>(!b->encoding.empty()) +
                          static_cast<int>(!d->encoding.empty());
  if (!require(op,
               Topic::kOperands,
               with_layout == 0 || with_layout == 3,
               "some of A, B and D have layouts, and some none")) {
    return;
  }
  if (with_layout == 3) {
    if (a->layout == nullptr || b->layout == nullptr || d->layout == nullptr) {
      return add_unknown(op, Topic::kOperands, "a layout that tileproof does not know");
    }
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
                 "kWidth of A is " + std::to_string(left->k_width) + ", of B " +
                     std::to_string(right->k_width))) {
      return;
    }
    if (!require_register_product(op, *a, *b, *d, *left)) return;
  }
  add_decided(op, Topic::kOperands);
}

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
    if (kind == "e4m3") return t.element == "i8" || t.element.starts_with("f8E4M3");
    if (kind == "e5m2") return t.element == "i8" || t.element.starts_with("f8E5M2");
    return t.element == "i8";  // e2m1, e2m3, e3m2
  };
  for (const std::size_t at : {0, 1}) {  // both may be of one type
    const Type* side = at == 0 ? &a : &b;
    const std::string& kind = kinds[at];
    if (kind.empty()) {
      add_unknown(op, Topic::kOperands, "the text does not say as what elements are read");
      return false;
    }
    if (!require(op,
                 Topic::kOperands,
                 is_read_right(kind, *side),
                 "elements of " + to_string(*side) + " are read as " + kind)) {
      return false;
    }
  }
  return true;
}

// Products with scales are instructions of their own, of elements of 4, 6 and 8 bits.
bool ModuleChecker::require_scaled_instruction(const Operation& op,
                                               const std::array<std::string, 2>& kinds,
                                               const Type& d,
                                               Word k) {
  if (d.layout == nullptr || d.layout->as<triton::Blocked>() != nullptr) return true;
  const bool is_small = std::ranges::none_of(
      kinds, [](const auto& kind) { return kind == "bf16" || kind == "fp16"; });
  const auto* mfma = d.layout->as<triton::AmdMfma>();
  const auto* wmma = d.layout->as<triton::AmdWmma>();
  const triton::Dims size = mfma != nullptr   ? mfma->instr_shape
                            : wmma != nullptr ? wmma->instr_shape
                                              : triton::Dims{};
  const bool is_one =
      mfma != nullptr ? mfma->version == 4 &&
                            (size == triton::Dims{32, 32, 64} || size == triton::Dims{16, 16, 128})
                      : wmma != nullptr && wmma->version == 3 && size == triton::Dims{16, 16, 128};
  const bool is_there = !target_ || target_->architecture().starts_with(mfma ? "gfx950" : "gfx125");
  if (is_small && is_one && is_there && d.element == "f32" && k % size[2] == 0) return true;
  add_unknown(op,
              Topic::kOperands,
              "whether an instruction multiplies " + kinds[0] + " and " + kinds[1] +
                  " with scales in " + triton::to_string(*d.layout));
  return false;
}

void ModuleChecker::check_dot_scaled(const Operation& op) {
  const TypeId d_type = result_type(op);
  if (d_type == kNoType || op.operand_count < 3) return add_untyped(op);
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
    const auto text = module_.attribute(op, attribute);
    return !text || !text->starts_with("false");
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
               "C is " + to_string(type(sum)) + ", D " + to_string(d)) ||
      !require_one_layout(op, sum, d_type, "C and D", Topic::kOperands)) {
    return;
  }
  if (!require_scaled_operand(op, *a, 0, d) || !require_scaled_operand(op, *b, 1, d)) return;
  const Word k = a->shape[rank - 1] * a_k;
  if (!require_scaled_instruction(op, kinds, d, k)) return;
  const bool is_fine = kinds[0] == "e2m1" && kinds[1] == "e2m1";  // 16 elements may have a scale
  Word groups = 0;                                                // of one size for A and B
  for (const std::size_t side : {std::size_t{0}, std::size_t{2}}) {
    if (at[side + 1] >= op.operand_count) continue;
    const Type* scale = shaped_operand(op, at[side + 1]);
    if (scale == nullptr) return add_untyped(op);
    const Word rows = side == 0 ? d.shape[rank - 2] : d.shape[rank - 1];
    const bool fits =
        scale->element_bits == 8 && scale->shape.size() == rank && scale->shape[rank - 2] == rows &&
        ((scale->shape[rank - 1] * 16 == k && is_fine) || scale->shape[rank - 1] * 32 == k) &&
        (groups == 0 || groups == scale->shape[rank - 1]);
    if (!require(op,
                 Topic::kOperands,
                 fits,
                 "a scale " + to_string(*scale) + " for " + std::to_string(rows) + " rows of " +
                     std::to_string(k) + " elements")) {
      return;
    }
    groups = scale->shape[rank - 1];
  }
  add_decided(op, Topic::kOperands);
}

void ModuleChecker::check_same_types(const Operation& op) {
  if (!require_types(op,
                     op.operand_count == op.result_count || op.result_count == 0,
                     std::to_string(op.operand_count) + " operands have " +
                         std::to_string(op.result_count) + " results")) {
    return;
  }
  for (std::size_t i = 0; i < op.result_count; ++i) {
    if (operand_type(op, i) == kNoType || result_type(op, i) == kNoType) return add_untyped(op);
    if (!require_met(op, operand_type(op, i), result_type(op, i), "operand and result")) return;
  }
  add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
