// Layouts of every notation, drawn at random, and the points of a layout.
#pragma once

#include <vector>

#include "core/check.hpp"
#include "properties/maps/layout_families.hpp"
#include "tests/encodings/index_map/maps.hpp"

namespace tileproof::testing {

// A layout of the family; texts that are none are drawn anew.
inline std::pair<LayoutText, IndexMap> draw_map(const gen::LayoutFamily& family,
                                                gen::Source& random) {
  for (int tries = 0; tries < 1000; ++tries) {
    LayoutText text = family.draw(random);
    auto map = parse_index_map(text.text, text.shape);
    if (map) return {std::move(text), *std::move(map)};
  }
  TP_CHECK(false, std::string("a generator draws no layouts: ") + family.name);
}

// Calls `visit` at each point of a layout that has at most 2^12, else at 2^12 points, among them
// the corners.
template <typename Visit>
void for_some_points(const IndexMap& map, gen::Source& random, const Visit& visit) {
  constexpr Word kMost = Word{1} << 12;
  const bool has_few = map.points() <= kMost && map.parameter_points() <= kMost / map.points();
  std::vector<Word> at;
  for (const Axis& axis : map.axes()) at.push_back(axis.first);
  for (Word i = 0; i < kMost; ++i) {
    visit(std::span<const Word>(at));
    std::size_t k = 0;
    for (; k < at.size(); ++k) {
      const Axis& axis = map.axes()[k];
      if (!has_few) {
        at[k] = axis.first + (random.one_in(4) ? axis.size - 1 : random.below(axis.size));
      } else if (++at[k] < axis.first + axis.size) {
        break;
      } else {
        at[k] = axis.first;
      }
    }
    if (has_few && k == at.size()) return;
  }
}

}  // namespace tileproof::testing
