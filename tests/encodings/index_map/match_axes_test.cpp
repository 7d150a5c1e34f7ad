// Are two layouts given the same inputs without becoming other functions?
#include "encodings/index_map/match_axes.hpp"

#include <gtest/gtest.h>

namespace tileproof {
namespace {

IndexMap map_of(std::string_view text, const std::vector<Word>& shape = {}) {
  return parse_index_map(text, shape).value();
}

std::vector<Word> sizes(const IndexMap& map) {
  std::vector<Word> list;
  for (const Axis& axis : map.axes()) list.push_back(axis.size);
  return list;
}

std::string mismatch(const std::string& a, const std::string& b) {
  const auto matched = match_axes(map_of(a), map_of(b));
  return matched ? "" : matched.error().message;
}

TEST(MatchAxes, CutsWhereTheOtherHasDigits) {
  const auto matched = match_axes(map_of("(16,6):(6,1)"), map_of("((2,8),(3,2)):((6,12),(1,3))"));
  ASSERT_TRUE(matched);
  EXPECT_EQ(sizes(matched->first), (std::vector<Word>{2, 8, 3, 2}));
  EXPECT_EQ(sizes(matched->second), (std::vector<Word>{2, 8, 3, 2}));
  // 1 + 2 * 5 = 11 and 2 + 3 * 1 = 5
  EXPECT_EQ(value_at(matched->first, std::vector<Word>{1, 5, 2, 1}), (std::vector<Word>{71}));
  EXPECT_EQ(value_at(matched->second, std::vector<Word>{1, 5, 2, 1}), (std::vector<Word>{71}));
}

TEST(MatchAxes, CutsEitherLayout) {
  const auto matched = match_axes(map_of("((2,4),9):((1,2),8)"), map_of("(8,(3,3)):(1,(8,24))"));
  ASSERT_TRUE(matched);
  EXPECT_EQ(sizes(matched->first), (std::vector<Word>{2, 4, 3, 3}));
  EXPECT_EQ(sizes(matched->second), (std::vector<Word>{2, 4, 3, 3}));
}

TEST(MatchAxes, LeavesOutInputsOfOneValue) {
  const auto matched = match_axes(map_of("(1,4,1):(7,2,3)"), map_of("f(x: 4) = 2 * x"));
  ASSERT_TRUE(matched);
  EXPECT_EQ(sizes(matched->first), (std::vector<Word>{4}));
  EXPECT_EQ(value_at(matched->first, std::vector<Word>{3}), (std::vector<Word>{6}));
}

TEST(MatchAxes, NamesSizesThatDoNotFit) {
  EXPECT_EQ(mismatch("(8,8):(8,1)", "(4,16):(1,4)"),
            "the layouts do not have the same inputs: 8 x 8 and 4 x 16");
  EXPECT_EQ(mismatch("(8,8):(8,1)", "(8):(1)"),
            "the layouts do not have the same inputs: 8 x 8 and 8");
  EXPECT_EQ(mismatch("(12):(1)", "(8,2):(1,8)"),
            "the layouts do not have the same inputs: 12 and 8 x 2");
}

// Two inputs are not one where they start elsewhere, or where one is a parameter.
TEST(MatchAxes, ComparesStartsAndParameters) {
  EXPECT_NE(mismatch("param p in 0..3; f(x: 4) = x + p", "f(p: 4, x: 4) = x + p"), "");
  EXPECT_NE(mismatch("param p in 0..3; f(x: 4) = x + p", "param p in 1..4; f(x: 4) = x + p"), "");
  EXPECT_NE(mismatch("param p in 0..3; f(x: 4) = x + p", "f(p: 2, q: 2, x: 4) = x + p + q"), "");
  EXPECT_EQ(mismatch("param p in 0..3; f(x: 4) = x + p", "param q in 0..3; f(y: 4) = y"), "");
}

TEST(MatchAxes, RefusesOutputsOfAnotherKind) {
  EXPECT_EQ(mismatch("f(x: 4) = x", "(r, c)(x: 4) = (x, x)"),
            "the layouts do not give the same kind of place");
}

}  // namespace
}  // namespace tileproof
