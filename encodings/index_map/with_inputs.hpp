// A map that gives, besides its values, its inputs from one on: so a question about values can ask
// where they are as well.
#pragma once

#include <vector>

#include "encodings/index_map/index_map.hpp"

namespace tileproof {

struct WithInputs {
  IndexMap map;
  std::size_t first;          // of the inputs that it gives
  std::vector<OutAxis> outs;  // those of the map, then the inputs
};

inline std::vector<Axis> axes(const WithInputs& kept) {
  return {kept.map.axes().begin(), kept.map.axes().end()};
}
inline std::vector<OutAxis> out_axes(const WithInputs& kept) { return kept.outs; }

template <Algebra A>
Words<A> evaluate(const A& a, const WithInputs& kept, std::span<const typename A::Word> at) {
  Words<A> values = evaluate(a, kept.map, at);
  for (std::size_t i = kept.first; i < at.size(); ++i) values.push_back(at[i]);
  return values;
}

}  // namespace tileproof
