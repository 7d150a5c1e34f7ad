// What is a Triton layout?  One of the encodings below, as its attribute text gives it.  Each
// family has a file of its own with its parameters, their rules, its one definition, its linear
// form and its notation; this file joins them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "encodings/mlir/cursor.hpp"
#include "encodings/triton/amd_mfma.hpp"
#include "encodings/triton/amd_wmma.hpp"
#include "encodings/triton/blocked.hpp"
#include "encodings/triton/dot_operand.hpp"
#include "encodings/triton/linear.hpp"
#include "encodings/triton/nvidia_mma.hpp"
#include "encodings/triton/nvmma_shared.hpp"
#include "encodings/triton/padded_shared.hpp"
#include "encodings/triton/partitioned_shared.hpp"
#include "encodings/triton/shape.hpp"
#include "encodings/triton/shared_linear.hpp"
#include "encodings/triton/slice.hpp"
#include "encodings/triton/swizzled_shared.hpp"
#include "encodings/triton/tensor_memory.hpp"

namespace tileproof::triton {

class Layout {
 public:
  using Variant = std::variant<Blocked,
                               Slice,
                               DotOperand,
                               NvidiaMma,
                               AmdMfma,
                               AmdWmma,
                               Linear,
                               SwizzledShared,
                               NvmmaShared,
                               PaddedShared,
                               SharedLinear,
                               PartitionedShared,
                               TensorMemory,
                               TensorMemoryScales>;

  Layout(Variant encoding) : encoding_(std::move(encoding)) {}  // NOLINT: implicit

  [[nodiscard]] const Variant& encoding() const { return encoding_; }
  template <typename T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&encoding_);
  }

 private:
  Variant encoding_;
};

// Where a layout puts the elements of a tensor.
enum class Storage { kRegisters, kSharedMemory, kTensorMemory };

using LayoutPtr = std::shared_ptr<const Layout>;
// A pointer that does not own, for layouts that outlive it.
inline LayoutPtr borrowed(const Layout& layout) { return {LayoutPtr{}, &layout}; }

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};
// Aliases in force, without the '#': {"blocked", ...}.
using AliasTable = std::unordered_map<std::string, LayoutPtr, TextHash, std::equal_to<>>;

// Parses a layout attribute (`#ttg.blocked<{...}>`, `#triton_gpu.slice<...>`, or an alias `#mma`)
// and checks the rules of its encoding.  Null when the cursor has failed; the cursor says why and
// where.
LayoutPtr parse_layout(mlir::Cursor& cursor, const AliasTable& aliases);

// The same for a whole text: trailing text is an error.
Result<LayoutPtr> parse_layout(std::string_view text);

// Is `name` (without dialect) an attribute that parse_layout reads?  ("blocked", "shared", ...)
bool is_layout_mnemonic(std::string_view name);

Storage storage(const Layout& layout);
// Rank of the tensors that the layout describes.
std::size_t rank(const Layout& layout);
// The attribute's name: "blocked", "swizzled_shared", ...
std::string_view mnemonic(const Layout& layout);
// The attribute as Triton prints it; parse_layout reads it back.
std::string to_string(const Layout& layout);
// The same at the end of a text.
void print(std::string& text, const Layout& layout);

// The rule that a layout given by bases breaks, if any: its bases must reach every element of the
// shape that they span, and in shared memory no element twice but for zero bases.  Such layouts can
// be parsed, so that checkers may show the element.  Other layouts break no such rule.
std::optional<Error> broken_bases(const Layout& layout);

// The gaps of a layout in shared memory; none for layouts without padding.
std::span<const Padding> paddings(const Layout& layout);

// The linear form for a tensor of this shape: in-dims [register, lane, warp, block] for layouts in
// registers, [offset, (partition,) block] in shared memory, [row, col, (block)] in tensor memory;
// out-dims [dim0, dim1, ...].  For padded layouts: of the offsets before padding.
Result<LinearLayout> to_linear(const Layout& layout, const Shape& shape);

}  // namespace tileproof::triton
