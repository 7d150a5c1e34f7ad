// Layouts for tests, from their texts, and their values at all points.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "encodings/index_map/index_map.hpp"

namespace tileproof::testing {

using Point = std::vector<Word>;

inline IndexMap layout(const std::string& text, const Point& shape = {}) {
  const auto map = parse_index_map(text, shape);
  TP_CHECK(map.has_value(), text + ": " + (map ? "" : map.error().message));
  return *map;
}

// "x 4, y 8, p 3..5": the inputs with their sizes, parameters with their ends
inline std::string inputs_of(const IndexMap& map) {
  std::string text;
  for (const Axis& axis : map.axes()) {
    const std::string range = axis.is_parameter ? std::to_string(axis.first) + ".." +
                                                      std::to_string(axis.first + axis.size - 1)
                                                : std::to_string(axis.size);
    text += (text.empty() ? "" : ", ") + axis.name + " " + range;
  }
  return text;
}

inline std::string outputs_of(const IndexMap& map) {
  std::string text;
  for (const OutAxis& out : map.out_axes()) text += (text.empty() ? "" : ", ") + out.name;
  return text;
}

// That the map has these values.
using Expected = std::function<Point(const Point&)>;

inline void expect_values(const IndexMap& map, const Expected& expected) {
  Point at;
  for (const Axis& axis : map.axes()) at.push_back(axis.first);
  for (std::size_t i = 0; i < at.size() || at.empty();) {
    ASSERT_EQ(value_at(map, at), expected(at)) << ::testing::PrintToString(at);
    if (at.empty()) return;
    for (i = 0; i < at.size(); ++i) {
      if (++at[i] < map.axes()[i].first + map.axes()[i].size) break;
      at[i] = map.axes()[i].first;
    }
  }
}

}  // namespace tileproof::testing
