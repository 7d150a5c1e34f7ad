#include "checkers/ttgir/memory_views.hpp"

#include <algorithm>

#include "core/algebra.hpp"
#include "core/int128.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof {

using ttgir::Type;

namespace {

// More are not visited one by one.
constexpr Word kMostBuffers = 4096;

}  // namespace

Word bytes_of(Word elements, unsigned element_bits) {
  return (elements * (element_bits == 1 ? 8 : element_bits) + 7) / 8;
}

Word lowest_bit(Word value) { return value & (~value + 1); }

AtLeast AtLeast::lowered(AtLeast other) const {
  if (other.value == value) return {value, may_be_more && other.may_be_more};
  return value < other.value ? *this : other;
}

bool MemoryView::allows(const MemoryView& other) const {
  if (other.room.value < room.value || other.alignment.value < alignment.value ||
      other.cut.size() != cut.size()) {
    return false;
  }
  for (std::size_t d = 0; d < cut.size(); ++d) {
    const Word apart = (cut[d].begin ^ other.cut[d].begin) | other.cut[d].unit;
    if (cut[d].unit == 0 ? apart != 0 : (apart & (cut[d].unit - 1)) != 0) return false;
  }
  return true;
}

MemoryView MemoryView::joined(const MemoryView& other) const {
  MemoryView both{room.lowered(other.room), alignment.lowered(other.alignment), cut};
  for (std::size_t d = 0; d < std::min(cut.size(), other.cut.size()); ++d) {
    const Cut& there = other.cut[d];
    Cut& here = both.cut[d];
    here.unit = lowest_bit((here.begin ^ there.begin) | here.unit | there.unit);
    if (here.unit != 0) here.begin &= here.unit - 1;
  }
  return both;
}

namespace {

// Is every byte's number, gaps between buffers counted, far below what a word holds?
bool is_addressable(const ttgir::Type& type, const Tensor& tensor) {
  UInt128 elements = 1;
  for (const Word size : type.alloc_shape) {
    elements *= size;
    if (elements >> 62 != 0) return false;
  }
  const auto described = tensor.form.has_in(kOffset) ? tensor.form.in_bits(kOffset) : 0;
  elements = std::max<UInt128>(elements, UInt128{1} << described);
  UInt128 padded = elements;
  for (const auto& gap : triton::paddings(*type.layout)) {
    padded += elements / gap.interval * gap.amount;
  }
  return padded * std::max(8U, type.element_bits) / 8 < UInt128{1} << 60;
}

}  // namespace

Result<MemorySize> MemoryViews::size_of(ttgir::TypeId id) {
  const Type& type = module_.types[id];
  if (type.kind != Type::Kind::kMemDesc) return Error{ErrorCode::kShape, "it is no memory"};
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
  if (!is_addressable(type, *placed.tensor)) {
    return Error{ErrorCode::kUnsupported, "a memory of 2^60 bytes or more"};
  }
  if (triton::storage(*type.layout) == triton::Storage::kTensorMemory) {
    const LinearLayout& form = placed.tensor->form;
    if (!form.has_in(kRow) || !form.has_in(kCol)) {
      return Error{ErrorCode::kUnsupported, "the columns of the memory are not known"};
    }
    size.buffer_offsets = Word{1} << form.in_bits(kCol);
    // A column of an unpacked memory has 32 bits, whatever lies in it.
    const auto* tile = type.layout->as<triton::TensorMemory>();
    const unsigned bits = tile != nullptr && tile->unpacked ? 32 : type.element_bits;
    size.bytes = bytes_of(size.buffers * size.buffer_offsets, bits);
    // Scales have copies in all rows.
    for (const Word basis : form.field_bases(*form.find_in(kRow))) {
      size.rows *= basis != 0 || tile == nullptr ? 2 : 1;
    }
    return size;
  }
  size.buffer_offsets = Word{1} << bits_of(placed.tensor->form, kOffset);
  const Word last = size.buffers * size.buffer_offsets - 1;
  size.bytes = bytes_of(triton::padded_offset(U64{}, triton::paddings(*type.layout), last) + 1,
                        type.element_bits);
  return size;
}

Word MemoryViews::stride_of(ttgir::TypeId id) {
  const auto size = size_of(id);
  if (!size) return 0;
  return module_.types[id].alloc_shape.size() == 1 ? 1 : size->buffer_offsets;
}

Word MemoryViews::beginning_of(ttgir::TypeId id, Word index) {
  const Word stride = stride_of(id);
  if (stride == 0) return 0;
  const Type& type = module_.types[id];
  if (triton::storage(*type.layout) == triton::Storage::kTensorMemory) {
    const auto size = size_of(id);
    return index * (size->bytes / size->buffers);
  }
  return bytes_of(triton::padded_offset(U64{}, triton::paddings(*type.layout), index * stride),
                  type.element_bits);
}

