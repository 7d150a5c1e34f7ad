// Allocations and views: which bytes does a memory of the file have, and is its type the map that
// the operation gives?  docs/checking.md, Memory.
#include <algorithm>

#include "checkers/layout/moved_elements.hpp"
#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::MemorySpace;
using ttgir::OpKind;

namespace {

std::string text_of(Range range) {
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  return range.lo == range.hi ? number(range.lo) : number(range.lo) + " to " + number(range.hi);
}

bool is_multi_buffered(const ttgir::Type& type) {
  return type.layout != nullptr && type.shape.size() > triton::rank(*type.layout);
}

// From the coordinates of a view to cells of its memory, with padding.
IndexMap padded_cells(const Tensor& memory) { return composed(memory.map, padding_of(memory)); }

// Do both give each element of a view one cell?  If not, or if that is open, why.
std::optional<Verdict> cells_apart(const IndexMap& given,
                                   const IndexMap& stated,
                                   const Decider& decide) {
  const auto differ = [&](const Question& /*question*/, const Decision& decision) -> Verdict {
    const auto element = point_of(decision);
    const auto at_stated = value_at(stated, element);
    const auto at_given = value_at(given, element);
    Counterexample example;
    example.text = "element " + element_text(element) + " of the view is at offset " +
                   std::to_string(at_given[0]) + " of its memory, and its type says " +
                   std::to_string(at_stated[0]);
    add_element(example, element);
    example.fields.emplace_back("offset", at_given[0]);
    example.fields.emplace_back("stated_offset", at_stated[0]);
    return Refuted::replayed(
        decision.engine, std::move(example), [&] { return at_stated != at_given; });
  };
  Verdict verdict =
      ask({{"view", Same{given, stated}}}, decide, "all elements of the view", differ);
  return is_proved(verdict) ? std::nullopt : std::optional(std::move(verdict));
}

}  // namespace

void ModuleChecker::check_allocation(const Operation& op) {
  const TypeId result = result_type(op);
  if (result == kNoType || !type(result).is_shaped()) return add_untyped(op);
  const Type& memory = type(result);
  const bool is_shared = op.kind() == OpKind::kLocalAlloc;
  const MemorySpace wanted = is_shared ? MemorySpace::kShared : MemorySpace::kTensorMemory;
  const bool fits = memory.space == wanted || (is_shared && memory.space == MemorySpace::kNone);
  const bool has_source = op.operand_count != 0;
  if (!require_types(
          op,
          fits,
          to_string(memory) + " is not in " + (is_shared ? "shared memory" : "tensor memory")) ||
      !require_types(
          op, memory.shape == memory.alloc_shape, to_string(memory) + " is a part of a memory") ||
      !require_types(op,
                     has_source || memory.is_mutable || memory.space == MemorySpace::kNone,
                     "a memory without a source that may not be written") ||
      !require_types(
          op,
          memory.element_bits == 0 || memory.element_bits == 1 || memory.element_bits % 8 == 0,
          "elements of " + std::to_string(memory.element_bits) + " bits are no whole bytes")) {
    return;
  }
  std::optional<Word> alignment;
  const auto stated = module_.attribute(op, "alignment").value_or("");
  if (stated.find(':') != std::string_view::npos &&
      !require_types(op, stated.ends_with("i32"), "its alignment is an i32")) {
    return;
  }
  if (const auto given = integer_of(stated); given && *given > 0) {
    alignment = lowest_bit(static_cast<Word>(*given));
  }
  if (op.result_count != 0) views_.set(op.first_result, views_.whole(result, alignment));
  if (!has_source) return add_decided(op, Topic::kTypes);
  const TypeId source = operand_type(op, 0);
  if (source == kNoType) return add_untyped(op);
  if (is_shared) {
    return check_access({op, source, result, &module_.operands(op)[0], nullptr, /*is_load=*/false});
  }
  if (!require_types(op,
                     type(source).shape == memory.shape && type(source).element == memory.element,
                     to_string(type(source)) + " is stored as " + to_string(memory))) {
    return;
  }
  check_tensor_memory_access(op);
}

