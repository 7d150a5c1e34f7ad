// Slice: the layout of a tensor that lacks one dimension of its parent's, as a reduction leaves it
// or an expand_dims takes it.  Each place has what the parent would have there if the missing
// dimension had size 1; registers that would only move along it are dropped.
#pragma once

#include <memory>

#include "core/linear_layout.hpp"
#include "encodings/mlir/cursor.hpp"
#include "encodings/triton/shape.hpp"

namespace tileproof::triton {

class Layout;

struct Slice {
  Word dim = 0;
  std::shared_ptr<const Layout> parent;

  // The parent's shape for a tensor of this shape: with size 1 at `dim`.
  [[nodiscard]] Shape parent_shape(const Shape& shape) const;
};

// An Error unless the parent is in registers, has a rank of 2 or more, and has the dimension.
std::optional<Error> check(const Slice& e);
Result<LinearLayout> to_linear(const Slice& e, const Shape& shape);
void print(std::string& text, const Slice& e);
std::size_t rank(const Slice& e);

}  // namespace tileproof::triton
