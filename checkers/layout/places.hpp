// In which words are points reported?  "register 3, lane 7, warp 0 (row 12, col 5)": hardware
// places by the names of their dimensions, elements by row and column where the tensor is a matrix.
#pragma once

#include <span>
#include <string>

#include "core/axis.hpp"
#include "core/linear_layout.hpp"
#include "core/verdict.hpp"
#include "encodings/triton/definition.hpp"

namespace tileproof {

// How many points an enumeration visits before the answer is unknown: more where a point costs only
// its own evaluation than where a table of all of them is kept.
inline constexpr unsigned kMaxVisitedBits = 24;
inline constexpr unsigned kMaxTabledBits = 22;

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
void add_element(Counterexample& to,
                 const LinearLayout& layout,
                 Word element,
                 const std::string& prefix = "");
void add_element(Counterexample& to, std::span<const Word> element, const std::string& prefix = "");
// Adds one field for each hardware dimension.
void add_place(Counterexample& to,
               const LinearLayout& layout,
               Word index,
               const std::string& prefix = "",
               std::span<const triton::Padding> paddings = {});

// The definition's element at a flat index of the linear form's places, as a stored word of the
// linear form; the layout is in registers or tensor memory.
Word defined_element(const triton::Layout& layout,
                     const triton::Shape& shape,
                     const LinearLayout& linear,
                     Word index);
// The definition's place of an element (a stored word), as a flat index of the linear form's
// places; the layout is in shared memory.
Word defined_place(const triton::Layout& layout,
                   const triton::Shape& shape,
                   const LinearLayout& linear,
                   Word element);

}  // namespace tileproof
