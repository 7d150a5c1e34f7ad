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

// The inputs: axes of 2^k values as k bits, others as one digit each.
Words<Affine> stride_inputs(const IndexMap& map, StrideForm& form);

// Several outputs become one number whose digits they are.
StrideForm stride_form(const IndexMap& map);

}  // namespace tileproof
