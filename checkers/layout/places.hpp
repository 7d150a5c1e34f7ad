// In which words are points reported?  "register 3, lane 7, warp 0 (row 12, col 5)": hardware
// places by the names of their dimensions, elements by row and column where the tensor is a matrix.
#pragma once

#include <span>
#include <string>

#include "core/axis.hpp"
#include "core/check.hpp"
#include "core/linear_layout.hpp"
#include "core/verdict.hpp"
#include "encodings/triton/definition.hpp"

namespace tileproof {

// How a dimension is called: dim0, dim1 ... as coordinates, the others by their names.
std::string coordinate_name(Name dim, std::size_t rank);

// "(row 3, col 5)" for a stored word of the layout's values.
std::string element_text(const LinearLayout& layout, Word element);
// The same for an element that is given by its coordinates.
std::string element_text(std::span<const Word> element);
// "register 3, lane 7, warp 0" for a flat index; dimensions of size 1 are left out.  An offset is
// shown with its padding.
std::string place_text(const LinearLayout& layout,
                       Word index,
                       std::span<const triton::Padding> paddings = {});

// Adds one field for each coordinate; `prefix` goes before its name.
void add_element(Counterexample& to, std::span<const Word> element, const std::string& prefix = "");
// Adds one field for each hardware dimension.
void add_place(Counterexample& to,
               const LinearLayout& layout,
               Word index,
               const std::string& prefix = "",
               std::span<const triton::Padding> paddings = {});

// The flat index of a place from the values of its dimensions, which are found by the names of axes
// or outputs; dimensions without one are 0.  Requires: the place is in the layout.
template <typename Named>
Word flat_place(const LinearLayout& form,
                std::span<const Named> names,
                std::span<const Word> values) {
  Word index = 0;
  unsigned shift = 0;
  for (const InDim& dim : form.in_dims()) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].name != dim.name.text()) continue;
      TP_CHECK(values[i] < dim.size(), "a place outside the layout");
      index |= values[i] << shift;
    }
    shift += dim.bits;
  }
  return index;
}

}  // namespace tileproof
