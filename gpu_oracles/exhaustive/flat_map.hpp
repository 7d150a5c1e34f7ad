// A layout in any notation as a function of one number, in the steps that its definition does.
#pragma once

#include <vector>

#include "core/graph.hpp"
#include "core/interval_algebra.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::oracles {

//   (8,8):(9,1)     of n below 64:  (n & 7) + (n >> 3) * 9
//
// There is no second formula: the steps are those that the definition did, after simplify.hpp.
struct FlatMap {
  Graph graph;  // of one number below `points`, with one result
  Word points = 1;
  Word largest = 0;  // no value is larger; there need not be one as large
  // The axes in the order in which the number counts them, the fastest first.  The axis whose first
  // step moves the offset least comes first, so that points that follow each other lie close.
  std::vector<std::size_t> axis_order;
  std::vector<Word> axis_sizes;  // in that order

  // Where the number lies.
  [[nodiscard]] IntervalWord numbers() const { return IntervalWord::between(0, points - 1); }
  // The values of the map's axes at a number, in the map's own order.
  [[nodiscard]] std::vector<Word> point(Word number) const;
};

// Fails (kUnsupported) for layouts with parameters or without one offset.
Result<FlatMap> flatten(const IndexMap& map);
// The same with a given order of the axes, so that two layouts count their points alike.
Result<FlatMap> flatten(const IndexMap& map, std::vector<std::size_t> axis_order);

}  // namespace tileproof::oracles
