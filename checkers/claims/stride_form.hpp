// Which sum of strides is a layout, if it is one?  One run of its definition over the algebra
// Affine gives it, or the first step that is none.
#pragma once

#include <vector>

#include "core/affine_algebra.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

struct StrideForm {
  AffineWord sum;                   // poisoned if there is none
  std::vector<unsigned> first_bit;  // of each axis that is cut into bits, among all input bits
  unsigned bits = 0;
  // The parities are independent, so that every choice of digits occurs.
  bool is_independent = false;

  // How many bits the axis was cut into; 0 if it is a digit.
  [[nodiscard]] unsigned bits_of(std::size_t axis) const {
    return (axis + 1 < first_bit.size() ? first_bit[axis + 1] : bits) - first_bit[axis];
  }
};

inline constexpr std::size_t kNoAxis = ~std::size_t{0};

// The inputs: axes of 2^k values as k bits, others as one digit each.  The axis `along` counts
// vectors of so many elements.
Words<Affine> stride_inputs(const IndexMap& map,
                            StrideForm& form,
                            Word vector = 1,
                            std::size_t along = kNoAxis);

// Several outputs become one number whose digits they are.
StrideForm stride_form(const IndexMap& map, Word vector = 1, std::size_t along = kNoAxis);

}  // namespace tileproof
