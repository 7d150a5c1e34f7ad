// Operations along an axis: reductions, scans, gathers, histograms.
#include <algorithm>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

constexpr std::string_view kOneCta = "and some compilers see one CTA's elements alone";

}  // namespace

bool ModuleChecker::require_no_pointers(const Operation& op) {
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const Type* given = shaped_operand(op, i);
    if (given == nullptr || !is_pointer(given->element)) continue;
    add_unknown(op, Topic::kTypes, "whether compilers move pointers between threads");
    return false;
  }
  return true;
}

// Compilers have 8-bit floats as bytes, and pointers as addresses, and take what a region returns
// as it is written.
bool ModuleChecker::require_returned_as_held(const Operation& op) {
  const auto is_held_otherwise = [](const Type* t) {
    return t != nullptr &&
           (is_pointer(t->element) || (is_float(t->element) && t->element_bits == 8));
  };
  for (std::size_t i = 0; i < std::max<std::size_t>(op.operand_count, op.result_count); ++i) {
    for (const Type* one : {shaped_operand(op, i), shaped_result(op, i)}) {
      if (!is_held_otherwise(one)) continue;
      add_unknown(op,
                  Topic::kTypes,
                  "regions that return " + std::string(one->element) + ", which compilers refuse");
      return false;
    }
  }
  return true;
}

void ModuleChecker::check_reduction(const Operation& op) {
  const auto axis = integer_attribute(op, "axis");
  if (!axis || op.operand_count == 0) return add_untyped(op);
  if (!require_types(op,
                     op.operand_count == op.result_count,
                     op.operand_count,
                     " operands have ",
                     op.result_count,
                     " results")) {
    return;
  }
  if (!require_returned_as_held(op)) return;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const Type* from = shaped_operand(op, i);
    const TypeId result = result_type(op, i);
    if (from == nullptr || result == kNoType) return add_untyped(op);
    const Type& to = type(result);
    const TypeId source = operand_type(op, i);
    if (!require_alike(op, operand_type(op, 0), source, "the operands")) return;
    if (!require_types(op,
                       *axis >= 0 && static_cast<std::size_t>(*axis) < from->shape.size(),
                       "axis ",
                       *axis,
                       " of ",
                       *from) ||
        !require_one_element(op, *from, to)) {
      return;
    }
    if (op.kind() == OpKind::kScan) {
      if (!require_alike(op, source, result, "operand and result")) return;
      continue;
    }
    const auto dim = static_cast<std::size_t>(*axis);
    const triton::Shape rest = without(from->shape, dim);
    const bool is_scalar = !to.is_shaped();
    if (!require_types(op,
                       rest.empty() ? is_scalar : !is_scalar && to.shape == rest,
                       to,
                       " is not ",
                       *from,
                       " without dimension ",
                       dim)) {
      return;
    }
    if (is_scalar) continue;
    if (from->encoding.empty() || to.encoding.empty()) {
      if (!require_one_layout(op, source, result, "operand and result")) return;
      continue;
    }
    if (from->layout == nullptr || to.layout == nullptr) {
      return add_unknown(op, Topic::kTypes, "a layout that tileproof does not know");
    }
    const auto* slice = to.layout->as<triton::Slice>();
    if (slice != nullptr && slice->dim == dim && slice->parent == from->layout) continue;
    const triton::Slice wanted{dim, from->layout};
    if (const auto error = triton::check(wanted)) {
      if (!require_types(op, false, error->message)) return;
    }
    if (!require_layout(op, result, std::make_shared<const triton::Layout>(wanted), "the result")) {
      return;
    }
  }
  // Two numbers of each operand go in, one of each comes out.
  std::vector<std::string_view> elements;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    elements.push_back(type(operand_type(op, i)).element);
  }
  std::vector<std::string_view> pairs = elements;
  pairs.insert(pairs.end(), elements.begin(), elements.end());
  if (!require_region(op, pairs, elements) || !require_no_tensors_within(op)) return;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const auto dim = static_cast<std::size_t>(*axis);
    if (!require_one_cta(op, operand_type(op, i), dim, "which compilers refuse") ||
        !require_bits_together(op, operand_type(op, i), dim)) {
      return;
    }
    if (op.kind() == OpKind::kScan && !require_scanned_layout(op, operand_type(op, i))) return;
  }
  add_decided(op, Topic::kTypes);
}

