// Is a map whose axes were changed several times on end the same function, by the formula that says
// which point of the old map a point of the new one is?
#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "tests/encodings/index_map/points.hpp"

namespace tileproof {
namespace {

using gen::LayoutFamily;
using testing::for_some_points;
using testing::layout;
using testing::Point;

// A map, and which point of the old one each of its points is.
struct Rewired {
  IndexMap map;
  std::function<Point(Point)> old_point;
  std::vector<std::size_t> outputs;  // by their places in the old one
};

void expect_is(const IndexMap& old, const Rewired& now, const std::string& what) {
  gen::Source random = gen::Source::random(20261122);
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

TEST(Composed, TakesMapsOfOtherAxesAndOutputs) {
  const IndexMap from = layout("param p in 1..3; (row, col)(i: 60) = (i / 8 + p, i % 8)");
  const IndexMap to =
      layout("param q in 0..4; param p in 1..3; f(row: 16, col: 8) = row * (8 + q) + (col ^ p)");
  const IndexMap swapped = to.over({{"col", 8}, {"row", 16}, {"q", 5, 0, true}, {"p", 3, 1, true}});
  expect_is(composed(from, to),
            {composed(from.joined(0, 1, "flat").with_outputs({1, 0}), swapped).cut(0, {10, 6}),
             [](const Point& at) {
               return Point{at[0] + 10 * at[1], at[2], at[3]};
             },
             {0}},
            "composed");
}

class RandomRewiring {
 public:
  RandomRewiring(IndexMap map, gen::Source& random)
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

  gen::Source& random_;
  Rewired now_;
  int fresh_ = 0;
};

class RewiringOf : public ::testing::TestWithParam<gen::LayoutFamily> {};

TEST_P(RewiringOf, AnyChainIsTheSameFunctionOn300Layouts) {
  gen::Source random = gen::Source::random(20261122);
  for (int i = 0; i < 300; ++i) {
    const auto [text, map] = testing::draw_map(GetParam(), random);
    expect_is(map, RandomRewiring(map, random).draw(), text.text);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Families,
                         RewiringOf,
                         ::testing::ValuesIn(gen::layout_families()),
                         [](const auto& family) { return family.param.name; });

}  // namespace
}  // namespace tileproof
