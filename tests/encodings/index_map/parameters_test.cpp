// Is a layout with one value of a parameter the layout at that value?
#include <gtest/gtest.h>

#include "encodings/index_map/index_map.hpp"
#include "tests/encodings/index_map/points.hpp"

namespace tileproof {
namespace {

using testing::layout;

std::vector<std::string> names_of(const IndexMap& map) {
  std::vector<std::string> names;
  for (const Axis& axis : map.axes()) names.push_back(axis.name);
  return names;
}

TEST(WithParameter, IsTheLayoutAtThatValue) {
  const IndexMap whole = layout("param p in 3..5; param q in 0..1; f(x: 4, y: 2) = x*p + (y ^ q)");
  for (Word p = 3; p <= 5; ++p) {
    for (Word q = 0; q <= 1; ++q) {
      // In either order.
      for (const IndexMap& one : {whole.with_parameter(2, p).with_parameter(2, q),
                                  whole.with_parameter(3, q).with_parameter(2, p)}) {
        EXPECT_EQ(names_of(one), (std::vector<std::string>{"x", "y"}));
        EXPECT_FALSE(one.has_parameters());
        EXPECT_EQ(one.parameter_points(), 1u);
        EXPECT_EQ(one.points(), 8u);
        for (Word x = 0; x < 4; ++x) {
          for (Word y = 0; y < 2; ++y) {
            EXPECT_EQ(value_at(one, std::vector<Word>{x, y}),
                      value_at(whole, std::vector<Word>{x, y, p, q}));
          }
        }
      }
    }
  }
}

TEST(WithParameter, LeavesTheOtherParameters) {
  const IndexMap one =
      layout("param p in 3..5; param q in 0..1; f(x: 4) = x*p + q").with_parameter(2, 1);
  EXPECT_EQ(names_of(one), (std::vector<std::string>{"x", "p"}));
  EXPECT_EQ(one.parameter_points(), 3u);
  EXPECT_EQ(value_at(one, std::vector<Word>{2, 4}), std::vector<Word>{9});
}

TEST(WithParameter, GoesWithAxesThatAreCut) {
  const IndexMap cut = layout("param p in 3..5; f(x: 8, y: 3) = x*p + y").cut(0, {4, 2});
  const IndexMap one = cut.with_parameter(3, 5);
  EXPECT_EQ(names_of(one), (std::vector<std::string>{"x.0", "x.1", "y"}));
  EXPECT_EQ(value_at(one, std::vector<Word>{3, 1, 2}), std::vector<Word>{7 * 5 + 2});
}

}  // namespace
}  // namespace tileproof
