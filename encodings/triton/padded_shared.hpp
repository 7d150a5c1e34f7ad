// Padded shared memory: elements in the order of a linear component, and after each `interval`
// elements a gap of `padding` elements.  Several pairs add up:
//
//   padded_shared<[2:+1, 4:+2] ...>:   e0 e1 .  e2 e3 .  .  .  e4 e5 .  e6 e7
//
// The linear component is given by bases, or as `order` and `shape` if it is row-major in that
// order.
#pragma once

#include <utility>
#include <vector>

#include "core/linear_layout.hpp"
#include "encodings/triton/padding.hpp"
#include "encodings/triton/shared_linear.hpp"

namespace tileproof::triton {

struct PaddedShared {
  std::vector<Padding> paddings;
  // Without a shape (Triton 3.5 wrote `order` alone), the bases follow from the tensor's.
  std::optional<Dims> order_of_any_shape;
  MemoryBases bases;

  [[nodiscard]] std::size_t rank() const {
    return order_of_any_shape ? order_of_any_shape->size() : bases.rank;
  }
  // The linear component for a tensor of this shape.
  [[nodiscard]] MemoryBases bases_for(const Shape& shape) const;
  // Elements from the first to the last of an allocation that holds `elements`, with all gaps
  // between.
  [[nodiscard]] Word padded_size(Word elements) const;
};

// The place before padding.
template <Algebra A>
SharedPlace<typename A::Word> place(const A& a,
                                    const PaddedShared& e,
                                    const Shape& shape,
                                    const Coords<typename A::Word>& coords) {
  return place(a, e.bases_for(shape), coords);
}

std::optional<Error> check(const PaddedShared& e);
// Of the offsets before padding.
Result<LinearLayout> to_linear(const PaddedShared& e, const Shape& shape);
bool parse(mlir::Cursor& cursor, PaddedShared& e);
void print(std::string& text, const PaddedShared& e);
inline std::size_t rank(const PaddedShared& e) { return e.rank(); }

}  // namespace tileproof::triton
