// Are the recorded steps of a layout its definition?  Run over U64 they give what the definition
// gives, and so do those that they are simplified to, at all points of small layouts and at samples
// of large ones, in every notation.
#include "core/graph.hpp"

#include <gtest/gtest.h>

#include "core/simplify.hpp"
#include "encodings/index_map/index_map.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "properties/triton_generators.hpp"
#include "tests/encodings/index_map/points.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof {
namespace {

using gen::LayoutFamily;
using testing::for_some_points;
using testing::layout;

// The steps where inputs lie in the ranges of the axes.
Graph simplified(const IndexMap& map) {
  std::vector<IntervalWord> at;
  for (const Axis& axis : map.axes()) {
    at.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  return simplify(map.graph(), at);
}

// A point at which the steps, or those that they are simplified to, give something else, or "".
std::string difference(const IndexMap& map, gen::Source& random) {
  const Graph simple = simplified(map);
  std::string found;
  for_some_points(map, random, [&](std::span<const Word> at) {
    const auto expected = value_at(map, at);
    for (const Graph* graph : {&map.graph(), &simple}) {
      const auto values = results_of(U64{}, *graph, at);
      if (std::ranges::equal(values, expected)) continue;
      found = graph == &simple ? "differs, simplified, at" : "differs at";
      for (const Word value : at) found += " " + std::to_string(value);
    }
  });
  return found;
}

class GraphOf : public ::testing::TestWithParam<gen::LayoutFamily> {};

TEST_P(GraphOf, IsTheDefinitionOn2000Layouts) {
  gen::Source random = gen::Source::random(20261122);
  for (int i = 0; i < 2000; ++i) {
    const auto [text, map] = testing::draw_map(GetParam(), random);
    ASSERT_EQ(difference(map, random), "") << text.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Families,
                         GraphOf,
                         ::testing::ValuesIn(gen::layout_families()),
                         [](const auto& family) { return family.param.name; });

class GraphOfTriton : public ::testing::TestWithParam<gen::TritonGenerator> {};

TEST_P(GraphOfTriton, IsTheDefinitionOn100Layouts) {
  gen::Source random = gen::Source::random(20261122);
  const auto outcome = testing::check_randomly(
      [&](gen::Source& source) {
        const auto subject = GetParam().draw(source);
        auto instance = triton::Instance::make(subject.layout, subject.shape);
        if (!instance) return laws::LawResult::not_applicable();
        const auto text = difference(*IndexMap::make(*std::move(instance)), random);
        return text.empty() ? laws::LawResult::kept() : laws::LawResult::broken(text);
      },
      100);
  EXPECT_FALSE(outcome.failed) << outcome.message;
  EXPECT_GT(outcome.applied, 75);
}

INSTANTIATE_TEST_SUITE_P(,
                         GraphOfTriton,
                         ::testing::ValuesIn(gen::triton_generators().begin(),
                                             gen::triton_generators().end()),
                         [](const auto& generator) { return std::string(generator.param.name); });

TEST(GraphOfALayout, IsTheDefinitionOfLargeLayouts) {
  gen::Source random = gen::Source::random(20261122);
  for (const char* text : {"Sw<3,4,3> o (1048576,(64,4096)):(64,(1,67108864))",
                           "(1000,(1000,1000)):(1,(1003,1003003))",
                           "param pad in 0..64; offset(row: 65536, col: 65536) = row * (65536 + "
                           "pad) + (col ^ (row >> 1 & 7) << 3)",
                           "(a, b)(i: 1000000007) = (i % 4096 ^ i / 4096, min(i, 77777) * 3)"}) {
    EXPECT_EQ(difference(layout(text), random), "") << text;
  }
  const IndexMap tile = layout(
      "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
      "elementBitWidth = 16}>",
      {4096, 4096});
  EXPECT_EQ(difference(tile, random), "");
}

TEST(GraphOfALayout, IsShortWhereBitsAreOnlyMoved) {
  const auto operations = [](const Graph& graph) {
    return std::ranges::count_if(graph.steps,
                                 [](const GraphStep& step) { return arity(step.op) != 0; });
  };
  const IndexMap swizzled = layout(
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", {64, 64});
  EXPECT_EQ(operations(swizzled.graph()), 12);
  // (row << 6) ^ col ^ ((row & 7) << 3)
  EXPECT_EQ(operations(simplified(swizzled)), 5);
  // The swizzle's bits are above the largest offset.
  const IndexMap nested = layout("Sw<3,4,3> o (8,(2,4)):(1,(8,16))");
  EXPECT_EQ(operations(simplified(nested)), 4);
}

TEST(GraphOfAnExpression, SaysLineAndColumnOfEachOperatorAndNumber) {
  const IndexMap map = layout("f(x: 8) = x * 3\n  + min(x, 5)");
  const Graph& graph = map.graph();
  std::vector<std::pair<StepOp, std::string>> steps;
  for (const GraphStep& step : graph.steps) {
    steps.emplace_back(step.op, graph.origin_of(step).text());
  }
  const std::vector<std::pair<StepOp, std::string>> expected = {{StepOp::kInput, ""},
                                                                {StepOp::kConstant, "1:15"},
                                                                {StepOp::kMul, "1:13"},
                                                                {StepOp::kConstant, "2:12"},
                                                                {StepOp::kLess, "2:5"},
                                                                {StepOp::kChoose, "2:5"},
                                                                {StepOp::kAdd, "2:3"}};
  EXPECT_EQ(steps, expected);
}

TEST(GraphOfALayout, SaysWhichLayoutEachStepIsFrom) {
  const std::tuple<const char*, std::vector<Word>, const char*> layouts[] = {
      {"#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>",
       {8, 8},
       "swizzled_shared"},
      {"Sw<1,0,3> o 5 o (8,8):(9,1)", {}, "Sw<1,0,3> o 5 o (8,8):(9,1)"},
      {"{in = [[1, 1], [2, 2]]} -> {x = 4, y = 6}",
       {},
       "{in = [[1, 1], [2, 2]]} -> {x = 4, y = 6}"}};
  for (const auto& [text, shape, phrase] : layouts) {
    const IndexMap map = layout(text, shape);
    Steps steps;
    const Recorder a{steps};
    std::vector<Recorded> at;
    for (std::uint32_t i = 0; i < map.axes().size(); ++i) at.push_back(steps.input(i));
    const auto values = evaluate(a, map, std::span<const Recorded>(at.data(), at.size()));
    // What comes after the layout is not of it.
    const std::vector<Recorded> results = {a.mul(values[0], values[0])};
    const Graph graph = std::move(steps).graph(results);
    for (const GraphStep& step : graph.steps) {
      const bool is_of_layout = step.op != StepOp::kInput && &step != &graph.steps.back();
      EXPECT_EQ(graph.origin_of(step).text(), is_of_layout ? phrase : "");
    }
  }
}

// They are written, so that a claim about machine integers is about them.
TEST(GraphOfAnExpression, HasTheNumbersThatNothingUses) {
  const IndexMap map = layout("f(x: 8) = let unused = 5000000000; x");
  EXPECT_EQ(std::ranges::count(map.graph().steps, 5'000'000'000, &GraphStep::constant), 1);
}

// ---- Maps of given steps

// x * 5 divided by what is made of x.
template <typename Divisor>
Graph quotient(const Divisor& divisor) {
  Steps steps;
  const Recorder a{steps};
  const Recorded x = steps.input(0);
  const std::vector<Recorded> results = {a.udiv(a.mul(x, 5), divisor(a, x))};
  return std::move(steps).graph(results);
}

Recorded seven(const Recorder&, const Recorded&) { return 7; }

const std::vector<Axis> kX = {{"x", 8}};
const std::vector<OutAxis> kOffset = {{"offset", std::nullopt}};

TEST(MapOfSteps, IsTheMapThatTheyWereRecordedOf) {
  gen::Source random = gen::Source::random(20261122);
  for (const gen::LayoutFamily& family : gen::layout_families()) {
    for (int i = 0; i < 100; ++i) {
      const auto [text, map] = testing::draw_map(family, random);
      const auto again = IndexMap::make(map.graph(),
                                        {map.axes().begin(), map.axes().end()},
                                        {map.out_axes().begin(), map.out_axes().end()});
      ASSERT_TRUE(again) << text.text << ": " << again.error().message;
      for_some_points(map, random, [&](std::span<const Word> at) {
        ASSERT_EQ(value_at(*again, at), value_at(map, at)) << text.text;
      });
    }
  }
}

TEST(MapOfSteps, RefusesOtherInputsOrOutputsThanAreNamed) {
  const std::vector<OutAxis> two = {{"a", std::nullopt}, {"b", std::nullopt}};
  EXPECT_FALSE(IndexMap::make(quotient(seven), {}, kOffset));
  EXPECT_FALSE(IndexMap::make(quotient(seven), kX, two));
  EXPECT_TRUE(IndexMap::make(quotient(seven), kX, kOffset));
}

TEST(MapOfSteps, RefusesADivisorThatCanBe0) {
  const auto accepts = [](const auto& divisor) {
    return IndexMap::make(quotient(divisor), kX, kOffset).has_value();
  };
  EXPECT_FALSE(accepts([](const auto&, const auto&) { return Recorded(0); }));
  EXPECT_FALSE(accepts([](const auto&, const auto& x) { return x; }));
  EXPECT_FALSE(accepts([](const auto& a, const auto& x) { return a.sub(x, 1); }));
  EXPECT_TRUE(accepts(seven));
  EXPECT_TRUE(accepts([](const auto& a, const auto& x) { return a.add(x, 1); }));
  // In 64 bits a large product is any number.
  EXPECT_FALSE(
      accepts([](const auto& a, const auto& x) { return a.mul(a.add(x, 1), Word{1} << 63); }));
}

}  // namespace
}  // namespace tileproof
