// The one definition of every Triton layout, by the place that it takes: which element is in a
// register
// (`element`) or in a cell of tensor memory, and where in shared memory an element lies (`place`).
// The families' own files have the formulas; here they are joined, and slices find their parent's.
#pragma once

#include "encodings/triton/layout.hpp"

namespace tileproof::triton {

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const Layout& layout,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at);

// The register bits of a slice's parent that move an element of the slice: the others are dropped.
std::vector<unsigned> kept_register_bits(const Slice& e, const Shape& shape);

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const Slice& e,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at) {
  using W = typename A::Word;
  Digits<A> digits(a, at.reg);
  W parent_register(0);
  for (const unsigned bit : kept_register_bits(e, shape)) {
    parent_register = a.add(parent_register, a.mul(digits.take(2), Word{1} << bit));
  }
  const auto whole = element(a,
                             *e.parent,
                             e.parent_shape(shape),
                             RegisterPlace<W>{parent_register, at.lane, at.warp, at.block});
  Coords<W> coords(shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) coords[d] = whole[d < e.dim ? d : d + 1];
  return coords;
}

// Requires: storage(layout) == Storage::kRegisters, and to_linear(layout, shape) succeeds.
template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const Layout& layout,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at) {
  return std::visit(
      [&](const auto& e) -> Coords<typename A::Word> {
        if constexpr (requires { element(a, e, shape, at); }) {
          return element(a, e, shape, at);
        } else {
          TP_CHECK(false, "layout is not in registers");
        }
      },
      layout.encoding());
}

// Requires: storage(layout) == Storage::kTensorMemory, and to_linear(layout, shape) succeeds.
template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const Layout& layout,
                                 const Shape& shape,
                                 const TensorMemoryPlace<typename A::Word>& at) {
  return std::visit(
      [&](const auto& e) -> Coords<typename A::Word> {
        if constexpr (requires { element(a, e, shape, at); }) {
          return element(a, e, shape, at);
        } else {
          TP_CHECK(false, "layout is not in tensor memory");
        }
      },
      layout.encoding());
}

// Of several places, the one with the smallest offset.  For padded layouts: before padding.
// Requires: storage(layout) == Storage::kSharedMemory, to_linear(layout, shape) succeeds and is
// surjective.
template <Algebra A>
SharedPlace<typename A::Word> place(const A& a,
                                    const Layout& layout,
                                    const Shape& shape,
                                    const Coords<typename A::Word>& coords) {
  return std::visit(
      [&](const auto& e) -> SharedPlace<typename A::Word> {
        if constexpr (requires { place(a, e, shape, coords); }) {
          return place(a, e, shape, coords);
        } else {
          TP_CHECK(false, "layout is not in shared memory");
        }
      },
      layout.encoding());
}

}  // namespace tileproof::triton
