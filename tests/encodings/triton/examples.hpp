// What worked examples are written in: the element at a place, and the place of an element.
#pragma once

#include <gtest/gtest.h>

#include "encodings/triton/definition.hpp"
#include "tests/support/layouts.hpp"

namespace tileproof::triton {

inline Coords<Word> coords(std::initializer_list<Word> values) {
  Coords<Word> result(values.size());
  for (std::size_t d = 0; d < values.size(); ++d) result[d] = values.begin()[d];
  return result;
}

inline void PrintTo(const Coords<Word>& at, std::ostream* out) {
  for (std::size_t d = 0; d < at.rank(); ++d) *out << (d > 0 ? ", " : "(") << at[d];
  *out << ")";
}

inline Coords<Word> element_at(const LayoutPtr& layout,
                               const Shape& shape,
                               const RegisterPlace<Word>& at) {
  return element(U64{}, *layout, shape, at);
}

inline Coords<Word> cell_at(const LayoutPtr& layout, const Shape& shape, Word row, Word col) {
  return element(U64{}, *layout, shape, TensorMemoryPlace<Word>{row, col, 0});
}

inline SharedPlace<Word> place_of(const LayoutPtr& layout,
                                  const Shape& shape,
                                  std::initializer_list<Word> at) {
  return place(U64{}, *layout, shape, coords(at));
}

}  // namespace tileproof::triton