// The layout of both is one map on the shapes of their allocations.
bool ModuleChecker::require_same_memory_layout(const Operation& op,
                                               TypeId from,
                                               TypeId to,
                                               Topic question) {
  const Type& a = type(from);
  const Type& b = type(to);
  if (a.layout == nullptr || b.layout == nullptr) {
    if (a.encoding == b.encoding) return true;
    add_unknown(op, question, "the memory or the view has no layout that tileproof knows");
    return false;
  }
  const Placed& source = placed(from);
  const Placed& view = placed(to);
  // The text alone says enough, whether or not the layout counts the buffers.
  if (source.text == view.text && source.shape == view.shape) return true;
  if (op.kind() != OpKind::kMemdescIndex && !require_same_beginnings(op, question, from, to)) {
    return false;
  }
  if (triton::storage(*a.layout) == triton::Storage::kTensorMemory) {
    if (op.kind() == OpKind::kMemdescIndex && source.text != view.text) {
      add_unknown(op, question, "the memory has " + source.text + ", the view " + view.text);
      return false;
    }
    return require(op,
                   question,
                   source.text == view.text,
                   "the memory has " + source.text + ", the view " + view.text);
  }
  if (source.shape != view.shape) {
    if (source.text == view.text && is_multi_buffered(a) != is_multi_buffered(b)) return true;
    add_unknown(op,
                question,
                "the memory's layout describes " + triton::to_string(source.shape) +
                    " elements, the view's " + triton::to_string(view.shape));
    return false;
  }
  const Comparison& comparison = layouts_.compare(source, view);
  if (comparison.likeness == Likeness::kUnknown) {
    add_unknown(op, question, comparison.why);
    return false;
  }
  if (comparison.likeness != Likeness::kDifferent) return true;
  add(op, question, *comparison.verdict, {{"source", source.text}, {"destination", view.text}});
  return false;
}

bool ModuleChecker::require_one_part(
    const Operation& op, Topic question, TypeId defined, TypeId used, const MemoryView& view) {
  if (type(defined).layout == nullptr || type(used).layout == nullptr) {
    return require_same_memory_layout(op, defined, used, question);
  }
  const Placed& one = placed(defined);
  const Placed& other = placed(used);
  const bool is_compared = one.shape == other.shape && one.tensor && other.tensor &&
                           one.tensor->is_shared() && other.tensor->is_shared() &&
                           layouts_.compare(one, other).likeness == Likeness::kDifferent;
  if (!is_compared) return require_same_memory_layout(op, defined, used, question);
  return require_one_part(op,
                          question,
                          {padded_cells(*one.tensor), one.text},
                          {padded_cells(*other.tensor), other.text},
                          view_of(type(used), one.shape.size()),
                          view);
}

bool ModuleChecker::require_one_part(const Operation& op,
                                     Topic question,
                                     const Cells& given,
                                     const Cells& stated,
                                     const triton::Shape& part,
                                     const MemoryView& view) {
  triton::Shape whole;
  for (const Axis& axis : stated.map.axes()) whole.push_back(axis.size);
  std::vector<Word> begin;
  for (const Cut& cut : view.cut) {
    if (cut.unit == 0) begin.push_back(cut.begin);
  }
  bool is_known = begin.size() == whole.size() && part.size() == whole.size();
  for (std::size_t d = 0; is_known && d < part.size(); ++d) {
    is_known = begin[d] + part[d] <= whole[d];
  }
  if (!is_known) {
    add_unknown(op,
                question,
                "the part is of " + given.text + " and is seen as of " + stated.text +
                    ", and where it begins is not known");
    return false;
  }
  const IndexMap move = map_of(Shifted{part, whole, begin});
  if (auto verdict = cells_apart(composed(move, given.map), composed(move, stated.map), decide_)) {
    add(op, question, std::move(*verdict), {{"source", given.text}, {"destination", stated.text}});
    return false;
  }
  // A use means the same elements; the type of a view is to have the same attribute.
  if (question != Topic::kView) return true;
  add_unknown(op,
              question,
              "the part has one place in " + given.text + " and " + stated.text +
                  ", where the compiler asks for one layout");
  return false;
}

