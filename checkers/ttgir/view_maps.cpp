// Is the map that a view's type states the one that its operation gives?  Each element of the view
// is in one cell by both, with padding, and each buffer begins at one byte.
#include <algorithm>

#include "checkers/layout/moved_elements.hpp"
#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::OpKind;

namespace {

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

// Both maps agree at every element of the view, which `move` leads to elements of the source.
template <typename Move>
std::optional<Verdict> moved_memory(const Placed& source,
                                    const Placed& view,
                                    const Move& move,
                                    const Decider& decide) {
  return cells_apart(
      composed(map_of(move), padded_cells(*source.tensor)), padded_cells(*view.tensor), decide);
}

}  // namespace

bool ModuleChecker::require_cells(const Operation& op,
                                  Topic question,
                                  std::initializer_list<const Placed*> memories) {
  for (const Placed* memory : memories) {
    const auto broken = memory->tensor ? triton::broken_bases(*memory->layout)
                                       : std::optional<Error>(memory->why_not);
    if (!broken) continue;
    add_unknown(op, question, broken->message);
    return false;
  }
  return true;
}

// The layout of both is one map on the shapes of their allocations.
namespace {

std::string two_spellings(const Placed& memory, const Placed& view) {
  return "one layout in two spellings, where the compiler asks for one: the memory has " +
         memory.text + ", the view " + view.text;
}

}  // namespace

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
  if (!require_same_beginnings(op, question, from, to)) return false;
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
  if (comparison.likeness == Likeness::kDifferent) {
    add(op, question, *comparison.verdict, {{"source", source.text}, {"destination", view.text}});
    return false;
  }
  // An access means the elements; a view is to have the memory's attribute.
  if (comparison.likeness != Likeness::kSameMap || question != Topic::kView) return true;
  add_unknown(op, question, two_spellings(source, view));
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
  if (question == Topic::kConversion) return true;
  add_unknown(op,
              question,
              "the part has one place in " + given.text + " and " + stated.text +
                  ", where the compiler asks for one layout");
  return false;
}

