#include "encodings/triton/slice.hpp"

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::triton {

Shape Slice::parent_shape(const Shape& shape) const {
  Shape result = shape;
  result.insert(result.begin() + static_cast<std::ptrdiff_t>(dim), 1);
  return result;
}

std::size_t rank(const Slice& e) { return rank(*e.parent) - 1; }

std::optional<Error> check(const Slice& e) {
  if (storage(*e.parent) != Storage::kRegisters) {
    return Error{ErrorCode::kInvalid,
                 "the parent of a slice must be a layout in registers, not " +
                     std::string(mnemonic(*e.parent))};
  }
  const std::size_t parent_rank = rank(*e.parent);
  if (parent_rank <= 1) {
    return Error{ErrorCode::kInvalid, "parent layout must have at least rank >= 2"};
  }
  if (e.dim >= parent_rank) {
    return Error{ErrorCode::kInvalid,
                 "slice dim=" + std::to_string(e.dim) +
                     " must be less than the parent rank=" + std::to_string(parent_rank)};
  }
  return std::nullopt;
}

Result<LinearLayout> to_linear(const Slice& e, const Shape& shape) {
  TP_TRY(parent, to_linear(*e.parent, e.parent_shape(shape)));
  // The dropped dimension has size 1, so that the stored words stay as they are.
  boost::container::small_vector<OutDim, 8> outs;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    outs.push_back({Name::dim(static_cast<unsigned>(d)), shape[d]});
  }
  const auto sliced =
      LinearLayout::from_fields(parent.in_dims(), {outs.data(), outs.size()}, parent.field_bases());
  return remove_zero_bases(sliced, kRegister);
}

void print(std::string& text, const Slice& e) {
  append(text, "<{dim = ", e.dim, ", parent = ");
  print(text, *e.parent);
  text += "}>";
}

}  // namespace tileproof::triton