bool ModuleChecker::require_same_beginnings(const Operation& op,
                                            Topic question,
                                            TypeId one,
                                            TypeId other) {
  if (type(one).layout == nullptr || type(other).layout == nullptr) return true;
  const auto apart = views_.first_apart(one, other);
  if (!apart) {
    add_unknown(op, question, apart.error().message);
    return false;
  }
  if (!*apart) return true;
  return require(op,
                 question,
                 false,
                 "buffer ",
                 **apart,
                 " of ",
                 type(one),
                 " begins at byte ",
                 views_.beginning_of(one, **apart),
                 ", that of ",
                 type(other),
                 " at ",
                 views_.beginning_of(other, **apart));
}

bool ModuleChecker::check_range(const Operation& op,
                                const ttgir::Operand& index,
                                Word size,
                                Word whole) {
  if (!require(op,
               Topic::kBounds,
               size <= whole,
               std::to_string(size) + " elements of " + std::to_string(whole))) {
    return false;
  }
  const auto last = static_cast<std::int64_t>(whole - size);
  if (!ranges_) ranges_.emplace(module_);
  const auto operands = module_.operands(op);
  const auto at = static_cast<std::size_t>(&index - operands.data());
  const Range range = ranges_->of(id_of(op), at);
  if (range.is_empty() || (range.lo >= 0 && range.hi <= last)) return true;
  if (!runs_) runs_.emplace(module_);
  if (const auto taken = runs_->first_outside(id_of(op), at, 0, last)) {
    Counterexample example;
    example.text = std::string(index.name) + " is " + std::to_string(taken->value) + ", and 0 to " +
                   std::to_string(last) + " are there";
    if (!taken->iterations.empty()) {
      example.text += ", in iteration";
      for (const auto iteration : taken->iterations) {
        example.text += " " + std::to_string(iteration);
        example.fields.emplace_back(
            "iteration" +
                (example.fields.empty() ? std::string() : std::to_string(example.fields.size())),
            Word{iteration});
      }
    }
    example.fields.emplace_back("index", taken->value);
    add(op, Topic::kBounds, Refuted::replayed("run", std::move(example), [&] {
          return taken->value < 0 || taken->value > last;
        }));
    return false;
  }
  add_unknown(op,
              Topic::kBounds,
              std::string(index.name) + " may be " + text_of(range) + ", and 0 to " +
                  std::to_string(last) + " are there");
  return false;
}

void ModuleChecker::check_view(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  if (from == kNoType || to == kNoType) return add_untyped(op);
  const Type& source = type(from);
  const Type& view = type(to);
  const bool reinterprets = op.kind() == OpKind::kMemdescReinterpret;
  const bool is_remote = op.kind() == OpKind::kRemoteView;
  if (!require_types(op,
                     reinterprets || source.element == view.element,
                     "elements change: " + to_string(source) + " and " + to_string(view)) ||
      !require_types(op,
                     is_remote || source.space == view.space,
                     "storage changes: " + to_string(source) + " and " + to_string(view)) ||
      !require_types(op,
                     source.is_mutable || !view.is_mutable,
                     "a memory that may not be written becomes one that may")) {
    return;
  }
  // What follows is asked of memory whose layout is known.
  if (source.layout == nullptr || view.layout == nullptr) {
    return add_unknown(
        op, Topic::kView, "the memory or the view has no layout that tileproof knows");
  }
  bool holds = false;
  switch (op.kind()) {
    case OpKind::kMemdescIndex:
      holds = check_index(op);
      break;
    case OpKind::kMemdescSubview:
      holds = check_subview(op);
      break;
    case OpKind::kMemdescSubslice:
      holds = check_slice(op);
      break;
    case OpKind::kMemdescDynamicSubslice:
      holds = check_dynamic_slice(op);
      break;
    case OpKind::kMemdescTrans:
      holds = check_memory_trans(op);
      break;
    case OpKind::kMemdescReshape:
      holds = check_memory_reshape(op);
      break;
    case OpKind::kMemdescReinterpret:
      holds = check_reinterpretation(op);
      break;
    case OpKind::kTmemSubslice:
      holds = check_tensor_memory_slice(op);
      break;
    default:
      holds = require_types(op,
                            source.shape == view.shape && source.alloc_shape == view.alloc_shape,
                            to_string(source) + " becomes " + to_string(view)) &&
              require_same_memory_layout(op, from, to);
      if (holds && op.result_count != 0) {
        views_.set(op.first_result, views_.of(module_.operands(op)[0].value, from));
      }
      break;
  }
  // Of what is wrong or open nothing is known but where its memory lies.
  if (!holds && op.result_count != 0 && !views_.knows(op.first_result)) {
    const MemoryView memory = views_.of(module_.operands(op)[0].value, from);
    MemoryView assumed = views_.assumed(to);
    assumed.alignment = std::min(assumed.alignment, memory.alignment);
    assumed.room = std::min(assumed.room, memory.room);
    views_.set(op.first_result, std::move(assumed));
  }
  // What is taken for another memory has a map of its own.
  if (holds && !reinterprets) add_decided(op, Topic::kView);
}