AtLeast MemoryViews::alignment_of(ttgir::TypeId id, Word first, Word last, Word step) {
  const auto divisor = [](Word number) { return number == 0 ? Word{1} << 63 : lowest_bit(number); };
  if ((last - first) / step < kMostBuffers) {
    AtLeast result{divisor(beginning_of(id, first))};
    for (Word index = first + step; index <= last; index += step) {
      const Word other = divisor(beginning_of(id, index));
      result = {std::min(result.value, other), result.may_be_more || other != result.value};
    }
    return result;
  }
  // What beginnings are sums of.
  const Type& type = module_.types[id];
  if (stride_of(id) == 0 || type.element_bits % 8 != 0) return {1, true};
  Word any = bytes_of(stride_of(id), type.element_bits);
  for (const auto& padding : triton::paddings(*type.layout)) {
    any |= bytes_of(padding.amount, type.element_bits);
  }
  return {divisor(any), true};
}

Result<std::optional<Word>> MemoryViews::first_apart(ttgir::TypeId one, ttgir::TypeId other) {
  TP_TRY(size, size_of(one));
  TP_TRY(other_size, size_of(other));
  const auto paddings = triton::paddings(*module_.types[one].layout);
  const auto other_paddings = triton::paddings(*module_.types[other].layout);
  const Word buffers = std::min(size.buffers, other_size.buffers);
  const bool one_rule = size.buffer_offsets == other_size.buffer_offsets &&
                        module_.types[one].element_bits == module_.types[other].element_bits &&
                        std::ranges::equal(paddings, other_paddings);
  if (one_rule) return std::optional<Word>();
  if (buffers > kMostBuffers) {
    return Error{ErrorCode::kUnsupported,
                 "whether all of " + std::to_string(buffers) + " buffers begin alike"};
  }
  for (Word buffer = 1; buffer < buffers; ++buffer) {
    if (beginning_of(one, buffer) != beginning_of(other, buffer)) return std::optional(buffer);
  }
  return std::optional<Word>();
}

std::size_t MemoryViews::rank_of(ttgir::TypeId id) {
  return module_.types[id].layout == nullptr ? 0 : layouts_.of(id).shape.size();
}

MemoryView MemoryViews::whole(ttgir::TypeId id, std::optional<Word> alignment) {
  const Type& type = module_.types[id];
  MemoryView view;
  const auto size = size_of(id);
  view.room.value = size ? size->bytes : 0;
  view.alignment.value = 16;
  if (alignment) {
    view.alignment.value = *alignment;
  } else if (type.layout != nullptr) {
    if (const auto* nvmma = type.layout->as<triton::NvmmaShared>()) {
      view.alignment.value = 128 * std::max<Word>(1, nvmma->swizzle_bytes / 16);
    } else if (const auto* linear = type.layout->as<triton::SharedLinear>()) {
      view.alignment.value = lowest_bit(linear->alignment);
    }
  }
  view.cut.resize(rank_of(id));
  return view;
}

MemoryView MemoryViews::assumed(ttgir::TypeId type) {
  MemoryView view = whole(type, std::nullopt);
  // A barrier alone need not begin where larger memories do.
  const Word bytes = view.room.value;
  if (bytes != 0 && bytes < 16) view.alignment.value = lowest_bit(bytes);
  // The part of an allocation may be anywhere in it.
  const Type& t = module_.types[type];
  const std::size_t rank = view.cut.size();
  for (std::size_t d = 0; d < rank; ++d) {
    const Word shown = t.shape[t.shape.size() - rank + d];
    const Word all = layouts_.of(type).shape[d];
    if (shown == all) continue;
    view.cut[d].unit = shown;
    view.room.value = view.room.value * std::min(shown, all) / all;
  }
  return view;
}

MemoryView MemoryViews::assumed_of(ttgir::ValueId value, ttgir::TypeId type) {
  MemoryView view = assumed(type);
  const ttgir::BlockId block = module_.values[value].block;
  const auto parent = block == ttgir::kNoBlock ? ttgir::kNoOp : module_.blocks[block].parent;
  const bool is_argument =
      parent != ttgir::kNoOp && module_.operations[parent].kind() == ttgir::OpKind::kFunction;
  if (!is_argument) view.room.may_be_more = view.alignment.may_be_more = true;
  return view;
}

MemoryView MemoryViews::of(ttgir::ValueId value, ttgir::TypeId type) {
  if (value == ttgir::kNoValue) return assumed(type);
  auto& known = known_[value];
  if (!known) known = {assumed_of(value, type)};
  known->is_used = true;
  MemoryView view = known->view;
  // Seen by a layout of another rank, it may begin anywhere in each of that one's dimensions.
  const std::size_t rank = rank_of(type);
  if (view.cut.size() != rank) view.cut.assign(rank, Cut{0, 1});
  return view;
}

bool MemoryViews::take(ttgir::ValueId value, ttgir::TypeId type, const MemoryView& view) {
  auto& known = known_[value];
  if (!known) known = {assumed_of(value, type)};
  const bool is_allowed = known->view.allows(view);
  known->view = known->view.joined(view);
  known->view.room.may_be_more = known->view.alignment.may_be_more = true;
  return is_allowed || !known->is_used;
}

}  // namespace tileproof