// Compilers refuse to add up what several CTAs hold, or some of them do not look into another CTA.
bool ModuleChecker::require_one_cta(const Operation& op,
                                    TypeId id,
                                    std::size_t axis,
                                    std::string_view why) {
  if (type(id).layout == nullptr || !placed(id).tensor) return true;  // said where that is asked
  const auto blocks = coordinates_of(placed(id), kBlock);
  if (std::ranges::all_of(blocks, [&](const auto& block) { return block[axis] == 0; })) return true;
  add_unknown(op, Topic::kTypes, "it goes across CTAs, " + std::string(why));
  return false;
}

// Where CTAs share out a tensor, compilers count its elements as if one CTA had them all.
bool ModuleChecker::require_whole_in_cta(const Operation& op, TypeId id) {
  for (std::size_t dim = 0; dim < type(id).shape.size(); ++dim) {
    if (!require_one_cta(op, id, dim, kOneCta)) return false;
  }
  return true;
}

bool ModuleChecker::require_each_once(const Operation& op, TypeId id, Topic question) {
  if (type(id).layout == nullptr || !placed(id).tensor) return true;  // said where that is asked
  const auto registers = coordinates_of(placed(id), kRegister);
  if (std::ranges::none_of(registers, holds_copies)) return true;
  add_unknown(op,
              question,
              "registers of a thread hold copies, and some compilers take each for an element");
  return false;
}

// Where CTAs have copies, one of them does it for all, and some compilers tell the others nothing.
bool ModuleChecker::require_no_copies_in_ctas(const Operation& op,
                                              TypeId id,
                                              std::string_view why) {
  const bool has_ctas = module_.num_ctas.value_or(1) > 1;
  if (!has_ctas || (type(id).is_shaped() && (type(id).layout == nullptr || !placed(id).tensor))) {
    return true;
  }
  const auto blocks =
      type(id).is_shaped() ? coordinates_of(placed(id), kBlock) : std::vector<Coordinates>{};
  const bool are_told_apart = !blocks.empty() && std::ranges::none_of(blocks, holds_copies);
  if (are_told_apart) return true;
  add_unknown(op, Topic::kTypes, "CTAs hold copies, " + std::string(why));
  return false;
}

bool ModuleChecker::gives_what_is_used(const Operation& op) const {
  const auto end = op.first_result + op.result_count;
  return std::ranges::any_of(module_.operand_pool, [&](const ttgir::Operand& operand) {
    return operand.value >= op.first_result && operand.value < end;
  });
}

bool ModuleChecker::require_no_copies_in_warps(const Operation& op, TypeId id) {
  if (type(id).layout == nullptr || !placed(id).tensor) return true;  // said where that is asked
  if (!gives_what_is_used(op)) return true;
  for (const Name dim : {kLane, kWarp}) {
    if (std::ranges::none_of(coordinates_of(placed(id), dim), holds_copies)) continue;
    add_unknown(op, Topic::kTypes, "lanes or warps hold copies, to which nothing is given back");
    return false;
  }
  return true;
}

bool ModuleChecker::require_bits_together(const Operation& op, TypeId id, std::size_t axis) {
  if (type(id).layout == nullptr || !placed(id).tensor) return true;  // said where that is asked
  for (const Name dim : {kLane, kWarp}) {
    bool has_begun = false;
    bool has_ended = false;
    for (const auto& moved : coordinates_of(placed(id), dim)) {
      const bool is_along = moved[axis] != 0;
      if (is_along && has_ended) {
        add_unknown(op,
                    Topic::kTypes,
                    "bits of the " + std::string(dim.text()) +
                        " along the axis lie apart, which some compilers do not see");
        return false;
      }
      has_ended = has_ended || (has_begun && !is_along);
      has_begun = has_begun || is_along;
    }
  }
  return require_lanes_together(op, id, axis);
}