// Buffers are chosen of a memory that shows all of them; the result may name them all as its
// allocation.
bool ModuleChecker::require_whole_buffers(const Operation& op,
                                          const Type& source,
                                          const Type& view) {
  const auto ends_with = [](const triton::Shape& whole, const triton::Shape& part) {
    return whole.size() >= part.size() && std::equal(part.rbegin(), part.rend(), whole.rbegin());
  };
  if (!require_types(op,
                     (source.shape.size() == 1 || ends_with(source.alloc_shape, view.shape)) &&
                         (view.alloc_shape == view.shape || view.alloc_shape == source.alloc_shape),
                     "buffers are chosen of whole memories")) {
    return false;
  }
  if (source.alloc_shape == source.shape) return true;
  add_unknown(op, Topic::kView, "a buffer of a part of the buffers");
  return false;
}

bool ModuleChecker::check_index(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  const bool is_flat = source.shape.size() == 1 && view.shape == triton::Shape{1};
  const bool fits =
      is_flat || (source.shape.size() == view.shape.size() + 1 &&
                  std::equal(view.shape.begin(), view.shape.end(), source.shape.begin() + 1));
  if (!require_types(op, fits, to_string(view) + " is not one of " + to_string(source)) ||
      !require_whole_buffers(op, source, view) ||
      (!is_flat && !require_same_memory_layout(op, from, to))) {
    return false;
  }
  if (op.operand_count < 2) {
    add_untyped(op);
    return false;
  }
  const auto& index = module_.operands(op)[1];
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  result.cut.assign(view.layout ? placed(to).shape.size() : 0, Cut{});
  const bool in_range = check_range(op, index, 1, source.shape[0]);
  const Range range = ranges_ ? ranges_->of(id_of(op), 1) : Range{};
  const bool is_known = in_range && !range.is_empty();
  const Word least = is_known ? static_cast<Word>(range.lo) : 0;
  const Word most = is_known ? static_cast<Word>(range.hi) : source.shape[0] - 1;
  result.room -= std::min(result.room, views_.beginning_of(from, most));
  result.alignment = std::min(result.alignment, views_.alignment_of(from, least, most));
  if (op.result_count != 0) views_.set(op.first_result, result);
  if (!in_range) {
    // What follows holds for every index in range.
    return false;
  }
  add_decided(op, Topic::kBounds);
  return true;
}

bool ModuleChecker::check_subview(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  const std::size_t rank = source.shape.size();
  const std::size_t kept = view.shape.size();
  if (!require_types(op,
                     kept <= rank && op.operand_count == rank + 1,
                     std::to_string(op.operand_count - 1) + " offsets for " + to_string(source) +
                         " shown as " + to_string(view)) ||
      !require_same_memory_layout(op, from, to)) {
    return false;
  }
  bool in_range = true;
  const auto operands = module_.operands(op);
  MemoryView result = views_.of(operands[0].value, from);
  result.cut.assign(placed(to).shape.size(), Cut{});
  for (std::size_t d = 0; d < rank; ++d) {
    const Word size = d < rank - kept ? 1 : view.shape[d - (rank - kept)];
    if (!check_range(op, operands[d + 1], size, source.shape[d])) {
      in_range = false;
      break;
    }
    const std::size_t cuts = result.cut.size();
    if (d >= rank - cuts) result.cut[d - (rank - cuts)].unit = size != source.shape[d] ? 1 : 0;
  }
  const auto size = views_.size_of(to);
  if (size) {
    result.room = std::min(result.room, size->bytes);
    const Word buffers = views_.size_of(from)->buffers;
    result.alignment = std::min(result.alignment, views_.alignment_of(from, 0, buffers - 1));
  }
  if (op.result_count != 0) views_.set(op.first_result, result);
  if (in_range) add_decided(op, Topic::kBounds);
  return in_range;
}

