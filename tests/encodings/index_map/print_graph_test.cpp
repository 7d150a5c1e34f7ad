// Is the index expression that is printed of a layout's steps the same function?
#include "encodings/expression/print_graph.hpp"

#include <gtest/gtest.h>

#include "core/ranges.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "properties/triton_generators.hpp"
#include "tests/encodings/index_map/points.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof {
namespace {

using gen::LayoutFamily;
using testing::for_some_points;
using testing::layout;

Result<std::string> printed(const IndexMap& map) {
  return expression::print_graph(map.graph(), map.axes(), map.out_axes());
}

// Do ranges show that each step stays within 64 bits?
bool stays_within(const IndexMap& map) {
  std::vector<IntervalWord> at;
  for (const Axis& axis : map.axes()) {
    at.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  return ranges(map.graph(), at).faults.empty();
}

// What is wrong with what is printed, or "".
std::string mistake(const IndexMap& map, gen::Source& random) {
  const auto text = printed(map);
  if (!text) {
    const bool is_right = text.error().code == ErrorCode::kUnsupported && !stays_within(map);
    return is_right ? "" : text.error().message;
  }
  if (!stays_within(map)) return *text + " can leave 64 bits";
  const auto again = parse_index_map(*text, {});
  if (!again) return *text + " is refused: " + again.error().message;
  if (again->points() != map.points() || again->parameter_points() != map.parameter_points()) {
    return *text + " has other sizes";
  }
  for (std::size_t k = 0; k < map.out_axes().size(); ++k) {
    if (again->out_axes()[k].size != map.out_axes()[k].size) return *text + " has other sizes";
  }
  // Parameters come last.
  std::vector<std::size_t> order;
  for (const bool is_parameter : {false, true}) {
    for (std::size_t i = 0; i < map.axes().size(); ++i) {
      if (map.axes()[i].is_parameter == is_parameter) order.push_back(i);
    }
  }
  std::string found;
  for_some_points(map, random, [&](std::span<const Word> at) {
    std::vector<Word> same;
    for (const std::size_t place : order) same.push_back(at[place]);
    if (value_at(*again, same) != value_at(map, at)) found = *text + " has other values";
  });
  return found;
}

class PrintedGraphOf : public ::testing::TestWithParam<gen::LayoutFamily> {};

TEST_P(PrintedGraphOf, IsReadAsTheSameFunctionOn1000Layouts) {
  gen::Source random = gen::Source::random(20261122);
  int printable = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto [text, map] = testing::draw_map(GetParam(), random);
    ASSERT_EQ(mistake(map, random), "") << text.text;
    printable += stays_within(map) ? 1 : 0;
  }
  EXPECT_GT(printable, 500);
}

INSTANTIATE_TEST_SUITE_P(Families,
                         PrintedGraphOf,
                         ::testing::ValuesIn(gen::layout_families()),
                         [](const auto& family) { return family.param.name; });

TEST(PrintedGraph, IsReadAsTheSameFunctionOnTritonsLayouts) {
  gen::Source random = gen::Source::random(20261122);
  const auto outcome = testing::check_randomly(
      [&](gen::Source& source) {
        const auto subject = gen::any_triton_layout(source);
        auto instance = triton::Instance::make(subject.layout, subject.shape);
        if (!instance) return laws::LawResult::not_applicable();
        const auto text = mistake(*IndexMap::make(*std::move(instance)), random);
        return text.empty() ? laws::LawResult::kept() : laws::LawResult::broken(text);
      },
      400);
  EXPECT_FALSE(outcome.failed) << outcome.message;
  EXPECT_GT(outcome.applied, 300);
}

TEST(PrintedGraph, ReadsAsOneWouldWriteIt) {
  EXPECT_EQ(printed(layout("(8,8):(9,1)")).value(),
            "offset(mode0: 8, mode1: 8) = 0 + mode0 * 9 + mode1 * 1");
  EXPECT_EQ(
      printed(layout("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
                     {64, 64}))
          .value(),
      "offset(row: 64, col: 64) = let t0 = row % 64; let t1 = col % 64; "
      "t0 * 64 + ((t1 / 8 ^ t0 / 1 % 8) * 8 + t1 % 8) % 64");
  EXPECT_EQ(printed(layout("(row: 4, col)(x: 8) = (x / 4, x % 4)")).value(),
            "(row: 4, col)(x: 8) = (x / 4, x % 4)");
  EXPECT_EQ(printed(layout("(row: 4)(x: 8) = x / 4")).value(), "(row: 4)(x: 8) = x / 4");
  EXPECT_EQ(printed(layout("param p in 1..4; (a, b)(x: 8) = (min(x, p) * 3, x / p)")).value(),
            "param p in 1..4; (a, b)(x: 8) = (min(x, p) * 3, x / p)");
}

// It does not matter what a step gives that no result needs.
TEST(PrintedGraph, LeavesOutWhatNoResultNeeds) {
  Steps steps;
  const Recorder a{steps};
  const Recorded x = steps.input(0);
  a.sub(x, 100);
  const std::vector<Recorded> results = {a.mul(x, 3)};
  EXPECT_EQ(expression::print_graph(std::move(steps).graph(results),
                                    std::vector<Axis>{{"x", 9}},
                                    std::vector<OutAxis>{{"f", std::nullopt}})
                .value(),
            "f(x: 9) = x * 3");
}

const std::vector<OutAxis> kOneOffset = {{"offset", std::nullopt}};

TEST(PrintedGraph, FailsWhereAStepIsNotShownToStayWithin64Bits) {
  const auto below = printed(layout("(4,4):(-1,4)"));
  ASSERT_FALSE(below);
  EXPECT_EQ(below.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(below.error().message,
            "no index expression: (4,4):(-1,4): 0 + mode1 * 4 - mode0 * 1 can be -3, by the ranges "
            "of its operands: a value must not be below 0");
  // Ranges show that this one does not go below 0.
  EXPECT_TRUE(printed(layout("3 o (4,4):(-1,4)")));
  Steps steps;
  const Recorder a{steps};
  const std::vector<Recorded> results = {a.shl(steps.input(0), 62)};
  const auto beyond = expression::print_graph(
      std::move(steps).graph(results), std::vector<Axis>{{"x", 9}}, kOneOffset);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().message,
            "no index expression: x << 62 can be 36893488147419103232, by the ranges of its "
            "operands: a value must be below 2^64");
}

TEST(PrintedGraph, GivesNamesThatCanBeRead) {
  EXPECT_EQ(printed(layout("((2,3),4):((1,2),6)")).value(),
            "offset(mode0_0: 2, mode0_1: 3, mode1: 4) = 0 + mode0_0 * 1 + mode0_1 * 2 + mode1 * 6");
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> at;
  for (std::uint32_t i = 0; i < 5; ++i) at.push_back(steps.input(i));
  Recorded sum = at[0];
  for (std::uint32_t i = 1; i < 5; ++i) sum = a.add(sum, at[i]);
  const std::vector<Recorded> results = {a.mul(sum, sum)};
  const Graph graph = std::move(steps).graph(results);
  const std::vector<Axis> axes = {{"let", 2}, {"x.1", 2}, {"x_1", 2, 0, true}, {"1", 2}, {"t0", 2}};
  EXPECT_EQ(expression::print_graph(graph, axes, kOneOffset).value(),
            "param x_1_ in 0..1; offset(let_: 2, x_1: 2, _: 2, t0: 2) = "
            "let t1 = let_ + x_1 + x_1_ + _ + t0; t1 * t1");
}

TEST(PrintedGraph, NestsNoDeeperThanIsRead) {
  Steps steps;
  const Recorder a{steps};
  Recorded word = steps.input(0);
  for (int i = 0; i < 500; ++i) word = a.ite(a.ult(word, 3), a.sub(1000, word), 5);
  const std::vector<Recorded> results = {word};
  const Graph graph = std::move(steps).graph(results);
  const auto map = IndexMap::make(graph, {{"x", 9}}, kOneOffset);
  ASSERT_TRUE(map);
  gen::Source random = gen::Source::random(1);
  EXPECT_EQ(mistake(*map, random), "");
}

TEST(PrintedGraph, FailsWhereTheTextIsLongerThanIsRead) {
  Steps steps;
  const Recorder a{steps};
  Recorded word = steps.input(0);
  for (std::uint64_t i = 0; i < 8000; ++i) word = a.bit_xor(word, a.urem(word, i + 1000));
  const std::vector<Recorded> results = {word};
  const auto text = expression::print_graph(
      std::move(steps).graph(results), std::vector<Axis>{{"x", 9}}, kOneOffset);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace tileproof
