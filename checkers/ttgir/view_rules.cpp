// Allocations and views: which bytes does a memory of the file have, and which part of them does a
// view show?  docs/checking.md, Memory.
#include <algorithm>

#include "checkers/layout/places.hpp"
#include "checkers/ttgir/index_multiples.hpp"
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

}  // namespace

bool ModuleChecker::require_whole_memory(const Operation& op, const Type& memory, bool has_source) {
  return require_types(op, memory.shape == memory.alloc_shape, memory, " is a part of a memory") &&
         require_types(op,
                       has_source || memory.is_mutable || memory.space == MemorySpace::kNone,
                       "a memory without a source that may not be written") &&
         require_types(op,
                       memory.element_bits == 0 || memory.element_bits % 8 == 0,
                       "elements of ",
                       memory.element_bits,
                       " bits are no whole bytes");
}

bool ModuleChecker::require_columns(const Operation& op, TypeId memory) {
  const auto size = views_.size_of(memory);
  const Word columns = size ? size->bytes / 4 : 0;
  return require_types(op,
                       columns <= kTensorMemoryColumns,
                       columns,
                       " columns of 32 bits where tensor memory has ",
                       kTensorMemoryColumns);
}

void ModuleChecker::check_allocation(const Operation& op) {
  check_allocated(op);
  if (op.kind() == OpKind::kLocalAlloc && module_.attribute(op, "allocation.offset")) {
    check_placed_apart(op);
  }
  const bool is_placed_in_columns = module_.attribute(op, "tensor_memory_col_offset") ||
                                    module_.attribute(op, "tensor_memory_row_offset");
  if (op.kind() == OpKind::kTmemAlloc && is_placed_in_columns) {
    add_unknown(op, Topic::kOverlap, "what else lies where the file places it in tensor memory");
  }
}

// Where the memory begins by its attributes.  A placed one begins at its offset from where all
// shared memory begins, which is aligned as the layout asks, or as the attribute does if that is
// more.
MemoryView ModuleChecker::allocated_view(const Operation& op, TypeId result) {
  std::optional<Word> alignment;
  if (const auto given = integer_attribute(op, "alignment")) {
    alignment = lowest_bit(static_cast<Word>(*given));
  }
  MemoryView view = views_.whole(result, alignment);
  if (op.kind() != OpKind::kLocalAlloc || !module_.attribute(op, "allocation.offset")) return view;
  const auto offset = integer_attribute(op, "allocation.offset");
  if (!offset) {
    view.alignment = {1, /*may_be_more=*/true};
    return view;
  }
  const Word least = views_.whole(result, std::nullopt).alignment.value;
  view.alignment.value = std::max(view.alignment.value, least);
  if (*offset == 0) return view;
  const Word placed_at = lowest_bit(static_cast<Word>(*offset));
  view.alignment.may_be_more = placed_at > view.alignment.value;
  view.alignment.value = std::min(view.alignment.value, placed_at);
  return view;
}

void ModuleChecker::check_allocated(const Operation& op) {
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
      !require_whole_memory(op, memory, has_source)) {
    return;
  }
  if (op.result_count != 0) views_.set(op.first_result, allocated_view(op, result));
  if (is_shared && (!require_shared_bytes(op, result) || !require_no_gaps(op, memory))) return;
  if (!has_source) return add_decided(op, Topic::kTypes);
  const TypeId source = operand_type(op, 0);
  if (source == kNoType) return add_untyped(op);
  if (is_shared) {
    return check_access({op, source, result, &module_.operands(op)[0], nullptr, /*is_load=*/false});
  }
  if (!require_types(op,
                     type(source).shape == memory.shape && type(source).element == memory.element,
                     type(source),
                     " is stored as ",
                     memory)) {
    return;
  }
  check_tensor_memory_access(op);
}

bool ModuleChecker::check_range(const Operation& op,
                                const ttgir::Operand& index,
                                Word size,
                                Word whole) {
  if (!require(op, Topic::kBounds, size <= whole, size, " elements of ", whole)) {
    return false;
  }
  const auto last = static_cast<std::int64_t>(whole - size);
  if (!ranges_) ranges_.emplace(module_, blocks_);
  const auto operands = module_.operands(op);
  const auto at = static_cast<std::size_t>(&index - operands.data());
  const Range range = ranges_->of(id_of(op), at);
  if (range.is_empty() || (range.lo >= 0 && range.hi <= last)) return true;
  if (!runs_) runs_.emplace(module_, blocks_, functions_);
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
  std::string why = std::string(index.name) + " may be " + text_of(range) + ", and 0 to " +
                    std::to_string(last) + " are there";
  const bool is_outside = range.hi < 0 || range.lo > last;
  if (const auto stop = runs_->stop_before(id_of(op)); is_outside && stop) {
    const Operation& end = module_.operations[*stop];
    why += "; no run is known to get past " + std::string(end.name) + " in line " +
           std::to_string(lines_.line(end.offset));
  }
  add_unknown(op, Topic::kBounds, std::move(why));
  return false;
}