bool ModuleChecker::check_slice(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  const auto offsets = offsets_of(op);
  const std::size_t rank = source.shape.size();
  if (!require_types(op,
                     offsets.size() == rank && view.shape.size() == rank,
                     "the offsets and the view have not " + std::to_string(rank) + " dimensions") ||
      !require(op,
               Topic::kView,
               view.alloc_shape == source.alloc_shape || view.shape == source.shape,
               "the slice states another allocation than its memory: " + to_string(source) +
                   " and " + to_string(view))) {
    return false;
  }
  for (std::size_t d = 0; d < rank; ++d) {
    if (!require(
            op,
            Topic::kBounds,
            offsets[d] >= 0 && static_cast<Word>(offsets[d]) + view.shape[d] <= source.shape[d],
            "elements ",
            offsets[d],
            " to ",
            offsets[d] + static_cast<std::int64_t>(view.shape[d]) - 1,
            " of dimension ",
            d,
            ", which has ",
            source.shape[d])) {
      return false;
    }
  }
  const std::size_t described = placed(to).shape.size();
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  for (std::size_t d = 0; d < rank; ++d) {
    if (d >= rank - described && d - (rank - described) < result.cut.size()) {
      result.cut[d - (rank - described)].begin += static_cast<Word>(offsets[d]);
    }
  }
  if (op.result_count != 0) views_.set(op.first_result, result);
  if (!require_one_part(op, Topic::kView, from, to, result)) return false;
  if (described < rank && !triton::paddings(*view.layout).empty()) {
    add_unknown(op, Topic::kView, "padded buffers are cut, which the compiler refuses");
    return false;
  }
  const Placed& whole = placed(to);
  for (std::size_t d = 0; d < rank; ++d) {
    if (view.shape[d] == source.shape[d]) continue;
    if ((static_cast<Word>(offsets[d]) & (view.shape[d] - 1)) != 0) {
      add_unknown(op,
                  Topic::kView,
                  "it is cut at " + std::to_string(offsets[d]) + ", no multiple of " +
                      std::to_string(view.shape[d]) + ", which the compiler refuses");
      return false;
    }
    if (d < rank - described) {
      add_unknown(op, Topic::kView, "a part of the buffers, which the compiler refuses");
      return false;
    }
    if (!whole.tensor) continue;
    // What each bit of the coordinate adds to the address is to be one bit of it, or none.
    const auto cells = invert(whole.tensor->form);
    if (!cells) {
      add_unknown(op, Topic::kView, cells.error().message);
      return false;
    }
    const std::size_t dim = d - (rank - described);
    const Name name = standard_out_dims(described)[dim];
    for (Word at = view.shape[d]; at < source.shape[d]; at *= 2) {
      const Word moved = cells->basis(name, log2_ceil(at), kOffset);
      if ((moved & (moved - 1)) == 0) continue;
      add_unknown(op,
                  Topic::kView,
                  "it is cut within the swizzle's pattern: coordinate " + std::to_string(at) +
                      " moves the address by " + std::to_string(moved) +
                      ", which the compiler refuses");
      return false;
    }
  }
  add_decided(op, Topic::kBounds);
  return true;
}

