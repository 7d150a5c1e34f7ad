// Operations that give a tensor another shape, order or part: every element stays where it is, and
// the result's layout says so.
#include <algorithm>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/moved_elements.hpp"
#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

bool is_permutation_of(const std::vector<unsigned>& order, std::size_t rank) {
  std::vector<unsigned> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != i) return false;
  }
  return sorted.size() == rank;
}

triton::Shape without(triton::Shape shape, std::size_t dim) {
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(dim));
  return shape;
}

}  // namespace

template <typename Move>
bool ModuleChecker::require_moved(const Operation& op, TypeId from, TypeId to, const Move& move) {
  const Type& was = type(from);
  const Type& is = type(to);
  if (was.encoding.empty() != is.encoding.empty()) {
    return require_types(
        op,
        false,
        "one of " + to_string(was) + " and " + to_string(is) + " has a layout, the other none");
  }
  if (was.encoding.empty()) return true;
  if (was.layout == nullptr || is.layout == nullptr) {
    add_unknown(op, Topic::kTypes, "a layout that tileproof does not know");
    return false;
  }
  const Placed& source = placed(from);
  const Placed& result = placed(to);
  for (const Placed* side : {&source, &result}) {
    if (side->tensor) continue;
    add_unknown(op, Topic::kTypes, side->why_not.message);
    return false;
  }
  std::string key = std::string(op.row->name) +
                    std::string(module_.attribute(op, "order").value_or("")) + "\n" + source.text +
                    triton::to_string(source.shape) + "\n" + result.text +
                    triton::to_string(result.shape);
  const auto [at, is_new] = moved_.try_emplace(std::move(key), Unknown{});
  if (is_new) {
    // In the places of the result is what was there, under its new coordinates.
    const Tensor moved{*result.layout,
                       result.shape,
                       composed(source.tensor->map, map_of(move)),
                       source.tensor->form};
    auto same = check_same_layout(moved, *result.tensor, decide_);
    at->second = same ? std::move(*same) : Verdict(Unknown{same.error().message});
  }
  if (is_proved(at->second)) return true;
  add(op, Topic::kTypes, at->second, {{"source", source.text}, {"destination", result.text}});
  return false;
}

