// Operations that give a tensor another shape: every element stays where it is, and the result's
// layout says so.
#include <algorithm>
#include <optional>
#include <vector>

#include "checkers/layout/moved_elements.hpp"
#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;

namespace {

bool is_permutation_of(const std::vector<unsigned>& order, std::size_t rank) {
  std::vector<unsigned> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != i) return false;
  }
  return sorted.size() == rank;
}

// The element at each bit of each input, without those of registers that repeat the first.
std::vector<std::vector<std::vector<Word>>> own_elements_by_bit(const IndexMap& map) {
  std::vector<std::vector<std::vector<Word>>> list;
  std::vector<Word> at(map.axes().size(), 0);
  const std::vector<Word> first = value_at(map, at);
  for (std::size_t i = 0; i < at.size(); ++i) {
    auto& elements = list.emplace_back();
    for (Word bit = 1; bit < map.axes()[i].size; bit *= 2) {
      at[i] = bit;
      auto element = value_at(map, at);
      const bool is_copy = map.axes()[i].name == "register" && element == first;
      if (!is_copy) elements.push_back(std::move(element));
    }
    at[i] = 0;
  }
  return list;
}

// Compilers form each register of a repeated tensor from the thread's own, wherever that is.
bool is_one_but_for_copies(const Placed& a, const Placed& b) {
  const auto is_in_registers = [](const Placed& placed) {
    return placed.tensor && triton::storage(placed.tensor->layout) == triton::Storage::kRegisters;
  };
  return is_in_registers(a) && is_in_registers(b) &&
         own_elements_by_bit(a.tensor->map) == own_elements_by_bit(b.tensor->map);
}

}  // namespace

Verdict ModuleChecker::compare_moved(const Tensor& moved, const Tensor& result) const {
  auto same = check_same_layout(moved, result, decide_);
  if (!same) return Unknown{same.error().message};
  if (is_refuted(*same) && own_elements_by_bit(moved.map) == own_elements_by_bit(result.map)) {
    return Unknown{
        "registers that repeat elements are in one of two layouts only, and some compilers "
        "leave them out"};
  }
  return *std::move(same);
}

template <typename Move>
bool ModuleChecker::require_moved(const Operation& op, TypeId from, TypeId to, const Move& move) {
  const Type& was = type(from);
  const Type& is = type(to);
  if (was.encoding.empty() != is.encoding.empty()) {
    return require_types(op, false, "one of ", was, " and ", is, " has a layout, the other none");
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
    at->second = compare_moved(moved, *result.tensor);
  }
  if (!is_proved(at->second)) {
    add(op, Topic::kTypes, at->second, {{"source", source.text}, {"destination", result.text}});
    return false;
  }
  const bool is_one_linear =
      (was.layout->as<triton::Linear>() == nullptr) != (is.layout->as<triton::Linear>() == nullptr);
  const auto is_of_blocked = [](const Type& t) {
    return t.layout->as<triton::Blocked>() != nullptr || t.layout->as<triton::Slice>() != nullptr;
  };
  if (is_one_linear && (is_of_blocked(was) || is_of_blocked(is)) && repeats_registers(result)) {
    add_unknown(op,
                Topic::kTypes,
                "registers that repeat elements are written of one of two layouts, and some "
                "compilers leave them out of the other");
    return false;
  }
  return true;
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
    } else if (!is_one_but_for_copies(placed(operand_type(op, 0)),
                                      layouts_.of(to->layout, from->shape))) {
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

namespace {

// The bases of the registers, or of those alone that have an element of their own in a thread.
std::vector<Word> register_bases(const Placed& placed, bool of_their_own) {
  const LinearLayout& form = placed.tensor->form;
  std::vector<Word> bases;
  const auto in = form.find_in(kRegister);
  if (!in) return bases;
  f2::Subspace held;
  for (const Word basis : form.field_bases(*in)) {
    if (held.insert(basis) || !of_their_own) bases.push_back(basis);
  }
  return bases;
}

// Which places hold one element: what is between them, in bits of these registers, lane, warp and
// CTA; of which those from `gap` on are moved up by one.
f2::Subspace copies_of(const Placed& placed,
                       std::vector<Word> bases,
                       std::optional<std::size_t> gap = {}) {
  const LinearLayout& form = placed.tensor->form;
  for (const Name dim : {kLane, kWarp, kBlock}) {
    const auto in = form.find_in(dim);
    if (!in) continue;
    const auto of_dim = form.field_bases(*in);
    bases.insert(bases.end(), of_dim.begin(), of_dim.end());
  }
  f2::Subspace copies;
  for (const Word between : f2::kernel(bases)) {
    const Word low = gap ? between & ((Word{1} << *gap) - 1) : between;
    copies.insert(low | (between ^ low) << 1);
  }
  return copies;
}

}  // namespace

void ModuleChecker::check_reshape(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  if (!require_types(op,
                     elements_of(from->shape) == elements_of(to->shape),
                     *from,
                     " and ",
                     *to,
                     " have not as many elements") ||
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
    const auto before = register_bases(source, false);
    const auto after = register_bases(result, false);
    if (!require_types(op,
                       before.size() == after.size(),
                       "a thread has 2^",
                       before.size(),
                       " elements, and then 2^",
                       after.size())) {
      return;
    }
    if (copies_of(source, before) != copies_of(result, after)) {
      return add_unknown(op,
                         Topic::kTypes,
                         "threads have other copies in " + result.text + " than in " + source.text);
    }
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
                     "order does not name each of ",
                     from->shape.size(),
                     " dimensions once")) {
    return;
  }
  triton::Shape shape;
  for (const unsigned dim : order) shape.push_back(from->shape[dim]);
  if (!require_types(op, shape == to->shape, *to, " is not ", *from, " permuted") ||
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
  if (!require_types(op, whole.shape == shape, whole, " is not ", part, " twice") ||
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
  Verdict same = compare_moved(rest, *parts.tensor);
  if (!is_proved(same)) return add(op, Topic::kTypes, std::move(same));
  if (module_.num_ctas.value_or(1) > 1) {
    add_unknown(
        op, Topic::kTypes, "pairs of elements in several CTAs, which some compilers refuse");
  }
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
  if (other != kNoType && !require_one_element(op, type(result_type(op)), type(other))) return;
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
                     *to,
                     " has not twice the elements of ",
                     *from) ||
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
    const auto before = register_bases(part, true);
    const auto after = register_bases(whole, true);
    if (register_bases(part, false).size() != before.size() ||
        register_bases(whole, false).size() != after.size()) {
      return add_unknown(
          op, Topic::kTypes, "a thread has copies, which some compilers take for elements");
    }
    if (!require_types(op,
                       after.size() == before.size() + 1,
                       "a thread has 2^",
                       before.size(),
                       " elements of each operand, and 2^",
                       after.size(),
                       " of the result")) {
      return;
    }
    if (copies_of(whole, after) != copies_of(part, before, before.size())) {
      return add_unknown(op,
                         Topic::kTypes,
                         "threads have other copies in " + whole.text + " than in " + part.text);
    }
  }
  add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