bool ModuleChecker::check_dynamic_slice(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  const std::size_t rank = source.shape.size();
  const std::string words =
      "offsets, view and memory do not fit: " + to_string(source) + " and " + to_string(view);
  if (!require_types(op, view.shape.size() == rank && op.operand_count == rank + 1, words) ||
      !require(op, Topic::kView, view.alloc_shape == source.alloc_shape, words) ||
      !require_same_memory_layout(op, from, to)) {
    return false;
  }
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  const std::size_t described = result.cut.size();
  bool in_range = true;
  for (std::size_t d = 0; d < rank && in_range; ++d) {
    in_range = check_range(op, module_.operands(op)[d + 1], view.shape[d], source.shape[d]);
    if (d < rank - described || view.shape[d] == source.shape[d]) continue;
    const Range at = ranges_ ? ranges_->of(id_of(op), d + 1) : Range{};
    const bool is_constant = in_range && at.lo == at.hi;
    Cut& cut = result.cut[d - (rank - described)];
    if (is_constant) {
      cut.begin += static_cast<Word>(at.lo);
    } else {
      cut = {0, 1};
    }
  }
  if (op.result_count != 0) views_.set(op.first_result, result);
  if (in_range) add_decided(op, Topic::kBounds);
  return in_range;
}

// Both maps agree at every element of the view, which `move` leads to elements of the source.
template <typename Move>
static std::optional<Verdict> moved_memory(const Placed& source,
                                           const Placed& view,
                                           const Move& move,
                                           const Decider& decide) {
  return cells_apart(
      composed(map_of(move), padded_cells(*source.tensor)), padded_cells(*view.tensor), decide);
}

bool ModuleChecker::check_memory_trans(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  const auto order = list_attribute(op, "order");
  const std::size_t rank = source.shape.size();
  std::vector<unsigned> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  bool is_order = sorted.size() == rank;
  for (std::size_t i = 0; is_order && i < rank; ++i) is_order = sorted[i] == i;
  if (!require_types(op,
                     is_order,
                     "order does not name each of " + std::to_string(rank) + " dimensions once")) {
    return false;
  }
  const auto permuted = [&](const triton::Shape& shape) {
    const std::size_t extra = shape.size() - std::min(shape.size(), rank);
    triton::Shape list(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(extra));
    for (const unsigned dim : order) list.push_back(shape[extra + dim]);
    return list;
  };
  const std::string words = to_string(view) + " is not " + to_string(source) + " permuted";
  if (!require_types(op, view.shape == permuted(source.shape), words) ||
      !require(op, Topic::kView, view.alloc_shape == permuted(source.alloc_shape), words)) {
    return false;
  }
  const Placed& a = placed(from);
  const Placed& b = placed(to);
  for (const Placed* side : {&a, &b}) {
    if (side->tensor) continue;
    add_unknown(op, Topic::kView, side->why_not.message);
    return false;
  }
  const std::size_t described = b.shape.size();
  const std::size_t buffers = rank - std::min(rank, described);
  bool keeps_buffers = a.shape.size() == described;
  for (std::size_t i = 0; i < buffers; ++i) keeps_buffers = keeps_buffers && order[i] == i;
  if (!keeps_buffers || !a.tensor->is_shared() || !b.tensor->is_shared()) {
    add_unknown(
        op,
        Topic::kView,
        keeps_buffers ? "tensor memory is transposed" : "buffers and elements change places");
    return false;
  }
  // Coordinate k of the view is coordinate order[k] of the source.
  std::vector<unsigned> coordinate_of(described);
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  std::vector<Cut> cut(described);
  for (std::size_t k = 0; k < described; ++k) {
    const std::size_t dim = order[buffers + k] - buffers;
    coordinate_of[dim] = static_cast<unsigned>(k);
    cut[k] = result.cut[dim];
  }
  result.cut = std::move(cut);
  if (buffers != 0 && !require_same_beginnings(op, Topic::kView, from, to)) return false;
  const Permuted move{b.shape, a.shape, coordinate_of};
  if (auto verdict = moved_memory(a, b, move, decide_)) {
    if (is_refuted(*verdict) && view_of(view, described) != b.shape) {
      return require_one_part(op,
                              Topic::kView,
                              {composed(map_of(move), padded_cells(*a.tensor)), a.text},
                              {padded_cells(*b.tensor), b.text},
                              view_of(view, described),
                              result);
    }
    add(op, Topic::kView, std::move(*verdict), {{"source", a.text}, {"destination", b.text}});
    return false;
  }
  if (op.result_count != 0) views_.set(op.first_result, result);
  return true;
}

