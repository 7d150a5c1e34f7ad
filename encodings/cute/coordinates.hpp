// Which element does a coordinate mean?  CuTe takes an integer for a whole tuple of modes (its
// first leaf changes fastest), a tuple of coordinates, or any mixture.
#pragma once

#include <vector>

#include "encodings/cute/layout.hpp"

namespace tileproof::cute {

// An integer for a mode of any kind, or one coordinate for each mode of a tuple.
struct Coordinate {
  Word index = 0;
  std::vector<Coordinate> items;
};

// The leaves' coordinates, in the order of `axes`; `idx2crd` in CuTe.
//   (8,(2,4)), 27             -> 3 1 1
//   (8,(2,4)), (3, 3)         -> 3 1 1
// An index must be below the size of its mode.
Result<std::vector<Word>> leaf_coordinates(const Mode& mode, const Coordinate& coordinate);

}  // namespace tileproof::cute
