// Operations that move elements between registers, lanes and warps, or take a part of them.
#include <algorithm>
#include <array>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/places.hpp"
#include "checkers/plan/plan.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

// Elements of a result as those of its operand: from offsets on, and of several operands alike.
struct Moved {
  IndexMap map;
  std::vector<OutAxis> outs;
  std::vector<Word> offsets;
  triton::Shape sizes;
};
std::vector<Axis> axes(const Moved& moved) {
  return {moved.map.axes().begin(), moved.map.axes().end()};
}
std::vector<OutAxis> out_axes(const Moved& moved) { return moved.outs; }
template <Algebra A>
Words<A> evaluate(const A& a, const Moved& moved, std::span<const typename A::Word> at) {
  Words<A> values = evaluate(a, moved.map, at);
  for (std::size_t d = 0; d < values.size(); ++d) {
    values[d] = a.urem(a.add(values[d], moved.offsets[d]), moved.sizes[d]);
  }
  return values;
}

// As the compiler has it: of two dimensions the one that is contiguous in a thread is now the
// other.
bool is_transposed_in_threads(const Placed& source, const Placed& result) {
  const auto* blocked = source.layout->as<triton::Blocked>();
  if (blocked == nullptr || source.shape.size() != 2) return false;
  auto registers = coordinates_of(source, kRegister);
  const Word held = blocked->size_per_thread[0] * blocked->size_per_thread[1];
  if ((Word{1} << registers.size()) < held) return false;
  std::size_t bit = 0;
  for (const std::size_t at : {std::size_t{1}, std::size_t{0}}) {
    const auto d = static_cast<std::size_t>(blocked->order[at]);
    const Word size = std::min(blocked->size_per_thread[d], source.shape[d]);
    for (Word step = 1; step < size; step *= 2) {
      registers[bit] = {0, 0};
      registers[bit++][d] = step;
    }
  }
  for (; (Word{1} << bit) < held; ++bit) registers[bit] = {0, 0};
  if (registers != coordinates_of(result, kRegister)) return false;
  return std::ranges::all_of(std::array{kLane, kWarp, kBlock}, [&](Name dim) {
    return coordinates_of(source, dim) == coordinates_of(result, dim);
  });
}

Detail plan_of(const Tensor& source, const Tensor& destination, const plan::PlanRequest& request) {
  const auto best = plan::make_plan(source, destination, request);
  if (!best) return {{"no_plan", best.error().message}};
  if (const auto* unknown = std::get_if<Unknown>(&best->answer.verdict)) {
    return {{"no_plan", unknown->reason}};
  }
  const moves::ProgramCost& cost = best->answer.cost.value();
  return {{"plan", std::string(to_string(best->chosen.kind))},
          {"plan_cost",
           std::vector<std::pair<std::string, Word>>{{"store_wavefronts", cost.store_wavefronts},
                                                     {"load_wavefronts", cost.load_wavefronts},
                                                     {"shuffles", cost.shuffles},
                                                     {"instructions", cost.instructions},
                                                     {"permutes", cost.permutes},
                                                     {"barriers", cost.barriers},
                                                     {"bytes", cost.bytes}}}};
}

}  // namespace

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
                     *from,
                     " does not unpack to ",
                     *to,
                     " along axis ",
                     *axis) ||
      !require_types(
          op, from->encoding.empty() == to->encoding.empty(), "one has a layout, the other none")) {
    return;
  }
  const bool is_nvidias = target_ && target_->vendor() == Target::Vendor::kNvidia;
  if (to->element == "f16" && is_nvidias && target_->compute_capability() < 89) {
    return add_unknown(op, Topic::kTypes, "whether a compiler unpacks to f16 before cuda:89");
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
    Verdict same = compare_moved(unpacked, *result.tensor);
    if (is_proved(same) && distinct_registers(source) < 4) {
      return add_unknown(
          op, Topic::kTypes, "fewer than 4 bytes of a thread, which compilers do not unpack");
    }
    if (!is_proved(same)) add(op, Topic::kTypes, std::move(same));
  }
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_in_thread_transpose(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_result(op);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  if (!require_types(op, from->shape == to->shape, *from, " and ", *to, " have other shapes") ||
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
  if (require_in_threads(op, *source.tensor, *result.tensor, result.tensor->map) &&
      (repeats_registers(source) || !is_transposed_in_threads(source, result))) {
    return add_unknown(op,
                       Topic::kTypes,
                       "the compiler asks for another order of registers, or another operand: " +
                           source.text + " to " + result.text);
  }
  add_decided(op, Topic::kTypes);
}

// extract_slice and concat: elements stay in their threads.
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
  if (!require_types(op, fits, part, " is no such part of ", whole) ||
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
  const Placed& source = is_slice ? large : small;
  const Placed& result = is_slice ? small : large;
  const Moved moved{result.tensor->map,
                    {source.tensor->map.out_axes().begin(), source.tensor->map.out_axes().end()},
                    {offsets.begin(), offsets.end()},
                    source.shape};
  if (require_in_threads(op, *source.tensor, *result.tensor, map_of(moved))) {
    for (const Name dim : {kLane, kWarp, kBlock}) {
      if (coordinates_of(small, dim) == coordinates_of(large, dim)) continue;
      return add_unknown(op,
                         Topic::kTypes,
                         std::string(dim.text()) + "s begin at other elements in " + small.text +
                             " than in " + large.text +
                             ": each finds its own, but a compiler asks for the same");
    }
  }
  add_decided(op, Topic::kTypes);
}

bool ModuleChecker::require_in_threads(const Operation& op,
                                       const Tensor& source,
                                       const Tensor& result,
                                       const IndexMap& wanted) {
  Verdict stays = check_in_threads(source, result, wanted, decide_);
  if (is_proved(stays)) return true;
  add(op, Topic::kTypes, std::move(stays));
  return false;
}

Detail ModuleChecker::best_plan(const Placed& source, const Placed& destination, unsigned bits) {
  if (!options_.plans_conversions) return {};
  if (!target_) return {{"no_plan", no_target_}};
  if (bits == 0) return {{"no_plan", "how many bits an element has is not known"}};
  return known_->plans.of(source.id + destination.id + std::to_string(bits) + target_->name(), [&] {
    return plan_of(*source.tensor, *destination.tensor, {bits, *target_});
  });
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
  auto answer = known_->conversions.of(source.id + destination.id, [&] {
    return check_conversion(*source.tensor, *destination.tensor, decide_);
  });
  if (!answer) return unknown(answer.error().message);
  if (answer->movement) {
    detail.emplace_back("moves", std::string(to_string(*answer->movement)));
    const Detail plan = best_plan(source, destination, to.element_bits);
    detail.insert(detail.end(), plan.begin(), plan.end());
  }
  if (is_proved(answer->verdict) &&
      !require_bytes_in_order(op, source, destination, to.element_bits)) {
    return;
  }
  if (answer->movement == Movement::kBlocks && !reaches_other_ctas()) {
    return unknown("whether compilers move elements between CTAs on " + target_->name());
  }
  add(op, Topic::kConversion, std::move(answer->verdict), std::move(detail));
  state([&] {
    auto claims = conversion_claims(layout_on(operand), layout_on(result));
    add_same(claims, defined, operand);
    return claims;
  });
}

}  // namespace tileproof