bool ModuleChecker::check_memory_reshape(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  const bool is_whole =
      std::equal(source.shape.rbegin(), source.shape.rend(), source.alloc_shape.rbegin());
  if (!require_types(
          op,
          elements_of(source.shape) == elements_of(view.shape),
          to_string(source) + " and " + to_string(view) + " have not as many elements") ||
      !require_types(
          op,
          is_whole && view.shape == view.alloc_shape && source.is_mutable == view.is_mutable,
          "a part of a memory, or one that may not be written, is given another shape: " +
              to_string(source) + " and " + to_string(view))) {
    return false;
  }
  const Placed& a = placed(from);
  const Placed& b = placed(to);
  for (const Placed* side : {&a, &b}) {
    if (side->tensor) continue;
    add_unknown(op, Topic::kView, side->why_not.message);
    return false;
  }
  // The buffers of both are as many, one after the other.
  if (!a.tensor->is_shared() || !b.tensor->is_shared() ||
      elements_of(a.shape) != elements_of(b.shape)) {
    add_unknown(op,
                Topic::kView,
                "the layouts describe other numbers of elements: " + triton::to_string(a.shape) +
                    " and " + triton::to_string(b.shape));
    return false;
  }
  if (!require_same_beginnings(op, Topic::kView, from, to)) return false;
  if (auto verdict = moved_memory(a, b, Renumbered{b.shape, a.shape}, decide_)) {
    add(op, Topic::kView, std::move(*verdict), {{"source", a.text}, {"destination", b.text}});
    return false;
  }
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  result.cut.assign(b.shape.size(), Cut{});
  if (op.result_count != 0) views_.set(op.first_result, result);
  return true;
}

bool ModuleChecker::check_reinterpretation(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  // In tensor memory a view may be a part, as long as its columns are there.
  const auto is_whole = [](const Type& t) {
    return t.space == MemorySpace::kTensorMemory ||
           std::equal(t.shape.rbegin(), t.shape.rend(), t.alloc_shape.rbegin());
  };
  if (!require_types(op,
                     is_whole(source) && is_whole(view),
                     "a part of a memory is taken for another: " + to_string(source) + " and " +
                         to_string(view)) ||
      !require_types(
          op, source.is_mutable == view.is_mutable, "one may be written, and the other not")) {
    return false;
  }
  const auto size = views_.size_of(to);
  const auto old_size = views_.size_of(from);
  for (const auto* side : {&size, &old_size}) {
    if (*side) continue;
    add_unknown(op, Topic::kBounds, side->error().message);
    return false;
  }
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  if (triton::storage(*view.layout) == triton::Storage::kTensorMemory) {
    const auto columns = [&](TypeId id) -> std::optional<Word> {
      const auto& form = placed(id).tensor->form;
      return form.has_in(kCol) ? std::optional(Word{1} << form.in_bits(kCol)) : std::nullopt;
    };
    const auto shown = columns(to);
    const auto there = columns(from);
    if (!shown || !there) {
      add_unknown(op, Topic::kBounds, "the columns of the memory are not known");
      return false;
    }
    if (!require(op,
                 Topic::kBounds,
                 *shown <= *there,
                 std::to_string(*shown) + " columns are shown where " + std::to_string(*there) +
                     " are")) {
      return false;
    }
    add_decided(op, Topic::kBounds);
    return true;
  }
  const ttgir::ValueId memory = module_.operands(op)[0].value;
  if (size->bytes > result.room && memory != ttgir::kNoValue && doubtful_[memory]) {
    add_unknown(op, Topic::kBounds, "how much is left of the allocation is not known");
    return false;
  }
  if (!require(op,
               Topic::kBounds,
               size->bytes <= result.room,
               std::to_string(size->bytes) + " bytes are shown where " +
                   std::to_string(result.room) + " are left of the allocation")) {
    return false;
  }
  const auto pads = [](const Type& t) {
    std::vector<std::pair<Word, Word>> list;
    for (const auto& padding : triton::paddings(*t.layout)) {
      list.emplace_back(padding.interval * t.element_bits, padding.amount * t.element_bits);
    }
    return list;
  };
  const bool same_storage = triton::storage(*source.layout) == triton::storage(*view.layout);
  if (!same_storage || pads(source) != pads(view)) {
    add_unknown(op, Topic::kView, "the paddings are others, in bytes, which the compiler refuses");
    return false;
  }
  if (const auto* nvmma = source.layout->as<triton::NvmmaShared>();
      nvmma && source.shape != view.shape) {
    const Word inner = nvmma->transposed ? view.shape.front() : view.shape.back();
    if (inner * view.element_bits % std::max<Word>(128, 8 * nvmma->swizzle_bytes) != 0) {
      add_unknown(
          op, Topic::kView, "rows are no multiple of the swizzle, which the compiler refuses");
      return false;
    }
  }
  if (const auto* swizzled = source.layout->as<triton::SwizzledShared>();
      swizzled && source.shape != view.shape) {
    const Word fastest = swizzled->order.empty() ? 0 : swizzled->order.front();
    if (fastest >= view.shape.size() || swizzled->vec == 0 ||
        view.shape[fastest] % swizzled->vec != 0) {
      add_unknown(
          op, Topic::kView, "rows are no multiple of the swizzle, which the compiler refuses");
      return false;
    }
  }
  result.cut.assign(placed(to).shape.size(), Cut{});
  if (op.result_count != 0) views_.set(op.first_result, result);
  add_decided(op, Topic::kBounds);
  return true;
}