// A part is written by messages, each where its first element lies: up to 256 elements along each
// dimension, and, swizzled, as many bytes of a row as the swizzle spans.
bool ModuleChecker::require_packed(const Operation& op,
                                   TypeId memory,
                                   const triton::NvmmaShared& shared) {
  constexpr Word kMostOfMessage = 256;
  constexpr Word kRowsOfSwizzle = 8;
  const Placed& whole = placed(memory);
  const triton::Shape part = view_of(type(memory), whole.shape.size());
  if (part == whole.shape) return true;
  triton::Shape message = part;
  for (Word& size : message) size = std::min(size, kMostOfMessage);
  if (shared.swizzle_bytes != 0) {
    message.back() = std::min(message.back(), shared.row_elements());
  }
  // Those behind the first begin where the swizzle does.
  const Word rows = elements_of(whole.shape) / whole.shape.back();
  if (message != part && rows % kRowsOfSwizzle != 0) {
    add_unknown(op,
                Topic::kConversion,
                "where messages begin in " + std::to_string(rows) + " rows, less than a swizzle's");
    return false;
  }
  const Placed& box = layouts_.of(type(memory).layout, message);
  if (!require_cells(op, Topic::kConversion, {&whole, &box})) return false;
  const IndexMap move =
      map_of(Shifted{box.shape, whole.shape, std::vector<Word>(message.size(), 0)});
  if (auto verdict = cells_apart(
          composed(move, padded_cells(*whole.tensor)), padded_cells(*box.tensor), decide_)) {
    add(op, Topic::kConversion, std::move(*verdict), {{"memory", whole.text}});
    return false;
  }
  return true;
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

// A slice that states an allocation of its own: its elements would lie as there, from where it
// begins on.
bool ModuleChecker::check_slice_as_allocation(const Operation& op,
                                              const std::vector<std::int64_t>& offsets) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  const std::string words =
      "the slice states another allocation than its memory: " + to_string(source) + " and " +
      to_string(view);
  const Placed& whole = placed(from);
  const Placed& own = placed(to);
  const bool is_of_part = source.shape != source.alloc_shape;
  const bool is_compared = view.shape == view.alloc_shape && own.shape == view.shape &&
                           (is_of_part || whole.shape == source.shape) && whole.tensor &&
                           own.tensor && whole.tensor->is_shared() && own.tensor->is_shared();
  if (!require(op, Topic::kView, is_compared, words)) return false;
  if (is_of_part) {
    add_unknown(op, Topic::kView, words + ", and the memory is a part itself");
    return false;
  }
  if (!require_cells(op, Topic::kView, {&whole, &own})) return false;
  std::vector<Word> begin(offsets.begin(), offsets.end());
  const IndexMap given =
      composed(map_of(Shifted{own.shape, whole.shape, begin}), padded_cells(*whole.tensor));
  if (auto verdict = cells_apart(given, padded_cells(*own.tensor), decide_)) {
    add(op, Topic::kView, std::move(*verdict), {{"source", whole.text}, {"destination", own.text}});
    return false;
  }
  add_unknown(op, Topic::kView, words + ", which the compiler may refuse");
  return false;
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
  if (!require_types(op, is_order, "order does not name each of ", rank, " dimensions once")) {
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
      !require_types(
          op, source.is_mutable == view.is_mutable, "one may be written, and the other not") ||
      !require(op, Topic::kView, view.alloc_shape == permuted(source.alloc_shape), words)) {
    return false;
  }
  const Placed& a = placed(from);
  const Placed& b = placed(to);
  if (!require_cells(op, Topic::kView, {&a, &b})) return false;
  const std::size_t described = b.shape.size();
  if (!require_types(op,
                     described == rank || std::ranges::is_sorted(order),
                     "its order has ",
                     rank,
                     " dimensions, and the layout ",
                     described)) {
    return false;
  }
  const std::size_t buffers = rank - std::min(rank, described);
  const bool is_alike = a.shape.size() == described;
  if (!is_alike || !a.tensor->is_shared() || !b.tensor->is_shared()) {
    add_unknown(op,
                Topic::kView,
                is_alike ? "tensor memory is transposed" : "the layouts have other dimensions");
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
  if (std::ranges::is_sorted(order) && a.text != b.text) {
    add_unknown(op, Topic::kView, two_spellings(a, b));
    return false;
  }
  if (!require_turned(op, a, b)) return false;
  const auto* swizzled = source.layout->as<triton::SwizzledShared>();
  const bool is_turned_whole = source.layout->as<triton::SharedLinear>() != nullptr ||
                               (swizzled != nullptr && swizzled->is_rotating);
  if (is_turned_whole && view_of(source, described) != a.shape) {
    add_unknown(op,
                Topic::kView,
                "a part of memory in such a layout, of which compilers turn the whole: " + a.text);
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
  const auto is_whole = [](const Type& t) {
    return t.alloc_shape.size() >= t.shape.size() &&
           std::equal(t.shape.rbegin(), t.shape.rend(), t.alloc_shape.rbegin());
  };
  if (!require_types(op,
                     elements_of(source.shape) == elements_of(view.shape),
                     source,
                     " and ",
                     view,
                     " have not as many elements") ||
      !require_types(op,
                     is_whole(source) && is_whole(view) && source.is_mutable == view.is_mutable,
                     "a part of a memory, or one that may not be written, is given another shape: ",
                     source,
                     " and ",
                     view)) {
    return false;
  }
  // Of one of several buffers it stays said how many there are.
  const auto others = [](const Type& t) {
    const auto count = static_cast<std::ptrdiff_t>(t.alloc_shape.size() - t.shape.size());
    return triton::Shape(t.alloc_shape.begin(), t.alloc_shape.begin() + count);
  };
  if (others(source) != others(view)) {
    add_unknown(op,
                Topic::kView,
                "the compiler keeps the number of buffers in the allocation: " + to_string(source) +
                    " and " + to_string(view));
    return false;
  }
  const Placed& a = placed(from);
  const Placed& b = placed(to);
  if (!require_cells(op, Topic::kView, {&a, &b})) return false;
  // The buffers of both are as many, one after the other.
  if (!a.tensor->is_shared() || !b.tensor->is_shared() ||
      elements_of(a.shape) != elements_of(b.shape)) {
    add_unknown(op,
                Topic::kView,
                "the layouts describe other numbers of elements: " + triton::to_string(a.shape) +
                    " and " + triton::to_string(b.shape));
    return false;
  }
  const bool is_one_of_several = !others(source).empty();
  if (!is_one_of_several && !require_same_beginnings(op, Topic::kView, from, to)) return false;
  if (auto verdict = moved_memory(a, b, Renumbered{b.shape, a.shape}, decide_)) {
    add(op, Topic::kView, std::move(*verdict), {{"source", a.text}, {"destination", b.text}});
    return false;
  }
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  result.cut.assign(b.shape.size(), Cut{});
  if (op.result_count != 0) views_.set(op.first_result, result);
  if (a.shape.size() < source.shape.size() || b.shape.size() < view.shape.size()) {
    add_unknown(op, Topic::kView, "buffers are reshaped, which the compiler refuses");
    return false;
  }
  if (source.layout->as<triton::PartitionedShared>() != nullptr &&
      !triton::paddings(*source.layout).empty()) {
    add_unknown(op, Topic::kView, "padded partitions are reshaped, which the compiler refuses");
    return false;
  }
  return require_turned(op, a, b);
}

// Compilers find the layout of the same bytes in another order of coordinates from the given one.
bool ModuleChecker::require_turned(const Operation& op, const Placed& given, const Placed& stated) {
  if (!std::ranges::equal(triton::paddings(*given.layout), triton::paddings(*stated.layout))) {
    add_unknown(op, Topic::kView, "the gaps are others, which the compiler refuses");
    return false;
  }
  for (const Placed* side : {&given, &stated}) {
    const auto* swizzled = side->layout->as<triton::SwizzledShared>();
    const bool is_rotating = swizzled != nullptr && swizzled->is_rotating;
    if (!is_rotating || coordinates_of(*side, kBlock).empty()) continue;
    add_unknown(
        op, Topic::kView, "memory that rotates in several CTAs, which the compiler refuses");
    return false;
  }
  return true;
}

}  // namespace tileproof
