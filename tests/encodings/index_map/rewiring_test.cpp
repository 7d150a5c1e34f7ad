// Is a map of other axes the same function, by the formula that says which point of the old map a
// point of the new one is?
#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "encodings/index_map/index_map.hpp"
#include "tests/encodings/index_map/points.hpp"

namespace tileproof {
namespace {

using testing::for_some_points;
using testing::layout;
using testing::LayoutFamily;
using testing::RandomNumbers;

using Point = std::vector<Word>;

// A map, and which point of the old one each of its points is.
struct Rewired {
  IndexMap map;
  std::function<Point(Point)> old_point;
  std::vector<std::size_t> outputs;  // by their places in the old one
};

void expect_is(const IndexMap& old, const Rewired& now, const std::string& what) {
  RandomNumbers random(20261122);
  // The steps of the whole, as engines see them.
  Steps steps;
  std::vector<Recorded> inputs;
  for (std::uint32_t i = 0; i < now.map.axes().size(); ++i) inputs.push_back(steps.input(i));
  const auto results =
      evaluate(Recorder{steps}, now.map, std::span<const Recorded>(inputs.data(), inputs.size()));
  const Graph graph = std::move(steps).graph({results.data(), results.size()});
  for_some_points(now.map, random, [&](std::span<const Word> at) {
    const Point all = value_at(old, now.old_point({at.begin(), at.end()}));
    Point expected;
    for (const std::size_t place : now.outputs) expected.push_back(all[place]);
    ASSERT_EQ(value_at(now.map, at), expected) << what;
    const auto recorded = results_of(U64{}, graph, at);
    ASSERT_EQ(Point(recorded.begin(), recorded.end()), expected) << what;
  });
}

std::vector<std::size_t> all_outputs(const IndexMap& map) {
  std::vector<std::size_t> places(map.out_axes().size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

std::vector<std::string> names(std::span<const Axis> axes) {
  std::vector<std::string> list;
  for (const Axis& axis : axes) list.push_back(axis.name + ":" + std::to_string(axis.size));
  return list;
}

using Names = std::vector<std::string>;

// Not linear in any input, and another number at each point.
const IndexMap kMap = layout(
    "param p in 2..4; (a, b)(x: 24, y: 5, z: 6) = "
    "(x * x * 31 + y * 7 + z * z + p, (x ^ z * 3) + y * p)");

TEST(Cut, CountsDigitsFromTheLowest) {
  const IndexMap cut = kMap.cut(0, {3, 4, 2});
  EXPECT_EQ(names(cut.axes()), (Names{"x.0:3", "x.1:4", "x.2:2", "y:5", "z:6", "p:3"}));
  expect_is(kMap,
            {cut,
             [](const Point& at) {
               return Point{at[0] + 3 * (at[1] + 4 * at[2]), at[3], at[4], at[5]};
             },
             {0, 1}},
            "cut");
}

TEST(Cut, OfACutCountsOn) {
  const IndexMap cut = kMap.cut(0, {6, 4}).cut(0, {2, 3});
  EXPECT_EQ(names(cut.axes()), (Names{"x.0.0:2", "x.0.1:3", "x.1:4", "y:5", "z:6", "p:3"}));
  expect_is(kMap,
            {cut,
             [](const Point& at) {
               return Point{at[0] + 2 * at[1] + 6 * at[2], at[3], at[4], at[5]};
             },
             {0, 1}},
            "cut");
}

TEST(Joined, TakesDigitsFromTheLowest) {
  const IndexMap joined = kMap.joined(0, 3, "flat");
  EXPECT_EQ(names(joined.axes()), (Names{"flat:720", "p:3"}));
  expect_is(kMap,
            {joined,
             [](const Point& at) {
               return Point{at[0] % 24, at[0] / 24 % 5, at[0] / 120, at[1]};
             },
             {0, 1}},
            "joined");
}

TEST(AtMultiples, CountsThem) {
  const IndexMap sparse = kMap.at_multiples(0, 4).at_multiples(2, 3);
  EXPECT_EQ(names(sparse.axes()), (Names{"x:6", "y:5", "z:2", "p:3"}));
  expect_is(kMap,
            {sparse,
             [](const Point& at) {
               return Point{at[0] * 4, at[1], at[2] * 3, at[3]};
             },
             {0, 1}},
            "at multiples");
}

TEST(Fixed, GoesAnywhere) {
  const IndexMap fixed = kMap.fixed(3, 4).fixed(1, 3);
  EXPECT_EQ(names(fixed.axes()), (Names{"x:24", "z:6"}));
  expect_is(kMap,
            {fixed,
             [](const Point& at) {
               return Point{at[0], 3, at[1], 4};
             },
             {0, 1}},
            "fixed");
  // An axis that is several digits of the definition's inputs.
  expect_is(kMap,
            {kMap.joined(0, 3, "flat").fixed(0, 77),
             [](const Point& at) {
               return Point{77 % 24, 77 / 24 % 5, 77 / 120, at[0]};
             },
             {0, 1}},
            "fixed");
}

TEST(Over, FindsAxesByTheirNames) {
  std::vector<Axis> axes(kMap.axes().rbegin(), kMap.axes().rend());
  axes.insert(axes.begin() + 1, {"unused", 3});
  expect_is(kMap,
            {kMap.over(axes),
             [](const Point& at) {
               return Point{at[4], at[3], at[2], at[0]};
             },
             {0, 1}},
            "over");
}

TEST(WithOutputs, TakesThemInOrderAndMoreThanOnce) {
  const IndexMap swapped = kMap.with_outputs({1, 0, 1});
  EXPECT_EQ(swapped.out_axes()[0].name, "b");
  EXPECT_EQ(swapped.out_axes()[2].name, "b");
  const auto same = [](const Point& at) { return at; };
  expect_is(kMap, {swapped, same, {1, 0, 1}}, "with outputs");
  expect_is(kMap, {swapped.with_outputs({1}), same, {0}}, "with outputs");
}

TEST(Composed, GivesTheFirstMapsValuesToTheSecond) {
  const IndexMap from = layout("param p in 1..3; (row, col)(i: 60) = (i / 8 + p, i % 8)");
  const IndexMap to =
      layout("param q in 0..4; param p in 1..3; f(row: 16, col: 8) = row * (8 + q) + (col ^ p)");
  const IndexMap both = composed(from, to);
  EXPECT_EQ(names(both.axes()), (Names{"i:60", "p:3", "q:5"}));
  RandomNumbers random(1);
  for_some_points(both, random, [&](std::span<const Word> at) {
    const Word row = at[0] / 8 + at[1];
    ASSERT_EQ(value_at(both, at), Point{row * (8 + at[2]) + (at[0] % 8 ^ at[1])});
  });
  // With other axes and outputs on both sides.
  const IndexMap rewired =
      composed(from.joined(0, 1, "flat").with_outputs({1, 0}),
               to.over({{"col", 8}, {"row", 16}, {"q", 5, 0, true}, {"p", 3, 1, true}}))
          .cut(0, {10, 6});
  expect_is(both,
            {rewired,
             [](const Point& at) {
               return Point{at[0] + 10 * at[1], at[2], at[3]};
             },
             {0}},
            "composed");
}

// ---- Several changes on end, of layouts of every notation

class RandomRewiring {
 public:
  RandomRewiring(IndexMap map, RandomNumbers& random)
      : random_(random), now_{map, [](Point at) { return at; }, all_outputs(map)} {}

  Rewired draw() {
    for (Word i = random_.between(1, 5); i > 0; --i) change();
    return std::move(now_);
  }

 private:
  [[nodiscard]] std::span<const Axis> axes() const { return now_.map.axes(); }
  // Neither a parameter nor made of several digits.
  [[nodiscard]] bool is_plain(std::size_t axis) const {
    return !axes()[axis].is_parameter && axes()[axis].name.find("joined") == std::string::npos;
  }
  [[nodiscard]] Word divisor_of(Word size) {
    std::vector<Word> divisors;
    for (Word d = 1; d <= std::min<Word>(size, 64); ++d) {
      if (size % d == 0) divisors.push_back(d);
    }
    return divisors[random_.below(divisors.size())];
  }
  void become(IndexMap map, const std::function<Point(Point)>& step) {
    now_.map = std::move(map);
    now_.old_point = [before = now_.old_point, step](Point at) {
      return before(step(std::move(at)));
    };
  }

  void change() {
    if (axes().empty()) return;
    const std::size_t axis = random_.below(axes().size());
    switch (random_.below(6)) {
      case 0:
        return is_plain(axis) ? cut(axis) : void();
      case 1:
        return is_plain(axis) ? sparse(axis) : void();
      case 2:
        return join(axis);
      case 3:
        return fix(axis);
      case 4:
        return shuffle();
      default:
        return choose_outputs();
    }
  }
  void cut(std::size_t axis) {
    const Word low = divisor_of(axes()[axis].size);
    const auto place = static_cast<std::ptrdiff_t>(axis);
    become(now_.map.cut(axis, {low, axes()[axis].size / low}), [=](Point at) {
      at[axis] += low * at[axis + 1];
      at.erase(at.begin() + place + 1);
      return at;
    });
  }
  void sparse(std::size_t axis) {
    const Word stride = divisor_of(axes()[axis].size);
    become(now_.map.at_multiples(axis, stride), [=](Point at) {
      at[axis] *= stride;
      return at;
    });
  }
  void join(std::size_t first) {
    std::size_t count = 0;
    while (first + count < axes().size() && is_plain(first + count)) ++count;
    if (count == 0) return;
    std::vector<Word> sizes;
    for (std::size_t i = 0; i < count; ++i) sizes.push_back(axes()[first + i].size);
    become(now_.map.joined(first, count, "joined" + std::to_string(fresh_++)), [=](Point at) {
      Word rest = at[first];
      at.erase(at.begin() + static_cast<std::ptrdiff_t>(first));
      for (std::size_t i = 0; i < count; ++i) {
        at.insert(at.begin() + static_cast<std::ptrdiff_t>(first + i), rest % sizes[i]);
        rest /= sizes[i];
      }
      return at;
    });
  }
  void fix(std::size_t axis) {
    const Word value = axes()[axis].first + random_.below(axes()[axis].size);
    become(now_.map.fixed(axis, value), [=](Point at) {
      at.insert(at.begin() + static_cast<std::ptrdiff_t>(axis), value);
      return at;
    });
  }
  void shuffle() {
    std::vector<std::size_t> order(axes().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    std::vector<Axis> list;
    for (const std::size_t place : order) list.push_back(axes()[place]);
    list.push_back({"more" + std::to_string(fresh_++), 2});
    become(now_.map.over(list), [=](const Point& at) {
      Point old(order.size());
      for (std::size_t i = 0; i < order.size(); ++i) old[order[i]] = at[i];
      return old;
    });
  }
  void choose_outputs() {
    std::vector<std::size_t> places;
    std::vector<std::size_t> outputs;
    for (Word i = random_.between(1, 2); i > 0; --i) {
      places.push_back(random_.below(now_.outputs.size()));
      outputs.push_back(now_.outputs[places.back()]);
    }
    now_.map = now_.map.with_outputs(places);
    now_.outputs = std::move(outputs);
  }

  RandomNumbers& random_;
  Rewired now_;
  int fresh_ = 0;
};

class RewiringOf : public ::testing::TestWithParam<LayoutFamily> {};

TEST_P(RewiringOf, AnyChainIsTheSameFunctionOn300Layouts) {
  RandomNumbers random(20261122);
  for (int i = 0; i < 300; ++i) {
    const auto [text, map] = testing::draw_map(GetParam(), random);
    expect_is(map, RandomRewiring(map, random).draw(), text.text);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Families,
                         RewiringOf,
                         ::testing::ValuesIn(testing::layout_families()),
                         [](const auto& family) { return family.param.name; });

}  // namespace
}  // namespace tileproof
