// Swizzled shared memory: rows of a tile follow each other, and within a row groups of `vec`
// elements change places by an XOR with the row's phase, so that a column does not fall into one
// bank.
//
//   phase(row) = row / perPhase % maxPhase                             (swizzled_shared)
//   phase(row) = (row / perPhase % maxPhase) ^ (row / perPhase / maxPhase % maxPhase)
//                                                                      (amd_rotating_shared)
//   offset     = row * row_length + ((col / vec) ^ phase) * vec + col % vec
//
// where a phase beyond the row's groups wraps around in the row.
#pragma once

#include "core/linear_layout.hpp"
#include "encodings/triton/cga.hpp"

namespace tileproof::triton {

struct SwizzledShared {
  bool is_rotating = false;
  Word vec = 1;
  Word per_phase = 1;
  Word max_phase = 1;
  Dims order;  // the dimension that is contiguous in memory comes first
  CgaLayout cga;

  friend bool operator==(const SwizzledShared&, const SwizzledShared&) = default;

  // The box whose rows and columns the offset counts: what a CTA holds, but for the rotating layout
  // the whole tensor even if a CTA holds a part.
  [[nodiscard]] Shape extent(const Shape& shape) const {
    return is_rotating ? shape : shape_per_cta(cga, shape);
  }
};

template <Algebra A>
typename A::Word phase(const A& a, const SwizzledShared& e, typename A::Word row) {
  const auto period = a.udiv(row, e.per_phase);
  const auto phase = a.urem(period, e.max_phase);
  if (!e.is_rotating) return phase;
  return a.bit_xor(phase, a.urem(a.udiv(period, e.max_phase), e.max_phase));
}

// Where an element of a matrix lies whose rows have phases, in words: theorems are about all
// parameters.  Groups wrap around after `columns`.
template <Algebra A>
typename A::Word swizzled_offset(const A& a,
                                 const typename A::Word& vec,
                                 const typename A::Word& row_length,
                                 const typename A::Word& columns,
                                 const typename A::Word& phase,
                                 const typename A::Word& row,
                                 const typename A::Word& col) {
  const auto group = a.bit_xor(a.udiv(col, vec), phase);
  const auto swizzled = a.add(a.mul(group, vec), a.urem(col, vec));
  return a.add(a.mul(row, row_length), a.urem(swizzled, columns));
}

// The definition: where an element lies.
template <Algebra A>
SharedPlace<typename A::Word> place(const A& a,
                                    const SwizzledShared& e,
                                    const Shape& shape,
                                    Coords<typename A::Word> coords) {
  const auto block = take_cta(a, e.cga, shape, coords);
  const Shape per_cta = shape_per_cta(e.cga, shape);
  const Shape extent = e.extent(shape);
  if (shape.size() == 1) return {coords[0], 0, block};
  const std::size_t col_dim = e.order[0];
  const std::size_t row_dim = e.order[1];
  const auto row = coords[row_dim];
  auto offset = swizzled_offset<A>(
      a, e.vec, extent[col_dim], per_cta[col_dim], phase(a, e, row), row, coords[col_dim]);
  Word stride = extent[col_dim] * extent[row_dim];
  for (std::size_t i = 2; i < e.order.size(); ++i) {
    offset = a.add(offset, a.mul(coords[e.order[i]], stride));
    stride *= extent[e.order[i]];
  }
  return {offset, 0, block};
}

std::optional<Error> check(const SwizzledShared& e);
Result<LinearLayout> to_linear(const SwizzledShared& e, const Shape& shape);
// `shared` of Triton 3.0 to 3.2 has one key more, which is read where `has_leading_offset` is
// given.
bool parse(mlir::Cursor& cursor, SwizzledShared& e, bool* has_leading_offset = nullptr);
void print(std::string& text, const SwizzledShared& e);
inline std::size_t rank(const SwizzledShared& e) { return e.order.size(); }

}  // namespace tileproof::triton
