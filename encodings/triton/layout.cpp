#include "encodings/triton/layout.hpp"

#include <algorithm>

namespace tileproof::triton {
namespace {

struct StorageOf {
  template <typename T>
  Storage operator()(const T&) const {
    return Storage::kRegisters;
  }
  Storage operator()(const SwizzledShared&) const { return Storage::kSharedMemory; }
  Storage operator()(const NvmmaShared&) const { return Storage::kSharedMemory; }
  Storage operator()(const PaddedShared&) const { return Storage::kSharedMemory; }
  Storage operator()(const SharedLinear&) const { return Storage::kSharedMemory; }
  Storage operator()(const PartitionedShared&) const { return Storage::kSharedMemory; }
  Storage operator()(const TensorMemory&) const { return Storage::kTensorMemory; }
  Storage operator()(const TensorMemoryScales&) const { return Storage::kTensorMemory; }
};

struct MnemonicOf {
  std::string_view operator()(const Blocked&) const { return "blocked"; }
  std::string_view operator()(const Slice&) const { return "slice"; }
  std::string_view operator()(const DotOperand&) const { return "dot_op"; }
  std::string_view operator()(const NvidiaMma&) const { return "nvidia_mma"; }
  std::string_view operator()(const AmdMfma&) const { return "amd_mfma"; }
  std::string_view operator()(const AmdWmma&) const { return "amd_wmma"; }
  std::string_view operator()(const Linear& e) const {
    return e.is_generic ? "generic_linear" : "linear";
  }
  std::string_view operator()(const SwizzledShared& e) const {
    return e.is_rotating ? "amd_rotating_shared" : "swizzled_shared";
  }
  std::string_view operator()(const NvmmaShared&) const { return "nvmma_shared"; }
  std::string_view operator()(const PaddedShared&) const { return "padded_shared"; }
  std::string_view operator()(const SharedLinear&) const { return "shared_linear"; }
  std::string_view operator()(const PartitionedShared&) const { return "partitioned_shared"; }
  std::string_view operator()(const TensorMemory&) const { return "tensor_memory_encoding"; }
  std::string_view operator()(const TensorMemoryScales&) const {
    return "tensor_memory_scales_encoding";
  }
};

}  // namespace

Storage storage(const Layout& layout) { return std::visit(StorageOf{}, layout.encoding()); }

std::size_t rank(const Layout& layout) {
  return std::visit([](const auto& e) { return rank(e); }, layout.encoding());
}

std::string_view mnemonic(const Layout& layout) {
  return std::visit(MnemonicOf{}, layout.encoding());
}

void print(std::string& text, const Layout& layout) {
  text += storage(layout) == Storage::kTensorMemory ? "#ttng." : "#ttg.";
  text += mnemonic(layout);
  std::visit([&](const auto& e) { print(text, e); }, layout.encoding());
}

std::string to_string(const Layout& layout) {
  std::string text;
  text.reserve(160);  // of most
  print(text, layout);
  return text;
}

namespace {

std::optional<Error> check_reach(const Result<LinearLayout>& own, std::string_view name) {
  if (!own) return own.error();
  if (own->is_surjective()) return std::nullopt;
  return Error{ErrorCode::kInvalid,
               std::string(name) + " is not surjective: its bases reach 2^" +
                   std::to_string(own->rank()) + " of 2^" + std::to_string(own->total_out_bits()) +
                   " elements"};
}

std::optional<Error> check_memory(const MemoryBases& bases, std::string_view name) {
  const auto own = bases.layout();
  if (const auto error = check_reach(own, name)) return error;
  const auto zeros = std::count(own->field_bases().begin(), own->field_bases().end(), Word{0});
  if (own->rank() + static_cast<unsigned>(zeros) == own->total_in_bits()) return std::nullopt;
  return Error{ErrorCode::kInvalid,
               std::string(name) +
                   " has elements twice: after removing the zero bases the "
                   "layout must be bijective"};
}

}  // namespace

std::optional<Error> broken_bases(const Layout& layout) {
  if (const auto* linear = layout.as<Linear>()) {
    return check_reach(own_layout(*linear), mnemonic(layout));
  }
  if (const auto* shared = layout.as<SharedLinear>()) {
    return check_memory(shared->bases, mnemonic(layout));
  }
  if (const auto* padded = layout.as<PaddedShared>(); padded && !padded->order_of_any_shape) {
    return check_memory(padded->bases, mnemonic(layout));
  }
  if (const auto* partitioned = layout.as<PartitionedShared>()) {
    return std::visit([](const auto& inner) { return broken_bases(Layout(inner)); },
                      partitioned->inner);
  }
  if (const auto* slice = layout.as<Slice>()) return broken_bases(*slice->parent);
  return std::nullopt;
}

std::span<const Padding> paddings(const Layout& layout) {
  const auto* padded = layout.as<PaddedShared>();
  if (const auto* partitioned = layout.as<PartitionedShared>()) {
    padded = std::get_if<PaddedShared>(&partitioned->inner);
  }
  if (padded == nullptr) return {};
  return padded->paddings;
}

namespace {

// Offsets are numbers below 2^64, and gaps could lead beyond.
std::optional<Error> check_gaps(std::span<const Padding> gaps, const LinearLayout& form) {
  if (gaps.empty() || !form.has_in(kOffset)) return std::nullopt;
  const Word last = (Word{1} << form.in_bits(kOffset)) - 1;
  Word padded = last;
  for (const Padding& gap : gaps) {
    Word added = 0;
    if (__builtin_mul_overflow(last / gap.interval, gap.amount, &added) ||
        __builtin_add_overflow(padded, added, &padded)) {
      return Error{ErrorCode::kOverflow,
                   "with its gaps the offset of the last of 2^" +
                       std::to_string(form.in_bits(kOffset)) + " elements is 2^64 or more"};
    }
  }
  return std::nullopt;
}

}  // namespace

Result<LinearLayout> to_linear(const Layout& layout, const Shape& shape) {
  // Alone among the layouts, nvmma_shared has a meaning for a leading dimension of buffers.
  const std::size_t wanted = layout.as<NvmmaShared>() != nullptr && shape.size() == rank(layout) + 1
                                 ? shape.size()
                                 : rank(layout);
  if (const auto error = check_shape(shape, wanted, mnemonic(layout))) return *error;
  auto form = std::visit([&](const auto& e) { return to_linear(e, shape); }, layout.encoding());
  if (form) {
    if (const auto error = check_gaps(paddings(layout), *form)) return *error;
  }
  return form;
}

}  // namespace tileproof::triton
