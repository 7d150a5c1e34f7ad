#include "checkers/ttgir/memory_views.hpp"

#include "core/algebra.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof {

using ttgir::Type;

Word bytes_of(Word elements, unsigned element_bits) {
  return (elements * (element_bits == 1 ? 8 : element_bits) + 7) / 8;
}

Result<MemorySize> MemoryViews::size_of(ttgir::TypeId id) {
  const Type& type = module_.types[id];
  if (type.layout == nullptr)
    return Error{ErrorCode::kUnsupported, "the memory has no known layout"};
  if (type.element_bits == 0) {
    return Error{ErrorCode::kUnsupported,
                 "the width of element type '" + std::string(type.element) + "' is not known"};
  }
  const Placed& placed = layouts_.of(id);
  if (!placed.tensor) return placed.why_not;
  MemorySize size;
  const std::size_t extra = type.alloc_shape.size() - placed.shape.size();
  for (std::size_t d = 0; d < extra; ++d) size.buffers *= type.alloc_shape[d];
  if (triton::storage(*type.layout) != triton::Storage::kSharedMemory) {
    size.buffer_offsets = 1;
    for (const Word extent : placed.shape) size.buffer_offsets *= extent;
    size.bytes = bytes_of(size.buffers * size.buffer_offsets, type.element_bits);
    return size;
  }
  size.buffer_offsets = Word{1} << bits_of(placed.tensor->form, kOffset);
  const Word last = size.buffers * size.buffer_offsets - 1;
  size.bytes = bytes_of(triton::padded_offset(U64{}, triton::paddings(*type.layout), last) + 1,
                        type.element_bits);
  return size;
}

Word MemoryViews::beginning_of(ttgir::TypeId id, Word buffer) {
  const Type& type = module_.types[id];
  const auto size = size_of(id);
  if (!size) return 0;
  const Word offset = buffer * size->buffer_offsets;
  return bytes_of(triton::padded_offset(U64{}, triton::paddings(*type.layout), offset),
                  type.element_bits);
}

MemoryView MemoryViews::whole(ttgir::TypeId id, std::optional<Word> alignment) {
  const Type& type = module_.types[id];
  MemoryView view;
  const auto size = size_of(id);
  view.room = size ? size->bytes : 0;
  view.alignment = alignment.value_or(16);
  const auto* nvmma = type.layout ? type.layout->as<triton::NvmmaShared>() : nullptr;
  if (nvmma != nullptr && !alignment)
    view.alignment = 128 * std::max<Word>(1, nvmma->swizzle_bytes / 16);
  view.cut.assign(type.layout ? layouts_.of(id).shape.size() : 0, 0);
  return view;
}

MemoryView MemoryViews::of(ttgir::ValueId value, ttgir::TypeId type) {
  if (value != ttgir::kNoValue && views_[value]) return *views_[value];
  MemoryView view = whole(type, std::nullopt);
  // A slice may come this way, too.
  const Type& t = module_.types[type];
  const std::size_t rank = view.cut.size();
  for (std::size_t d = 0; d < rank; ++d) {
    const Word shown = t.shape[t.shape.size() - rank + d];
    view.cut[d] = shown != layouts_.of(type).shape[d] ? shown : 0;
  }
  return view;
}

}  // namespace tileproof
