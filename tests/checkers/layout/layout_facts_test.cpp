// Is what layout_facts says of a layout as a function what a visit of every element sees?
#include "checkers/layout/layout_facts.hpp"

#include <gtest/gtest.h>

#include <set>

#include "checkers/layout/maps.hpp"
#include "tests/encodings/triton/reference_rows.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof {
namespace {

IndexMap map_from(const std::string& text, const triton::Shape& shape) {
  return parse_index_map(text, {shape.begin(), shape.end()}).value();
}

LayoutFacts facts(const std::string& text, const triton::Shape& shape) {
  return layout_facts(map_from(text, shape)).value();
}

std::string padded_16x32(const std::string& paddings) {
  return "#ttg.padded_shared<[" + paddings + "] {order = [1, 0], shape = [16, 32]}>";
}

std::vector<Word> point_at(const IndexMap& map, Word flat) {
  std::vector<Word> at;
  for (const Axis& axis : map.axes()) {
    at.push_back(flat % axis.size);
    flat /= axis.size;
  }
  return at;
}

// For layouts in the shared memory of one CTA: what the definition does with each element.
void expect_as_visited(const IndexMap& map) {
  const auto said = layout_facts(map).value();
  std::set<Word> offsets;
  std::vector<Word> all;
  bool linear = value_at(map, point_at(map, 0))[0] == 0;
  for (Word element = 0; element < map.points(); ++element) {
    all.push_back(value_at(map, point_at(map, element))[0]);
    offsets.insert(all.back());
    const Word top = element & ~(element - 1);
    linear = linear && all[element] == (all[element ^ top] ^ all[top]);
  }
  ASSERT_EQ(said.cosize, *offsets.rbegin() + 1);
  ASSERT_EQ(said.injective, offsets.size() == map.points());
  ASSERT_EQ(said.surjective, offsets.size() == *said.cosize);
  ASSERT_TRUE(linear || !said.linear) << "said to be linear, but is not";
  ASSERT_EQ(said.linear, said.why_not.empty());
}

TEST(LayoutFacts, SaysThatASwizzleIsAPermutation) {
  const auto said = facts(swizzle(4, 1, 8), {16, 32});
  EXPECT_TRUE(said.injective);
  EXPECT_TRUE(said.surjective);
  EXPECT_TRUE(said.linear);
  EXPECT_EQ(said.cosize, 512U);
}

TEST(LayoutFacts, CountsPaddingIntoTheCosize) {
  const auto said = facts(padded_16x32("64:+8"), {16, 32});
  EXPECT_EQ(said.cosize, 511 + 7 * 8 + 1U);
  EXPECT_TRUE(said.injective);
  EXPECT_FALSE(said.surjective);
  EXPECT_FALSE(said.linear);
  EXPECT_EQ(said.why_not, "carry at bit 3");
}

TEST(LayoutFacts, IsLinearWherePaddingDoesNotReachTheTile) {
  const auto said = facts(padded_16x32("512:+8"), {16, 32});
  EXPECT_EQ(said.cosize, 512U);
  EXPECT_TRUE(said.surjective);
  EXPECT_TRUE(said.linear);
}

TEST(LayoutFacts, SeesThatGroupsOfThreeElementsCollide) {
  // Row 1: columns 3, 4, 5 go to 0, 1, 2; column 30 goes to 33, which wraps around to 1.
  const auto said = facts(swizzle(3, 1, 4), {16, 32});
  EXPECT_FALSE(said.injective);
  EXPECT_FALSE(said.surjective);
  EXPECT_FALSE(said.linear);
  EXPECT_EQ(said.why_not, "division by 3");
}

TEST(LayoutFacts, AreNotLinearWhereTheFirstElementIsNotAt0) {
  for (const char* text : {"64 o 4:16", "64 o 1:16", "o(x: 4) = x ^ 9"}) {
    const auto said = facts(text, {});
    EXPECT_TRUE(said.injective) << text;
    EXPECT_FALSE(said.linear) << text;
    EXPECT_EQ(said.why_not, "the first element is not at 0") << text;
  }
  EXPECT_TRUE(facts("4:16", {}).linear);
}

TEST(LayoutFacts, AreDecidedWithoutAVisitForASwizzleThatIsNotLinear) {
  // 2^25 elements are too many to visit.
  const auto said = facts(swizzle(4, 1, 3), {8192, 4096});
  EXPECT_TRUE(said.injective);
  EXPECT_TRUE(said.surjective);
  EXPECT_EQ(said.cosize, Word{1} << 25);
}

TEST(LayoutFacts, FailWhereAnEngineDoesNotDecideInItsTime) {
  EXPECT_FALSE(
      layout_facts(map_from(swizzle(4, 1, 3), {8192, 4096}), Limits{.seconds = 0}).has_value());
}

TEST(LayoutFacts, FailForParameters) {
  EXPECT_FALSE(layout_facts(map_from("param p in 1..3; offset(i: 8) = i * p", {})).has_value());
}

TEST(LayoutFacts, AreThoseOfAVisitForEverySwizzleWithParametersUpToNine) {
  for (Word vec = 1; vec <= 9; ++vec) {
    for (Word per_phase = 1; per_phase <= 9; ++per_phase) {
      for (Word max_phase = 1; max_phase <= 9; ++max_phase) {
        for (const triton::Shape& shape : {triton::Shape{8, 16}, triton::Shape{16, 4}}) {
          ASSERT_NO_FATAL_FAILURE(
              expect_as_visited(map_from(swizzle(vec, per_phase, max_phase), shape)))
              << swizzle(vec, per_phase, max_phase);
        }
      }
    }
  }
}

TEST(LayoutFacts, AreThoseOfAVisitForEveryPaddingUpToTheTile) {
  for (Word interval = 1; interval <= 1024; interval *= 2) {
    for (Word amount = 1; amount <= 16; amount *= 2) {
      const std::string one = std::to_string(interval) + ":+" + std::to_string(amount);
      for (const auto& text : {one, one + ", " + std::to_string(4 * interval) + ":+4"}) {
        ASSERT_NO_FATAL_FAILURE(expect_as_visited(map_from(padded_16x32(text), {16, 32}))) << text;
      }
    }
  }
}

TEST(LayoutFacts, AreThoseOfAVisitForTheSharedLayoutsOfOneCtaOfTheReference) {
  std::size_t visited = 0;
  for (const auto& row : read_json_lines("triton-3.6/shared.jsonl.gz")) {
    const auto map = map_from(row.at("attr").get<std::string>(), triton::shape_of(row));
    if (map.points() > 1 << 11 || map.out_axes().size() > 1) continue;
    ASSERT_NO_FATAL_FAILURE(expect_as_visited(map)) << triton::describe(row);
    ++visited;
  }
  EXPECT_EQ(visited, 904U);
}

TEST(LayoutFacts, OfLayoutsInRegistersAreThoseOfAVisit) {
  std::size_t visited = 0;
  const auto rows = read_json_lines("triton-3.6/distributed.jsonl.gz");
  for (std::size_t i = 0; i < rows.size(); i += 8) {
    const auto map = map_from(rows[i].at("attr").get<std::string>(), triton::shape_of(rows[i]));
    if (map.points() > 1 << 12) continue;
    const auto said = layout_facts(map).value();
    Word values = 1;
    for (const OutAxis& out : map.out_axes()) values *= *out.size;
    std::set<std::vector<Word>> elements;
    for (Word place = 0; place < map.points(); ++place) {
      elements.insert(value_at(map, point_at(map, place)));
    }
    ASSERT_EQ(said.injective, elements.size() == map.points()) << triton::describe(rows[i]);
    ASSERT_EQ(said.surjective, elements.size() == values) << triton::describe(rows[i]);
    ASSERT_TRUE(said.linear) << triton::describe(rows[i]) << said.why_not;
    ASSERT_FALSE(said.cosize.has_value());
    ++visited;
  }
  EXPECT_EQ(visited, 318U);
}

}  // namespace
}  // namespace tileproof