bool ModuleChecker::check_tensor_memory_slice(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  auto offset = integer_attribute(op, "N");
  if (!offset) offset = integer_attribute(op, "offset");
  const std::size_t rank = source.shape.size();
  if (!offset || rank == 0) {
    add_untyped(op);
    return false;
  }
  bool fits = view.shape.size() == rank;
  for (std::size_t d = 0; fits && d + 1 < rank; ++d) fits = source.shape[d] == view.shape[d];
  if (!require_types(op, fits, to_string(view) + " has other rows than " + to_string(source)) ||
      !require(op,
               Topic::kView,
               view.alloc_shape.size() == source.alloc_shape.size(),
               "the slice states another allocation: " + to_string(source) + " and " +
                   to_string(view))) {
    return false;
  }
  const Word columns = view.shape.back();
  if (!require(op,
               Topic::kBounds,
               *offset >= 0 && static_cast<Word>(*offset) + columns <= source.shape.back(),
               "columns " + std::to_string(*offset) + " to " +
                   std::to_string(*offset + static_cast<std::int64_t>(columns) - 1) + " of " +
                   std::to_string(source.shape.back()))) {
    return false;
  }
  if ((static_cast<Word>(*offset) & (columns - 1)) != 0) {
    add_unknown(
        op,
        Topic::kView,
        "it is cut at " + std::to_string(*offset) + ", no multiple of " + std::to_string(columns));
    return false;
  }
  const auto* a = source.layout->as<triton::TensorMemory>();
  const auto* b = view.layout->as<triton::TensorMemory>();
  const auto* scales_a = source.layout->as<triton::TensorMemoryScales>();
  const auto* scales_b = view.layout->as<triton::TensorMemoryScales>();
  if (a != nullptr && b != nullptr) {
    triton::TensorMemory narrowed = *a;
    narrowed.block_n = b->block_n;
    const bool may_narrow = b->block_n == a->block_n || b->block_n == std::min(a->block_n, columns);
    if (!require(op,
                 Topic::kView,
                 narrowed == *b && may_narrow,
                 "the memory has " + triton::to_string(*source.layout) + ", the view " +
                     triton::to_string(*view.layout))) {
      return false;
    }
    if (a->block_n != b->block_n && a->block_n < source.shape.back()) {
      add_unknown(op, Topic::kView, "a part of a block, where there are several");
      return false;
    }
  } else if (!require(op,
                      Topic::kView,
                      scales_a != nullptr && scales_b != nullptr && *scales_a == *scales_b,
                      "the memory has " + triton::to_string(*source.layout) + ", the view " +
                          triton::to_string(*view.layout))) {
    return false;
  }
  add_decided(op, Topic::kBounds);
  return true;
}

}  // namespace tileproof
