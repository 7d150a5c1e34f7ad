// From a layout in any notation to the list of steps of its definition.
#pragma once

#include <vector>

#include "encodings/index_map/index_map.hpp"
#include "gpu_oracles/exhaustive/tape.hpp"

namespace tileproof::oracles {

// A layout's offset as a function of one number, and how that number is made.
struct RecordedMap {
  Tape tape;
  // The axes in the order in which the number counts them, the fastest first.  The axis whose first
  // step moves the offset least comes first, so that points that follow each other lie close.
  std::vector<std::size_t> axis_order;
  std::vector<Word> axis_sizes;  // in that order

  // The values of the map's axes at a number, in the map's own order.
  [[nodiscard]] std::vector<Word> point(const IndexMap& map, Word flat) const;
};

// Fails (kUnsupported) for layouts with parameters, without one offset or with more steps than a
// tape holds.
Result<RecordedMap> record(const IndexMap& map);
// The same with a given order of the axes, so that two layouts count their points alike.
Result<RecordedMap> record(const IndexMap& map, std::vector<std::size_t> axis_order);

}  // namespace tileproof::oracles