void ModuleChecker::check_broadcast(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  bool holds = from->shape.size() == to->shape.size();
  for (std::size_t d = 0; holds && d < from->shape.size(); ++d) {
    holds = from->shape[d] == 1 || from->shape[d] == to->shape[d];
  }
  if (!require_types(op, holds, *from, " is not repeated to ", *to) ||
      !require_one_element(op, *from, *to)) {
    return;
  }
  const bool one = from->layout == to->layout && from->encoding == to->encoding;
  if (!one) {
    if (from->layout == nullptr || to->layout == nullptr) {
      require_one_layout(op, operand_type(op, 0), result_type(op), "operand and result");
    } else {
      // On the operand's shape the result's layout is to be the operand's.
      require_layout(op, operand_type(op, 0), to->layout, "the operand");
    }
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_expand_dims(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  const auto axis = integer_attribute(op, "axis");
  if (from == nullptr || to == nullptr || !axis) return add_untyped(op);
  const bool in_range = *axis >= 0 && static_cast<std::size_t>(*axis) < to->shape.size();
  const auto dim = static_cast<std::size_t>(in_range ? *axis : 0);
  if (!require_types(op,
                     in_range && to->shape[dim] == 1 && without(to->shape, dim) == from->shape,
                     *to,
                     " is not ",
                     *from,
                     " with a dimension ",
                     *axis,
                     " of size 1") ||
      !require_one_element(op, *from, *to)) {
    return;
  }
  if (from->encoding.empty() != to->encoding.empty()) {
    require_one_layout(op, operand_type(op, 0), result_type(op), "operand and result");
  } else if (!from->encoding.empty()) {
    if (from->layout == nullptr || to->layout == nullptr) {
      return add_unknown(op, Topic::kTypes, "a layout that tileproof does not know");
    }
    const auto* slice = from->layout->as<triton::Slice>();
    const bool is_it = slice != nullptr && slice->dim == dim && slice->parent == to->layout;
    if (!is_it) {
      const triton::Slice wanted{dim, to->layout};
      if (const auto error = triton::check(wanted)) {
        require_types(op, false, error->message);
      } else {
        require_layout(
            op, operand_type(op, 0), std::make_shared<const triton::Layout>(wanted), "the operand");
      }
    }
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_reshape(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  if (!require_types(op,
                     elements_of(from->shape) == elements_of(to->shape),
                     to_string(*from) + " and " + to_string(*to) + " have not as many elements") ||
      !require_one_element(op, *from, *to)) {
    return;
  }
  const bool one_kind = from->encoding.empty() == to->encoding.empty();
  if (!has_flag(op, "allow_reorder")) {
    require_moved(op, operand_type(op, 0), result_type(op), Renumbered{from->shape, to->shape});
  } else if (require_types(op, one_kind, "one has a layout, the other none") &&
             from->layout != nullptr && to->layout != nullptr) {
    const Placed& source = placed(operand_type(op, 0));
    const Placed& result = placed(result_type(op));
    for (const Placed* side : {&source, &result}) {
      if (!side->tensor) return add_unknown(op, Topic::kTypes, side->why_not.message);
    }
    const auto registers = [](const Placed& side) { return side.tensor->form.in_bits(kRegister); };
    require_types(op,
                  registers(source) == registers(result),
                  "a thread has 2^" + std::to_string(registers(source)) + " elements, and then 2^" +
                      std::to_string(registers(result)));
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_trans(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  const auto order = list_attribute(op, "order");
  if (!require_types(op,
                     is_permutation_of(order, from->shape.size()),
                     "order does not name each of " + std::to_string(from->shape.size()) +
                         " dimensions once")) {
    return;
  }
  triton::Shape shape;
  for (const unsigned dim : order) shape.push_back(from->shape[dim]);
  if (!require_types(
          op, shape == to->shape, to_string(*to) + " is not " + to_string(*from) + " permuted") ||
      !require_one_element(op, *from, *to)) {
    return;
  }
  require_moved(op, operand_type(op, 0), result_type(op), Permuted{from->shape, to->shape, order});
  add_decided(op, Topic::kTypes);
}

// `two` has a last dimension of size 2 more than `one`, along which a register moves.
void ModuleChecker::check_pair(const Operation& op, TypeId one, TypeId two) {
  const Type& part = type(one);
  const Type& whole = type(two);
  triton::Shape shape = part.shape;
  shape.push_back(2);
  if (!require_types(
          op, whole.shape == shape, to_string(whole) + " is not " + to_string(part) + " twice") ||
      !require_one_element(op, part, whole)) {
    return;
  }
  if (part.encoding.empty() || whole.encoding.empty()) {
    require_types(
        op, part.encoding.empty() == whole.encoding.empty(), "one has a layout, the other none");
    return;
  }
  if (part.layout == nullptr || whole.layout == nullptr) {
    return add_unknown(op, Topic::kTypes, "a layout that tileproof does not know");
  }
  const Placed& parts = placed(one);
  const Placed& wholes = placed(two);
  for (const Placed* side : {&parts, &wholes}) {
    if (!side->tensor) return add_unknown(op, Topic::kTypes, side->why_not.message);
  }
  // Of the whole's registers those that do not move along the last dimension are the part's.
  const LinearLayout& form = wholes.tensor->form;
  const std::size_t last = form.out_dims().size() - 1;
  std::vector<InDim> ins(form.in_dims().begin(), form.in_dims().end());
  std::vector<OutDim> outs(form.out_dims().begin(), form.out_dims().end());
  const auto dim_name = form.find_out(standard_out_dims(whole.shape.size()).back());
  const std::size_t pair_dim = dim_name.value_or(last);
  std::vector<NamedBases> bases;
  unsigned moving = 0;
  bool is_pure = true;
  std::size_t index = 0;
  for (const InDim& in : ins) {
    NamedBases kept{in.name, {}};
    for (unsigned bit = 0; bit < in.bits; ++bit, ++index) {
      const Word fields = form.field_bases()[index];
      const bool moves = form.field(fields, pair_dim) != 0;
      std::vector<Word> coordinates;
      for (std::size_t d = 0; d < outs.size(); ++d) {
        if (d == pair_dim) continue;
        coordinates.push_back(form.field(fields, d));
        if (moves && coordinates.back() != 0) is_pure = false;
      }
      if (moves && in.name == kRegister) {
        ++moving;
        continue;
      }
      if (moves) is_pure = false;
      kept.bases.push_back(std::move(coordinates));
    }
    bases.push_back(std::move(kept));
  }
  if (!require_types(
          op,
          moving == 1 && is_pure,
          "no register bit of " + wholes.text + " moves along the last dimension alone")) {
    return;
  }
  outs.erase(outs.begin() + static_cast<std::ptrdiff_t>(pair_dim));
  const auto expected = LinearLayout::make(bases, outs);
  if (!expected) return add_unknown(op, Topic::kTypes, expected.error().message);
  ByBases by_bases = ByBases::of(*expected);
  by_bases.outs = standard_out_dims(part.shape.size());
  auto map = IndexMap::make(by_bases);
  if (!map) return add_unknown(op, Topic::kTypes, map.error().message);
  const Tensor rest{*parts.layout, parts.shape, *std::move(map), *expected};
  auto same = check_same_layout(rest, *parts.tensor, decide_);
  if (!same) return add_unknown(op, Topic::kTypes, same.error().message);
  if (!is_proved(*same)) add(op, Topic::kTypes, std::move(*same));
}

void ModuleChecker::check_join(const Operation& op) {
  if (shaped_operand(op, 0) == nullptr || shaped_result(op) == nullptr) return add_untyped(op);
  const TypeId other = operand_type(op, 1);
  if (other != kNoType && !require_alike(op, operand_type(op, 0), other, "the operands")) return;
  if (other != kNoType && !require_one_element(op, type(operand_type(op, 0)), type(other))) return;
  check_pair(op, operand_type(op, 0), result_type(op));
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_split(const Operation& op) {
  if (shaped_operand(op, 0) == nullptr || shaped_result(op) == nullptr) return add_untyped(op);
  const TypeId other = result_type(op, 1);
  if (other != kNoType && !require_alike(op, result_type(op), other, "the results")) return;
  check_pair(op, result_type(op), operand_type(op, 0));
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_cat(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr || op.operand_count != 2) return add_untyped(op);
  const TypeId other = operand_type(op, 1);
  if (other != kNoType && (!require_alike(op, operand_type(op, 0), other, "the operands") ||
                           !require_one_element(op, *from, type(other)))) {
    return;
  }
  if (!require_types(op,
                     elements_of(to->shape) == 2 * elements_of(from->shape),
                     to_string(*to) + " has not twice the elements of " + to_string(*from)) ||
      !require_one_element(op, *from, *to) ||
      !require_types(
          op, from->encoding.empty() == to->encoding.empty(), "one has a layout, the other none")) {
    return;
  }
  if (from->layout != nullptr && to->layout != nullptr) {
    const Placed& part = placed(operand_type(op, 0));
    const Placed& whole = placed(result_type(op));
    for (const Placed* side : {&part, &whole}) {
      if (!side->tensor) return add_unknown(op, Topic::kTypes, side->why_not.message);
    }
    const auto distinct = [](const Placed& side) {
      const LinearLayout& form = side.tensor->form;
      const auto in = form.find_in(kRegister);
      return in ? f2::rank(form.field_bases(*in)) : 0U;
    };
    require_types(op,
                  distinct(whole) == distinct(part) + 1,
                  "a thread has 2^" + std::to_string(distinct(part)) +
                      " elements of each operand, and 2^" + std::to_string(distinct(whole)) +
                      " of the result");
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_reduction(const Operation& op) {
  const auto axis = integer_attribute(op, "axis");
  if (!axis || op.operand_count == 0) return add_untyped(op);
  if (!require_types(op,
                     op.operand_count == op.result_count,
                     std::to_string(op.operand_count) + " operands have " +
                         std::to_string(op.result_count) + " results")) {
    return;
  }
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const Type* from = shaped_operand(op, i);
    const TypeId result = result_type(op, i);
    if (from == nullptr || result == kNoType) return add_untyped(op);
    const Type& to = type(result);
    const TypeId source = operand_type(op, i);
    if (!require_alike(op, operand_type(op, 0), source, "the operands")) return;
    if (!require_types(op,
                       *axis >= 0 && static_cast<std::size_t>(*axis) < from->shape.size(),
                       "axis " + std::to_string(*axis) + " of " + to_string(*from)) ||
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
                       to_string(to) + " is not " + to_string(*from) + " without dimension " +
                           std::to_string(dim))) {
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
  if (check_reduction_region(op)) add_decided(op, Topic::kTypes);
}

// Two numbers of each operand go in, one of each comes out.
bool ModuleChecker::check_reduction_region(const Operation& op) {
  const ttgir::Block* block = entry(op, 0);
  if (!require_types(op, block != nullptr, "it has no region")) return false;
  const auto element_of = [&](std::size_t i) { return type(operand_type(op, i)).element; };
  if (!require_types(op,
                     block->argument_count == 2 * op.operand_count,
                     "its region has " + std::to_string(block->argument_count) + " arguments")) {
    return false;
  }
  for (std::size_t i = 0; i < block->argument_count; ++i) {
    const TypeId id = module_.values[block->first_argument + i].type;
    if (id == kNoType) continue;
    if (!require_types(
            op,
            !type(id).is_shaped() && type(id).element == element_of(i % op.operand_count),
            "its region takes " + to_string(type(id)) + " of elements " +
                std::string(element_of(i % op.operand_count)))) {
      return false;
    }
  }
  const auto ends = terminators(op, 0);
  if (!require_types(op, !ends.empty(), "its region returns nothing")) return false;
  for (const Operation* last : ends) {
    if (last->kind() != OpKind::kReduceReturn) continue;
    if (!require_types(op,
                       last->operand_count == op.operand_count,
                       "its region returns " + std::to_string(last->operand_count) + " numbers")) {
      return false;
    }
    for (std::size_t i = 0; i < last->operand_count; ++i) {
      const auto operand = module_.operands(*last)[i];
      for (const TypeId id : {operand.written, defined_type(operand)}) {
        if (id == kNoType) continue;
        if (!require_types(op,
                           type(id).element == element_of(i),
                           "its region returns " + to_string(type(id)) + " for elements " +
                               std::string(element_of(i)))) {
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
  bool holds = from->shape.size() == indices->shape.size() && *axis >= 0 &&
               static_cast<std::size_t>(*axis) < from->shape.size();
  for (std::size_t d = 0; holds && d < from->shape.size(); ++d) {
    holds = d == static_cast<std::size_t>(*axis) || from->shape[d] == indices->shape[d];
  }
  if (!require_types(op,
                     holds,
                     to_string(*indices) + " does not gather from " + to_string(*from) +
                         " along axis " + std::to_string(*axis)) ||
      !require_types(
          op, indices->element.starts_with("i"), "indices are " + std::string(indices->element)) ||
      !require_one_element(op, *from, *to)) {
    return;
  }
  require_alike(op, operand_type(op, 1), result_type(op), "indices and result");
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_histogram(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  const auto is_integers = [](const Type& t) {
    return t.shape.size() == 1 && t.element.starts_with("i");
  };
  require_types(
      op,
      is_integers(*from) && is_integers(*to),
      "integers in one dimension are counted, not " + to_string(*from) + " to " + to_string(*to));
  if (op.operand_count == 2 && operand_type(op, 1) != kNoType &&
      require_types(op,
                    type(operand_type(op, 1)).element == "i1",
                    "the mask is " + to_string(type(operand_type(op, 1))))) {
    require_alike(op, operand_type(op, 0), operand_type(op, 1), "operand and mask");
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_fp4_to_fp(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  const auto axis = integer_attribute(op, "axis");
  if (from == nullptr || to == nullptr || !axis) return add_untyped(op);
  const auto dim = static_cast<std::size_t>(*axis);
  triton::Shape shape = from->shape;
  const bool in_range = *axis >= 0 && dim < shape.size();
  if (in_range) shape[dim] *= 2;
  if (!require_types(op,
                     in_range && shape == to->shape && from->element == "i8" &&
                         (to->element == "f16" || to->element == "bf16"),
                     to_string(*from) + " does not unpack to " + to_string(*to) + " along axis " +
                         std::to_string(*axis)) ||
      !require_types(
          op, from->encoding.empty() == to->encoding.empty(), "one has a layout, the other none")) {
    return;
  }
  if (from->layout != nullptr && to->layout != nullptr) {
    const Placed& source = placed(operand_type(op, 0));
    const Placed& result = placed(result_type(op));
    for (const Placed* side : {&source, &result}) {
      if (!side->tensor) return add_unknown(op, Topic::kTypes, side->why_not.message);
    }
    const Name along = standard_out_dims(shape.size())[dim];
    const auto pair = LinearLayout::identity_1d(2, kRegister, along);
    const auto expected = pair ? product(*pair, source.tensor->form) : pair;
    if (!expected) return add_unknown(op, Topic::kTypes, expected.error().message);
    ByBases by_bases = ByBases::of(*expected);
    by_bases.ins = {kRegister, kLane, kWarp, kBlock};
    by_bases.outs = standard_out_dims(shape.size());
    auto map = IndexMap::make(by_bases);
    if (!map) return add_unknown(op, Topic::kTypes, map.error().message);
    const Tensor unpacked{*result.layout, result.shape, *std::move(map), *expected};
    auto same = check_same_layout(unpacked, *result.tensor, decide_);
    if (!same) return add_unknown(op, Topic::kTypes, same.error().message);
    if (!is_proved(*same)) add(op, Topic::kTypes, std::move(*same));
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_in_thread_transpose(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  if (!require_types(op,
                     from->shape == to->shape,
                     to_string(*from) + " and " + to_string(*to) + " have other shapes") ||
      !require_one_element(op, *from, *to)) {
    return;
  }
  if (from->layout == nullptr || to->layout == nullptr) {
    return add_unknown(op, Topic::kTypes, "a layout that tileproof does not know");
  }
  const Placed& source = placed(operand_type(op, 0));
  const Placed& result = placed(result_type(op));
  for (const Placed* side : {&source, &result}) {
    if (!side->tensor) return add_unknown(op, Topic::kTypes, side->why_not.message);
  }
  auto answer = check_conversion(*source.tensor, *result.tensor, decide_);
  if (!answer) return add_unknown(op, Topic::kTypes, answer.error().message);
  if (!is_proved(answer->verdict)) return add(op, Topic::kTypes, std::move(answer->verdict));
  require_types(op,
                answer->movement && *answer->movement <= Movement::kRegisters,
                "elements leave their threads between " + source.text + " and " + result.text);
  add_decided(op, Topic::kTypes);
}

// extract_slice and concat: the lanes and warps of part and whole are the same.
void ModuleChecker::check_slice_of_registers(const Operation& op) {
  const bool is_slice = op.kind() == OpKind::kExtractSlice;
  const TypeId part_id = is_slice ? result_type(op) : operand_type(op, 0);
  const TypeId whole_id = is_slice ? operand_type(op, 0) : result_type(op);
  if (part_id == kNoType || whole_id == kNoType) return add_untyped(op);
  const Type& part = type(part_id);
  const Type& whole = type(whole_id);
  bool fits = part.shape.size() == whole.shape.size();
  Word parts = 1;
  const auto offsets = is_slice ? offsets_of(op) : std::vector<std::int64_t>(part.shape.size(), 0);
  fits = fits && offsets.size() == part.shape.size();
  for (std::size_t d = 0; fits && d < part.shape.size(); ++d) {
    fits = is_slice
               ? offsets[d] >= 0 && static_cast<Word>(offsets[d]) + part.shape[d] <= whole.shape[d]
               : whole.shape[d] % part.shape[d] == 0;
    if (fits) parts *= whole.shape[d] / part.shape[d];
  }
  if (!is_slice) fits = fits && parts == op.operand_count;
  if (!require_types(op, fits, to_string(part) + " is no such part of " + to_string(whole)) ||
      !require_one_element(op, part, whole)) {
    return;
  }
  for (std::size_t i = 1; !is_slice && i < op.operand_count; ++i) {
    if (operand_type(op, i) == kNoType) return add_untyped(op);
    if (!require_alike(op, part_id, operand_type(op, i), "the operands") ||
        !require_one_element(op, part, type(operand_type(op, i)))) {
      return;
    }
  }
  if (part.layout == nullptr || whole.layout == nullptr) {
    return add_unknown(op, Topic::kTypes, "a layout that tileproof does not know");
  }
  const Placed& small = placed(part_id);
  const Placed& large = placed(whole_id);
  for (const Placed* side : {&small, &large}) {
    if (!side->tensor) return add_unknown(op, Topic::kTypes, side->why_not.message);
  }
  // Each element of the part is in some register of the same lane, warp and CTA of the whole.
  const IndexMap& of_part = small.tensor->map;
  const IndexMap& of_whole = large.tensor->map;
  std::vector<std::vector<Word>> thread;
  for (const Name dim : {kLane, kWarp, kBlock}) {
    const auto bases = [&](const Placed& side) {
      const auto in = side.tensor->form.find_in(dim);
      std::vector<std::vector<Word>> list;
      if (!in) return list;
      for (const Word fields : side.tensor->form.field_bases(*in)) {
        std::vector<Word> coordinates;
        for (std::size_t d = 0; d < part.shape.size(); ++d) {
          coordinates.push_back(side.tensor->form.field(fields, d));
        }
        list.push_back(std::move(coordinates));
      }
      return list;
    };
    if (!require_types(op,
                       bases(small) == bases(large),
                       std::string(dim.text()) + "s hold other elements in " + small.text +
                           " than in " + large.text)) {
      return;
    }
  }
  std::set<std::vector<Word>> held;
  for (Word reg = 0; reg < of_whole.axes()[0].size; ++reg) {
    std::vector<Word> place(of_whole.axes().size(), 0);
    place[0] = reg;
    held.insert(value_at(of_whole, place));
  }
  for (Word reg = 0; reg < of_part.axes()[0].size; ++reg) {
    std::vector<Word> place(of_part.axes().size(), 0);
    place[0] = reg;
    auto element = value_at(of_part, place);
    for (std::size_t d = 0; d < element.size(); ++d) {
      if (is_slice) element[d] += static_cast<Word>(offsets[d]);
    }
    if (!require_types(
            op,
            held.contains(element),
            "element " + element_text(element) + " is not in thread 0 of " + large.text)) {
      return;
    }
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_conversion_op(const Operation& op) {
  const auto unknown = [&](std::string reason) {
    add_unknown(op, Topic::kConversion, std::move(reason));
  };
  const TypeId operand = operand_type(op, 0);
  const TypeId result = result_type(op);
  if (operand == kNoType || result == kNoType) {
    return unknown("the operation does not say what it converts");
  }
  const Type& from = type(operand);
  const Type& to = type(result);
  if (!require_one_element(op, from, to)) return;
  if (from.layout == nullptr || to.layout == nullptr) {
    return unknown("the source or the destination has no layout that tileproof knows");
  }
  const Placed& source = placed(operand);
  const Placed& destination = placed(result);
  for (const Placed* side : {&source, &destination}) {
    if (!side->tensor) return unknown(side->why_not.message);
  }
  Detail detail{{"source", source.text},
                {"destination", destination.text},
                {"shape", triton::to_string(destination.shape)}};
  const TypeId defined = defined_type(module_.operands(op)[0]);
  if (!is_as_defined(op, defined, operand, detail)) return;
  const auto answer_of = [&]() -> Result<ConversionAnswer> {
    if (!options_.known) return check_conversion(*source.tensor, *destination.tensor, decide_);
    std::string key = source.text + triton::to_string(source.shape) + " to " + destination.text +
                      triton::to_string(destination.shape);
    auto& known = options_.known->conversions;
    if (const auto at = known.find(key); at != known.end()) return at->second;
    auto found = check_conversion(*source.tensor, *destination.tensor, decide_);
    if (found) known.emplace(std::move(key), *found);
    return found;
  };
  auto answer = answer_of();
  if (!answer) return unknown(answer.error().message);
  if (answer->movement) detail.emplace_back("moves", std::string(to_string(*answer->movement)));
  add(op, Topic::kConversion, std::move(answer->verdict), std::move(detail));
  state([&] {
    auto claims = conversion_claims(layout_on(operand), layout_on(result));
    add_same(claims, defined, operand);
    return claims;
  });
}

}  // namespace tileproof
