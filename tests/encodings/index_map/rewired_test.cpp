// Are layouts with inputs that are cut, joined, fixed or permuted the functions that they are said
// to be?
#include "tests/encodings/index_map/maps.hpp"

namespace tileproof::testing {
namespace {

const IndexMap& sample() {
  static const IndexMap kMap =
      layout("param p in 2..3; (a, b)(x: 12, y: 4, z: 3) = (x*p + 100*y, z ^ x)");
  return kMap;
}
Point value(Word x, Word y, Word z, Word p) { return {x * p + 100 * y, z ^ x}; }

TEST(Rewired, CutGivesTheDigits) {
  const IndexMap map = sample().cut(0, {2, 3, 2});
  EXPECT_EQ(inputs_of(map), "x.0 2, x.1 3, x.2 2, y 4, z 3, p 2..3");
  EXPECT_EQ(map.points(), 144U);
  expect_values(map, [](const Point& at) {
    return value(at[0] + 2 * at[1] + 6 * at[2], at[3], at[4], at[5]);
  });
}

TEST(Rewired, JoinedReadsTheDigits) {
  const IndexMap map = sample().joined(1, 2, "yz");
  EXPECT_EQ(inputs_of(map), "x 12, yz 12, p 2..3");
  expect_values(map, [](const Point& at) { return value(at[0], at[1] % 4, at[1] / 4, at[2]); });
  const IndexMap all = sample().joined(0, 3, "all");
  EXPECT_EQ(inputs_of(all), "all 144, p 2..3");
  expect_values(
      all, [](const Point& at) { return value(at[0] % 12, at[0] / 12 % 4, at[0] / 48, at[1]); });
}

TEST(Rewired, JoinedDigitsOfACutAreTheWhole) {
  expect_values(sample().cut(0, {3, 4}).joined(0, 2, "x"),
                [](const Point& at) { return value(at[0], at[1], at[2], at[3]); });
}

TEST(Rewired, AtMultiplesCountsThem) {
  const IndexMap map = sample().at_multiples(0, 4);
  EXPECT_EQ(inputs_of(map), "x 3, y 4, z 3, p 2..3");
  expect_values(map, [](const Point& at) { return value(4 * at[0], at[1], at[2], at[3]); });
  // Of inputs that were joined: 2 is the third of a row of 4.
  const IndexMap joined = sample().joined(1, 2, "yz").at_multiples(1, 2);
  EXPECT_EQ(inputs_of(joined), "x 12, yz 6, p 2..3");
  expect_values(joined,
                [](const Point& at) { return value(at[0], 2 * at[1] % 4, 2 * at[1] / 4, at[2]); });
  expect_values(joined.at_multiples(1, 3),
                [](const Point& at) { return value(at[0], 6 * at[1] % 4, 6 * at[1] / 4, at[2]); });
}

TEST(Rewired, FixedHasOneInputLess) {
  expect_values(sample().fixed(1, 3),
                [](const Point& at) { return value(at[0], 3, at[1], at[2]); });
  // A digit of a cut, and a multiple of joined inputs.
  expect_values(sample().cut(0, {2, 6}).fixed(1, 5),
                [](const Point& at) { return value(at[0] + 10, at[1], at[2], at[3]); });
  expect_values(sample().joined(1, 2, "yz").at_multiples(1, 2).fixed(1, 5),
                [](const Point& at) { return value(at[0], 10 % 4, 10 / 4, at[1]); });
}

TEST(Rewired, OverReadsAxesByTheirNames) {
  const IndexMap map = sample().over(
      {{"p", 2, 2, true}, {"z", 3}, {"q", 5, 1, true}, {"x", 12}, {"w", 2}, {"y", 4}});
  EXPECT_EQ(inputs_of(map), "p 2..3, z 3, q 1..5, x 12, w 2, y 4");
  EXPECT_EQ(map.points(), 288U);
  EXPECT_EQ(map.parameter_points(), 10U);
  expect_values(map, [](const Point& at) { return value(at[3], at[5], at[1], at[0]); });
  // Also of digits.
  expect_values(
      sample().cut(0, {2, 6}).over({{"x.1", 6}, {"y", 4}, {"z", 3}, {"x.0", 2}, {"p", 2, 2, true}}),
      [](const Point& at) { return value(at[3] + 2 * at[0], at[1], at[2], at[4]); });
  EXPECT_THROW((void)sample().over({{"x", 12}, {"y", 4}, {"z", 3}}), InternalError);
  EXPECT_THROW((void)sample().over({{"x", 12}, {"y", 5}, {"z", 3}, {"p", 2, 2, true}}),
               InternalError);
}

TEST(Rewired, WithOutputsTakesThemInOrder) {
  const IndexMap swapped = sample().with_outputs({1, 0});
  EXPECT_EQ(outputs_of(swapped), "b, a");
  expect_values(swapped, [](const Point& at) {
    const Point both = value(at[0], at[1], at[2], at[3]);
    return Point{both[1], both[0]};
  });
  expect_values(swapped.with_outputs({1}),
                [](const Point& at) { return Point{value(at[0], at[1], at[2], at[3])[0]}; });
}

// What the definition was written as is known only while nothing was changed.
TEST(Rewired, IsNoLongerWhatWasWritten) {
  EXPECT_TRUE(sample().is_whole());
  EXPECT_FALSE(sample().cut(0, {3, 4}).is_whole());
  EXPECT_FALSE(sample().with_outputs({1, 0}).is_whole());
  EXPECT_TRUE(sample().with_outputs({0, 1}).is_whole());
}

TEST(Composed, GivesTheSecondOfTheFirst) {
  const IndexMap map =
      composed(sample(), layout("param q in 0..1; f(a: 400, b: 16) = a + 1000*b + q"));
  EXPECT_EQ(inputs_of(map), "x 12, y 4, z 3, p 2..3, q 0..1");
  expect_values(map, [](const Point& at) {
    const Point both = value(at[0], at[1], at[2], at[3]);
    return Point{both[0] + 1000 * both[1] + at[4]};
  });
  // A parameter of both is one.
  const IndexMap shared = composed(sample(), layout("param p in 2..3; f(a: 400, b: 16) = a*p + b"));
  EXPECT_EQ(inputs_of(shared), "x 12, y 4, z 3, p 2..3");
  expect_values(shared, [](const Point& at) {
    const Point both = value(at[0], at[1], at[2], at[3]);
    return Point{both[0] * at[3] + both[1]};
  });
}

}  // namespace
}  // namespace tileproof::testing