// Of a kernel of one CTA, too, a cluster may be launched.
bool ModuleChecker::check_other_cta(const Operation& op) {
  const Word ctas = module_.num_ctas.value_or(1);
  if (ctas > 1) return check_range(op, module_.operands(op)[1], 1, ctas);
  add_unknown(op, Topic::kBounds, "how many CTAs the cluster has is not known");
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
                     "elements change: ",
                     source,
                     " and ",
                     view) ||
      !require_types(op,
                     is_remote || source.space == view.space,
                     "storage changes: ",
                     source,
                     " and ",
                     view) ||
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
  const bool is_cut = op.kind() == OpKind::kMemdescSubview ||
                      op.kind() == OpKind::kMemdescSubslice ||
                      op.kind() == OpKind::kMemdescDynamicSubslice;
  if (is_cut && source.space == ttgir::MemorySpace::kTensorMemory) {
    return add_unknown(op, Topic::kView, "tensor memory is cut, which tmem_subslice does");
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
      holds = check_tensor_memory_slice(op) && require_slice_kept(op);
      break;
    default:
      holds = require_types(op,
                            source.space == ttgir::MemorySpace::kShared &&
                                view.space == ttgir::MemorySpace::kSharedCluster,
                            "it leads from shared memory to that of a cluster") &&
              require_types(op,
                            source.shape == view.shape && source.alloc_shape == view.alloc_shape &&
                                source.is_mutable == view.is_mutable,
                            source,
                            " becomes ",
                            view) &&
              require_same_memory_layout(op, from, to) && check_other_cta(op);
      if (holds && op.result_count != 0) {
        views_.set(op.first_result, views_.of(module_.operands(op)[0].value, from));
      }
      break;
  }
  // What follows is decided as if the type were right, from where the operand begins, or the slice.
  const bool is_slice = op.kind() == OpKind::kMemdescSubslice && op.result_count != 0 &&
                        views_.knows(op.first_result);
  if (!holds && doubt_ == Doubt::kType && op.result_count != 0 && !is_slice) {
    MemoryView assumed = views_.assumed(to);
    const MemoryView memory = views_.of(module_.operands(op)[0].value, from);
    const bool keeps_dims =
        op.kind() != OpKind::kMemdescTrans && op.kind() != OpKind::kMemdescReinterpret;
    const bool has_dims = keeps_dims && memory.cut.size() == assumed.cut.size();
    assumed.alignment = memory.alignment;
    assumed.cut = has_dims ? memory.cut : std::vector<Cut>(assumed.cut.size());
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
                         view.alloc_shape == view.shape,
                     "buffers are chosen of whole memories, and are whole")) {
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
  if (!require_types(op, fits, view, " is not one of ", source) ||
      !require_whole_buffers(op, source, view)) {
    return false;
  }
  if (is_flat) {
    add_unknown(op, Topic::kView, "an index of one dimension keeps it, which compilers refuse");
    return false;
  }
  if (!require_same_memory_layout(op, from, to)) return false;
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
  const Word end = is_known ? static_cast<Word>(range.hi) : source.shape[0] - 1;
  const Word multiple = known_multiple(module_, index);
  const bool is_taken = least <= end / multiple * multiple;  // else no run is here
  const Word step = is_taken ? multiple : 1;
  const Word first = (least + step - 1) / step * step;
  const Word last = end / step * step;
  result.room.value -= std::min(result.room.value, views_.beginning_of(from, last));
  result.room.may_be_more = result.room.may_be_more || first != last;
  result.alignment = result.alignment.lowered(views_.alignment_of(from, first, last, step));
  if (op.result_count != 0) views_.set(op.first_result, result);
  // What follows holds for every index in range.
  if (!in_range) return false;
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
                     op.operand_count - 1,
                     " offsets for ",
                     source,
                     " shown as ",
                     view) ||
      !require_same_memory_layout(op, from, to)) {
    return false;
  }
  bool in_range = true;
  bool fits = true;
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
    if (d < rank - cuts || size == source.shape[d]) continue;
    const std::size_t dim = d - (rank - cuts);
    fits = cut_at_run_time(op, d + 1, to, dim, size, source.shape[d], result.cut[dim]) && fits;
  }
  const auto size = views_.size_of(to);
  if (size) {
    result.room = result.room.lowered({size->bytes});
    const Word buffers = views_.size_of(from)->buffers;
    result.alignment = result.alignment.lowered(views_.alignment_of(from, 0, buffers - 1));
  }
  if (op.result_count != 0) views_.set(op.first_result, result);
  if (in_range && fits) add_decided(op, Topic::kBounds);
  return in_range && fits;
}

