// Which compositions and inverses are modular layouts?
#include "encodings/modular/composition.hpp"

#include <gtest/gtest.h>

#include "encodings/modular/decisions.hpp"
#include "tests/encodings/modular/layouts.hpp"

namespace tileproof::modular {
namespace {

using tileproof::testing::modular_layout;
using tileproof::testing::strided;
using tileproof::testing::sums;

TEST(ModularCompose, MultiplesOfOneValueKeepSums) {
  const Layout inner = strided(6, 1);
  const Layout doubled = modular_layout("{out = [[2], [4], [2]]} -> {to = 6}");
  const auto composed = compose(inner, doubled);
  ASSERT_TRUE(composed.has_value());
  EXPECT_EQ(*composed, modular_layout("{in = [[2], [4], [2]]} -> {to = 6}"));
  EXPECT_EQ(composed->value_at(7), (std::vector<Word>{2}));
}

TEST(ModularCompose, TakingASumApartIsNoLayout) {
  const Layout inner = sums({1, 1}, 6);
  const Layout outer = modular_layout("{out = [[1], [1], [1]]} -> {to = 3}");
  const auto decision = is_layout_after(inner, outer).value();
  EXPECT_TRUE(decision.is_no());
  EXPECT_EQ(decision.witness, 3u);
  EXPECT_EQ(compose(inner, outer).error().code, ErrorCode::kNotSolvable);
  EXPECT_EQ(compose(inner, outer).error().message,
            "the composition is no modular layout: at index 3 the value is not the sum of the "
            "values at single bits");
}

TEST(ModularCompose, AnXorFedIntoASumIsNoLayout) {
  const Layout inner = sums({1, 1}, 2);
  const Layout outer = modular_layout("{out = [[1]]} -> {to = 3}");
  EXPECT_EQ(is_layout_after(inner, outer).value().witness, 3u);  // 1 ^ 1 = 0, not 1 + 1
}

// Two out-dims of inner that are no sums alone can be one together.
TEST(ModularCompose, DeviationsMayCancel) {
  const Layout inner = modular_layout("{in = [[1, 1], [1, 1]]} -> {x = 2, y = 2}");
  const Layout outer = modular_layout("{x = [[1]], y = [[2]]} -> {to = 3}");
  EXPECT_TRUE(is_layout_after(inner, outer).value().is_yes());
  const Layout apart = modular_layout("{x = [[1]], y = [[1]]} -> {to = 3}");
  EXPECT_TRUE(is_layout_after(inner, apart).value().is_no());
}

TEST(ModularCompose, DimensionsMustFit) {
  const Layout inner = sums({1, 2}, 6);
  const auto code = [&](const char* outer) {
    return compose(inner, modular_layout(outer)).error().code;
  };
  EXPECT_EQ(code("{other = [[1], [2], [4]]} -> {to = 8}"), ErrorCode::kDimension);
  EXPECT_EQ(code("{out = [[1], [2]]} -> {to = 8}"), ErrorCode::kDimension);
  EXPECT_EQ(code("{out = [[1], [2], [4]], more = []} -> {to = 8}"), ErrorCode::kDimension);
}

TEST(ModularCompose, LongSumsThatMayKeepAreLeftOpen) {
  // Inner gives 0 or 3 modulo 6; outer's columns make 0, 3 of that again, a sum modulo 2.
  std::string ins = "{in = [";
  for (int i = 0; i < 30; ++i) ins += i == 0 ? "[3]" : ", [3]";
  const Layout inner = modular_layout(ins + "]} -> {out = 6}");
  const Layout outer = modular_layout("{out = [[1], [2], [0]]} -> {to = 6}");
  EXPECT_EQ(is_layout_after(inner, outer).value().status, Status::kUndecided);
  EXPECT_EQ(compose(inner, outer).error().code, ErrorCode::kUnsupported);
}

TEST(ModularInvert, OnlyXorLayoutsAreBijections) {
  EXPECT_EQ(invert(sums({1, 3}, 4)).value(), modular_layout("{out = [[1], [3]]} -> {in = 4}"));
  EXPECT_EQ(invert(sums({1, 1}, 4)).error().code, ErrorCode::kNotSolvable);
  const auto error = invert(sums({1, 2, 4}, 6)).error();
  EXPECT_EQ(error.code, ErrorCode::kNotSolvable);
  EXPECT_EQ(error.message,
            "a layout with an out-dim that adds is no bijection: it has 2^3 indices and 6 values");
}

TEST(ModularPseudoinvert, GivesAnIndexOfEachValue) {
  for (const Word size : std::vector<Word>{3, 5, 6, 7, 9, 10, 12, 48, 768}) {
    const auto inverse = pseudoinvert(strided(size, 1));
    ASSERT_TRUE(inverse.has_value());
    for (Word value = 0; value < size; ++value) {
      EXPECT_EQ(inverse->value_at(value), (std::vector<Word>{value}));
    }
  }
}

TEST(ModularPseudoinvert, ASizeOfSixtyTwoBitsHasOne) {
  const Word size = (Word{1} << 62) - 57;
  EXPECT_EQ(pseudoinvert(strided(size, 1)).value().value_at(size - 1),
            (std::vector<Word>{size - 1}));
}

TEST(ModularPseudoinvert, AMissingValueIsNamed) {
  const auto error = pseudoinvert(sums({2}, 6)).error();
  EXPECT_EQ(error.code, ErrorCode::kNotSolvable);
  EXPECT_EQ(error.message, "no index has the value (1): every sum modulo 6 is a multiple of 2");
}

// 1 and 4 are reached at one index each, 1 and 5; 5 would have to be reached at 1 ^ 5 = 4.
TEST(ModularPseudoinvert, ASurjectiveLayoutMayHaveNone) {
  const Layout layout = sums({1, 2, 3}, 6);
  EXPECT_EQ(is_surjective(layout).status, Status::kYes);
  const auto inverse = pseudoinvert(layout);
  ASSERT_FALSE(inverse.has_value());
  EXPECT_EQ(inverse.error().code, ErrorCode::kNotSolvable);
}

}  // namespace
}  // namespace tileproof::modular
