// A layout as a function of one number: are its steps what the definition gives, and where?
#include "gpu_oracles/exhaustive/flat_map.hpp"

#include <gtest/gtest.h>

#include "tests/gpu_oracles/flat_layouts.hpp"

namespace tileproof::oracles {
namespace {

FlatMap flat_of(const char* text) { return flatten(*parse_index_map(text, {})).value(); }

std::size_t operations(const FlatMap& flat) {
  std::size_t count = 0;
  for (const GraphStep& step : flat.graph.steps) count += arity(step.op) != 0 ? 1U : 0U;
  return count;
}

TEST(FlatMap, IsTheDefinitionInAnyNotation) {
  for (const auto& [text, shape] : flat_layouts()) {
    const auto map = parse_index_map(text, shape);
    ASSERT_TRUE(map.has_value()) << text << ": " << map.error().message;
    const auto flat = flatten(*map);
    ASSERT_TRUE(flat.has_value()) << text << ": " << flat.error().message;
    for (Word number = 0; number < flat->points; ++number) {
      const Word value = results_of(U64{}, flat->graph, std::span<const Word>(&number, 1))[0];
      ASSERT_EQ(value, value_at(*map, flat->point(number))[0]) << text << " at " << number;
      ASSERT_LE(value, flat->largest) << text;
    }
  }
}

TEST(FlatMap, StaysShortWhereBitsAreOnlyMoved) {
  const auto swizzled = parse_index_map(
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", {64, 64});
  EXPECT_EQ(operations(flatten(*swizzled).value()), 3U);  // n ^ (n & mask) >> 3
}

TEST(FlatMap, CountsTheAxisFirstWhoseStepIsShortest) {
  EXPECT_EQ(flat_of("(8,4):(4,1)").axis_order, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(flat_of("(8,4):(1,8)").axis_order, (std::vector<std::size_t>{0, 1}));
}

TEST(FlatMap, RefusesWhatIsNoSingleFunctionOfPoints) {
  const auto parameter = parse_index_map("param p in 0..3; offset(i: 8) = i * p", {});
  ASSERT_TRUE(parameter.has_value());
  EXPECT_FALSE(flatten(*parameter).has_value());
  const auto pair = parse_index_map("(row, col)(i: 8) = (i / 4, i % 4)", {});
  ASSERT_TRUE(pair.has_value());
  EXPECT_FALSE(flatten(*pair).has_value());
}

}  // namespace
}  // namespace tileproof::oracles