// What each bit of a coordinate of a slice adds to the address is to be one bit of it, or none.
bool ModuleChecker::require_bits_of_slice(
    const Operation& op, TypeId to, std::size_t dim, Word size, Word whole) {
  const Placed& memory = placed(to);
  if (!memory.tensor) return true;
  const LinearLayout& form = memory.tensor->form;
  if (form.has_in(kBlock) && form.in_bits(kBlock) != 0) {
    add_unknown(
        op, Topic::kView, "a part of the memory of several CTAs, which some compilers refuse");
    return false;
  }
  if (!is_power_of_two(size)) {
    add_unknown(op, Topic::kView, "a part of " + std::to_string(size) + ", no power of two");
    return false;
  }
  const auto cells = invert(form);
  if (!cells) {
    add_unknown(op, Topic::kView, cells.error().message);
    return false;
  }
  const Name name = standard_out_dims(memory.shape.size())[dim];
  for (Word at = size; at < whole; at *= 2) {
    const Word moved = cells->basis(name, log2_ceil(at), kOffset);
    if ((moved & (moved - 1)) == 0) continue;
    add_unknown(op,
                Topic::kView,
                "it is cut within the swizzle's pattern: coordinate " + std::to_string(at) +
                    " moves the address by " + std::to_string(moved) +
                    ", which the compiler refuses");
    return false;
  }
  return true;
}

// A slice at an offset that is known when the kernel runs: where it may begin.
bool ModuleChecker::cut_at_run_time(const Operation& op,
                                    std::size_t operand,
                                    TypeId to,
                                    std::size_t dim,
                                    Word size,
                                    Word whole,
                                    Cut& cut) {
  const ttgir::Operand& offset = module_.operands(op)[operand];
  const Range at = ranges_ ? ranges_->of(id_of(op), operand) : Range{};
  const bool is_constant = at.lo == at.hi && at.lo >= 0;
  const Word multiple = is_constant && at.lo != 0 ? lowest_bit(static_cast<Word>(at.lo))
                                                  : known_multiple(module_, offset);
  cut = is_constant ? Cut{cut.begin + static_cast<Word>(at.lo), cut.unit} : Cut{0, multiple};
  if (multiple < size && !(is_constant && at.lo == 0)) {
    add_unknown(op,
                Topic::kView,
                "whether " + std::string(offset.name) + " is a multiple of " +
                    std::to_string(size) + ", which the compiler asks for");
    return false;
  }
  return require_bits_of_slice(op, to, dim, size, whole);
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
                     "the offsets and the view have not ",
                     rank,
                     " dimensions")) {
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
  if (view.alloc_shape != source.alloc_shape) return check_slice_as_allocation(op, offsets);
  const std::size_t described = placed(to).shape.size();
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  for (std::size_t d = 0; d < rank; ++d) {
    if (d >= rank - described && d - (rank - described) < result.cut.size()) {
      result.cut[d - (rank - described)].begin += static_cast<Word>(offsets[d]);
    }
  }
  if (op.result_count != 0) views_.set(op.first_result, result);
  if (!require_one_part(op, Topic::kView, from, to, result)) return false;
  if (described < rank && view.shape != source.shape) {
    add_unknown(op, Topic::kView, "buffers are cut, which the compiler refuses");
    return false;
  }
  for (std::size_t d = 0; d < rank; ++d) {
    if (view.shape[d] == source.shape[d]) continue;
    if ((static_cast<Word>(offsets[d]) & (view.shape[d] - 1)) != 0) {
      // Where its elements lie is not what its offset adds.
      if (op.result_count != 0) {
        views_.set(op.first_result, views_.of(module_.operands(op)[0].value, from));
      }
      add_unknown(op,
                  Topic::kView,
                  "it is cut at " + std::to_string(offsets[d]) + ", no multiple of " +
                      std::to_string(view.shape[d]) + ", which the compiler refuses");
      return false;
    }
    if (!require_bits_of_slice(op, to, d, view.shape[d], source.shape[d])) {
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
  if (view.shape == source.shape || view.is_mutable != source.is_mutable) {
    add_unknown(
        op, Topic::kView, "the compiler asks for a part of it, and that it stays as mutable");
    return false;
  }
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  const std::size_t described = result.cut.size();
  bool in_range = true;
  bool fits = true;
  for (std::size_t d = 0; d < rank && in_range; ++d) {
    in_range = check_range(op, module_.operands(op)[d + 1], view.shape[d], source.shape[d]);
    if (d < rank - described || view.shape[d] == source.shape[d]) continue;
    const std::size_t dim = d - (rank - described);
    if (!in_range) {
      result.cut[dim] = {0, 1};
    } else {
      fits = cut_at_run_time(op, d + 1, to, dim, view.shape[d], source.shape[d], result.cut[dim]) &&
             fits;
    }
  }
  if (op.result_count != 0) views_.set(op.first_result, result);
  if (in_range && fits) add_decided(op, Topic::kBounds);
  return in_range && fits;
}

}  // namespace tileproof
