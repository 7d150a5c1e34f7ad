// Which matrix is a layout, if it is linear over GF(2)?  One run of its definition over the algebra
// F2 gives it, or the first step that is not linear.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/f2.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

// x -> constant ^ XOR of columns[i] over the bits i of x.  A point is one number with the first
// axis lowest; a value is one number with the coordinates in order and an offset last.
struct AffineMap {
  std::vector<Word> columns;
  Word constant = 0;

  [[nodiscard]] Word operator()(Word x) const { return constant ^ f2::apply(columns, x); }
};

struct LinearForm {
  std::optional<AffineMap> map;
  std::string reason;  // why there is none
};

// Where each output starts in a value.
std::vector<unsigned> output_shifts(const IndexMap& map);

// With outputs at these places.
LinearForm linear_form(const IndexMap& map, std::span<const unsigned> shifts);
inline LinearForm linear_form(const IndexMap& map) { return linear_form(map, output_shifts(map)); }

}  // namespace tileproof
