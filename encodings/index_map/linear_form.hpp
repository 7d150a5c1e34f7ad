// Which matrix is a layout, if it is linear over GF(2)?  One run of its definition over the algebra
// F2 gives it, or the first step that is not linear.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>
#include <span>
#include <string>

#include "core/f2_algebra.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

// A point is one number with the first axis lowest; a value is one number, of which each output has
// its own bits.
struct LinearForm {
  std::optional<AffineMap> map;
  std::string reason;  // why there is none
};

// The bits of a packed value that an output has.
struct OutputSlot {
  unsigned shift = 0;
  unsigned width = 0;
};
using OutputSlots = boost::container::small_vector<OutputSlot, 4>;

// Coordinates have the bits of their sizes, and outputs without a size share what is left above
// them: for an offset, that is all.  A slot is cut where there are not 64 bits for all.
OutputSlots output_slots(const IndexMap& map);
// The same of outputs with these sizes.
OutputSlots output_slots(std::span<const std::optional<Word>> sizes);
// For two maps with the same outputs, of which each may have the larger size.
OutputSlots output_slots(const IndexMap& one, const IndexMap& two);

// With outputs in these slots.
LinearForm linear_form(const IndexMap& map, const OutputSlots& slots);
inline LinearForm linear_form(const IndexMap& map) { return linear_form(map, output_slots(map)); }

}  // namespace tileproof
