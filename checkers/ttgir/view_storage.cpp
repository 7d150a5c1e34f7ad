// Views of the bytes themselves: the same bytes as another memory, and columns of tensor memory.
#include <algorithm>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::MemorySpace;

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
  if (!require_types(
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
  const ttgir::ValueId memory = module_.operands(op)[0].value;
  const bool is_in_doubt =
      result.room.may_be_more || (memory != ttgir::kNoValue && doubts_[memory] != Doubt::kNone);
  if (size->bytes > result.room.value && is_in_doubt) {
    add_unknown(op, Topic::kBounds, "how much is left of the allocation is not known");
    return false;
  }
  if (!require(op,
               Topic::kBounds,
               size->bytes <= result.room.value,
               size->bytes,
               " bytes are shown where ",
               result.room.value,
               " are left of the allocation")) {
    return false;
  }
  if (!is_whole(source) || !is_whole(view)) {
    add_unknown(op,
                Topic::kTypes,
                "a part of a memory is taken for another, which some compilers refuse: " +
                    to_string(source) + " and " + to_string(view));
    return false;
  }
  if (triton::storage(*view.layout) == triton::Storage::kTensorMemory) {
    if (!require(op,
                 Topic::kBounds,
                 size->rows <= old_size->rows,
                 size->rows,
                 " rows are shown where ",
                 old_size->rows,
                 " are")) {
      return false;
    }
    if (!require_first_row(op, result)) return false;
    result.cut.assign(placed(to).shape.size(), Cut{});
    if (op.result_count != 0) views_.set(op.first_result, result);
    add_decided(op, Topic::kBounds);
    return true;
  }
  if (size->bytes > old_size->bytes) {
    add_unknown(op,
                Topic::kBounds,
                std::to_string(size->bytes) + " bytes are shown of a view that has " +
                    std::to_string(old_size->bytes) + ", which some compilers refuse");
    return false;
  }
  const auto pads = [](const Type& t) {
    std::vector<std::pair<Word, Word>> list;
    for (const auto& padding : triton::paddings(*t.layout)) {
      list.emplace_back(padding.interval * t.element_bits, padding.amount * t.element_bits);
    }
    return list;
  };
  for (const Name dim : {kPartition, kBlock}) {
    if (coordinates_of(placed(from), dim).size() == coordinates_of(placed(to), dim).size())
      continue;
    add_unknown(op,
                Topic::kBounds,
                "which " + std::string(dim.text()) + "s of " + to_string(source) +
                    " are those of " + to_string(view));
    return false;
  }
  for (const Type* side : {&source, &view}) {
    if (side->layout->as<triton::PartitionedShared>() == nullptr) continue;
    add_unknown(op, Topic::kView, "partitions are taken for others, which the compiler refuses");
    return false;
  }
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

namespace {

// Blocks of 64 rows lie by turns in the first and the last 16 rows of each 32.
bool is_in_last_rows(const triton::TensorMemory& memory, Word column) {
  return memory.block_m == 64 && column / memory.block_n % 2 != 0;
}

}  // namespace

// What begins in the last rows has no others behind them.
bool ModuleChecker::require_first_row(const Operation& op, const MemoryView& view) {
  if (std::ranges::all_of(view.cut, [](const Cut& cut) { return cut == Cut{}; })) return true;
  add_unknown(op, Topic::kBounds, "a part in the last rows of each 32 is taken for another memory");
  return false;
}

bool ModuleChecker::check_tensor_memory_slice(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const TypeId to = result_type(op);
  const Type& source = type(from);
  const Type& view = type(to);
  auto offset = integer_attribute(op, "N");
  const std::size_t rank = source.shape.size();
  const bool keeps_blocks = !offset;  // later versions do, and say along which dimension
  if (keeps_blocks) {
    offset = integer_attribute(op, "offset");
    if (integer_attribute(op, "dim").value_or(1) + 1 != static_cast<std::int64_t>(rank)) {
      add_unknown(op, Topic::kView, "slices along other dimensions than the last");
      return false;
    }
  }
  if (!offset || rank == 0) {
    add_untyped(op);
    return false;
  }
  bool fits = view.shape.size() == rank;
  for (std::size_t d = 0; fits && d + 1 < rank; ++d) fits = source.shape[d] == view.shape[d];
  if (!require_types(op, fits, view, " has other rows than ", source) ||
      !require(op,
               Topic::kView,
               view.alloc_shape.size() == source.alloc_shape.size(),
               "the slice states another allocation: ",
               source,
               " and ",
               view)) {
    return false;
  }
  const Word columns = view.shape.back();
  const bool is_own = view.alloc_shape == view.shape;
  if (view.alloc_shape != source.alloc_shape &&
      (!is_own || (rank > 2 && view.shape != source.shape))) {
    add_unknown(
        op,
        Topic::kView,
        "the slice states another allocation: " + to_string(source) + " and " + to_string(view));
    return false;
  }
  if (!require(op,
               Topic::kBounds,
               *offset >= 0 && static_cast<Word>(*offset) + columns <= source.shape.back(),
               "columns ",
               *offset,
               " to ",
               *offset + static_cast<std::int64_t>(columns) - 1,
               " of ",
               source.shape.back())) {
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
    narrowed.two_ctas = b->two_ctas;
    const std::string both = "the memory has " + triton::to_string(*source.layout) + ", the view " +
                             triton::to_string(*view.layout);
    if (!require(op, Topic::kView, narrowed == *b, both)) return false;
    const bool may_narrow =
        b->block_n == a->block_n || (!keeps_blocks && b->block_n == std::min(a->block_n, columns));
    if (!may_narrow || a->two_ctas != b->two_ctas) {
      add_unknown(op, Topic::kView, "whether elements stay where they are: " + both);
      return false;
    }
    const Word rows = source.shape[rank - 2];
    const Word first = static_cast<Word>(*offset);
    if (first >= a->block_n && rows > a->block_m) {
      add_unknown(op,
                  Topic::kView,
                  "blocks behind others of more rows, which compilers look for elsewhere");
      return false;
    }
    if (a->block_n != b->block_n && (a->block_n < source.shape.back() || a->block_m < rows)) {
      add_unknown(op, Topic::kView, "a part of a block, where there are several");
      return false;
    }
    const Word before = static_cast<Word>(*offset) * source.element_bits;
    if (!a->unpacked && a->col_stride == 1 && (before | columns * source.element_bits) % 32 != 0) {
      add_unknown(op, Topic::kView, "it is cut within a column of 32 bits");
      return false;
    }
  } else if (!require(op,
                      Topic::kView,
                      scales_a != nullptr && scales_b != nullptr && *scales_a == *scales_b,
                      "the memory has ",
                      triton::to_string(*source.layout),
                      ", the view ",
                      triton::to_string(*view.layout))) {
    return false;
  }
  const auto has_split = [](const Coordinates& moved) { return moved.back() != 0; };
  if ((a != nullptr ? a->cta_split_n : scales_a->cta_split_n) != 1 || !placed(from).tensor ||
      std::ranges::any_of(coordinates_of(placed(from), kBlock), has_split)) {
    add_unknown(op, Topic::kView, "a part of the columns of several CTAs");
    return false;
  }
  // The columns before it are no longer there.
  const auto size = views_.size_of(from);
  MemoryView result = views_.of(module_.operands(op)[0].value, from);
  if (size && elements_of(placed(from).shape) != 0) {
    const Word all = placed(from).shape.back();
    const Word before = size->bytes / size->buffers * static_cast<Word>(*offset) / all;
    result.room.value -= std::min(result.room.value, before);
  }
  if (a != nullptr && is_in_last_rows(*a, static_cast<Word>(*offset)) &&
      result.cut.size() == rank) {
    result.cut.back().begin = static_cast<Word>(*offset);
  }
  if (op.result_count != 0) views_.set(op.first_result, result);
  add_decided(op, Topic::kBounds);
  return true;
}

}  // namespace tileproof