// What the warps have to add up they store in shared memory, from the first lane along the axis of
// each: as compilers count lanes, those of another dimension are neighbours, too.
bool ModuleChecker::require_lanes_together(const Operation& op, TypeId id, std::size_t axis) {
  const auto warps = coordinates_of(placed(id), kWarp);
  if (std::ranges::all_of(warps, [&](const auto& moved) { return moved[axis] == 0; })) return true;
  const auto lanes = coordinates_of(placed(id), kLane);
  for (std::size_t dim = 0; dim < type(id).shape.size(); ++dim) {
    bool has_begun = false;
    bool has_ended = false;
    for (const auto& moved : lanes) {
      if (std::ranges::all_of(moved, [](Word by) { return by == 0; })) continue;
      if (moved[dim] != 0 && has_ended) {
        add_unknown(op,
                    Topic::kTypes,
                    "bits of the lane along dimension " + std::to_string(dim) +
                        " lie apart, and several warps share the axis, which some compilers do "
                        "not see");
        return false;
      }
      has_ended = has_ended || (has_begun && moved[dim] == 0);
      has_begun = has_begun || moved[dim] != 0;
    }
  }
  return true;
}

bool ModuleChecker::require_region(const Operation& op,
                                   const std::vector<std::string_view>& taken,
                                   const std::vector<std::string_view>& returned) {
  const ttgir::Block* block = entry(op, 0);
  if (!require_types(op, block != nullptr, "it has no region") ||
      !require_types(op,
                     block->argument_count == taken.size(),
                     "its region has ",
                     block->argument_count,
                     " arguments, and should have ",
                     taken.size())) {
    return false;
  }
  const auto is_one = [&](TypeId id, std::string_view element) {
    return id == kNoType || (type(id).kind == Type::Kind::kScalar && type(id).element == element);
  };
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const TypeId id = argument_type(*block, i);
    if (!require_types(op,
                       is_one(id, taken[i]),
                       "its region takes ",
                       id == kNoType ? "" : to_string(type(id)),
                       " of elements ",
                       taken[i])) {
      return false;
    }
  }
  const auto ends = terminators(op, 0);
  if (!require_types(op, !ends.empty(), "its region returns nothing")) return false;
  for (const Operation* last : ends) {
    if (!require_types(op,
                       last->operand_count == returned.size(),
                       "its region returns ",
                       last->operand_count,
                       " numbers, and should return ",
                       returned.size())) {
      return false;
    }
    for (std::size_t i = 0; i < returned.size(); ++i) {
      const auto& operand = module_.operands(*last)[i];
      for (const TypeId id : {operand.written, defined_type(operand)}) {
        if (!require_types(op,
                           is_one(id, returned[i]),
                           "its region returns ",
                           id == kNoType ? "" : to_string(type(id)),
                           " for elements ",
                           returned[i])) {
          return false;
        }
      }
    }
  }
  return true;
}

void ModuleChecker::check_gather(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* indices = shaped_operand(op, 1);
  const Type* to = shaped_result(op);
  const auto axis = integer_attribute(op, "axis");
  if (from == nullptr || indices == nullptr || to == nullptr || !axis) return add_untyped(op);
  if (!require_no_pointers(op)) return;
  bool holds = from->shape.size() == indices->shape.size() && *axis >= 0 &&
               static_cast<std::size_t>(*axis) < from->shape.size();
  for (std::size_t d = 0; holds && d < from->shape.size(); ++d) {
    holds = d == static_cast<std::size_t>(*axis) || from->shape[d] == indices->shape[d];
  }
  if (!require_types(op, holds, *indices, " does not gather from ", *from, " along axis ", *axis) ||
      !require_types(op, is_sized_integer(indices->element), "indices are ", indices->element) ||
      !require_one_element(op, *from, *to)) {
    return;
  }
  if (!require_alike(op, operand_type(op, 1), result_type(op), "indices and result") ||
      !require_whole_in_cta(op, operand_type(op, 0)) ||
      !require_whole_in_cta(op, operand_type(op, 1))) {
    return;
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_histogram(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  const auto is_integers = [](const Type& t) {
    return t.shape.size() == 1 && is_sized_integer(t.element);
  };
  require_types(op,
                is_integers(*from) && is_integers(*to),
                "integers in one dimension are counted, not ",
                *from,
                " to ",
                *to);
  if (op.operand_count == 2) {
    require_alike(op, operand_type(op, 0), operand_type(op, 1), "operand and mask");
  }
  if (worst_ == Worst::kProved && (!require_one_cta(op, operand_type(op, 0), 0, kOneCta) ||
                                   !require_each_once(op, operand_type(op, 0)))) {
    return;
  }
  if (worst_ == Worst::kProved && (from->element != "i32" || to->element != "i32")) {
    return add_unknown(op, Topic::kTypes, "some compilers count i32 alone, in i32");
  }
  add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
