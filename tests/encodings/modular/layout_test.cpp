// What does a modular layout mean, and which are there?
#include "encodings/modular/layout.hpp"

#include <gtest/gtest.h>

#include "core/f2_algebra.hpp"
#include "properties/maps/modular_layouts.hpp"
#include "tests/encodings/modular/layouts.hpp"

namespace tileproof::modular {
namespace {

using tileproof::gen::counted_value;
using tileproof::gen::ModularLayouts;
using tileproof::testing::modular_layout;
using tileproof::testing::strided;
using tileproof::testing::sums;
using tileproof::testing::try_sums;
using Value = std::vector<Word>;

ErrorCode refused(const Result<Layout>& layout) { return layout.error().code; }

TEST(ModularLayout, WorkedExample) {
  const Layout layout = modular_layout("{in = [[1, 1], [2, 2], [0, 4]]} -> {x = 4, y = 6}");
  EXPECT_EQ(layout.value_at(7), (Value{3, 1}));
  EXPECT_EQ(layout.value_at(4), (Value{0, 4}));
}

TEST(ModularLayout, AnOutDimAddsUnlessItsSizeIsAPowerOfTwo) {
  EXPECT_EQ(sums({1, 2, 4}, 6).value_at(7), Value{1});
  EXPECT_EQ(sums({1, 2, 4}, 8).value_at(7), Value{7});
  EXPECT_EQ(sums({3, 1}, 6).value_at(3), Value{4});
  EXPECT_EQ(sums({3, 1}, 4).value_at(3), Value{2});
}

TEST(ModularLayout, AValueIsTheSumOfTheBases) {
  gen::Source choices = gen::Source::random(1);
  gen::ModularLayouts random(choices);
  for (int i = 0; i < 3'000; ++i) {
    const Layout layout = random.next(10);
    const Word index = random.below(Word{1} << layout.total_in_bits());
    ASSERT_EQ(layout.value_at(index), counted_value(layout, index)) << index;
  }
}

TEST(ModularLayout, StridesWrapAtTheSize) {
  for (const Word size : Value{3, 5, 6, 7, 9, 10, 12, 15, 33, 48}) {
    for (const Word stride : Value{1, 2, 5}) {
      const Layout layout = strided(size, stride);
      for (Word x = 0; x < Word{1} << layout.total_in_bits(); ++x) {
        ASSERT_EQ(layout.value_at(x), Value{stride * x % size}) << size << " " << stride;
      }
    }
  }
}

TEST(ModularLayout, BasesOfAnAddingOutDimAreReduced) {
  EXPECT_EQ(sums({8, 13}, 6), sums({2, 1}, 6));
}

TEST(ModularLayout, ASizeOfOneIsAnOutDimOfZeros) {
  const Layout layout = sums({0, 0}, 1);
  EXPECT_FALSE(layout.is_modular());
  EXPECT_EQ(layout.value_at(3), Value{0});
}

TEST(ModularLayout, RulesNameTheirNumbers) {
  EXPECT_EQ(refused(try_sums({8}, 8)), ErrorCode::kInvalid);
  EXPECT_EQ(try_sums({8}, 8).error().message,
            "basis 0 of in-dim 'in' is 8 in out-dim 'out' of size 8");
  EXPECT_EQ(refused(try_sums({0}, 0)), ErrorCode::kInvalid);
  EXPECT_EQ(refused(parse("{a = [[1, 2]]} -> {x = 3}")), ErrorCode::kInvalid);
  EXPECT_EQ(refused(parse("{a = [], a = []} -> {x = 3}")), ErrorCode::kDimension);
  EXPECT_EQ(refused(parse("{a = []} -> {x = 3, x = 3}")), ErrorCode::kDimension);
  EXPECT_EQ(refused(parse("{\"\" = []} -> {x = 3}")), ErrorCode::kInvalid);
}

TEST(ModularLayout, SixtyTwoBitsAreTheLimitOfIndicesAndValues) {
  const Word largest = Word{1} << 62;
  EXPECT_TRUE(try_sums({largest - 1}, largest).has_value());
  EXPECT_TRUE(try_sums({largest - 2}, largest - 1).has_value());
  EXPECT_EQ(refused(try_sums({1}, largest + 1)), ErrorCode::kOverflow);
  EXPECT_EQ(refused(try_sums({1}, ~Word{0})), ErrorCode::kOverflow);
  EXPECT_TRUE(try_sums(Value(62, 1), 3).has_value());
  EXPECT_EQ(refused(try_sums(Value(63, 1), 3)), ErrorCode::kOverflow);
  const std::string size = std::to_string((Word{1} << 31) - 1);
  EXPECT_TRUE(parse("{} -> {x = " + size + ", y = " + size + "}").has_value());
  EXPECT_EQ(refused(parse("{} -> {x = " + size + ", y = " + size + ", z = 3}")),
            ErrorCode::kOverflow);
}

TEST(ModularLayout, SumsOfSixtyTwoLargeBasesAreExact) {
  const Word size = (Word{1} << 62) - 57;
  Value bases;
  for (Word i = 0; i < 62; ++i) bases.push_back(size - 1 - i * i);
  const Layout layout = sums(bases, size);
  // The bases are -1 - i^2, so their sum is minus 62 and the squares of 0 .. 61.
  EXPECT_EQ(layout.value_at((Word{1} << 62) - 1), Value{size - 62 - 61 * 62 * 123 / 6});
  for (const Word index : {Word{1}, Word{12345678901234567}, (Word{1} << 61) + 3}) {
    EXPECT_EQ(layout.value_at(index), counted_value(layout, index));
  }
}

// Over GF(2) the definition is linear where nothing is carried and nothing wraps.
TEST(ModularLayout, TheDefinitionIsLinearOverGf2UnlessItCarriesOrWraps) {
  const auto is_linear = [](const Layout& layout) {
    const std::vector<F2Word> at = {F2Word::inputs(0, layout.total_in_bits())};
    return evaluate(F2{}, layout, std::span<const F2Word>(at))[0].is_linear();
  };
  EXPECT_TRUE(is_linear(sums({3, 1, 7}, 8)));
  EXPECT_TRUE(is_linear(sums({1, 2, 4}, 9)));
  EXPECT_FALSE(is_linear(sums({1, 2, 4}, 6)));
  EXPECT_FALSE(is_linear(sums({3, 1}, 6)));
}

TEST(ModularLayout, LayoutsThatXorAreLinearLayouts) {
  const Layout layout =
      modular_layout("{register = [[1, 1], [2, 0]], lane = [[0, 2]]} -> {x = 4, y = 4}");
  const auto linear = to_linear(layout);
  ASSERT_TRUE(linear.has_value());
  EXPECT_EQ(Layout::of(*linear), layout);
  for (Word index = 0; index < 8; ++index) {
    const Word fields = linear->apply_flat(index);
    EXPECT_EQ(layout.value_at(index), (Value{linear->field(fields, 0), linear->field(fields, 1)}));
  }
  EXPECT_EQ(to_linear(sums({1}, 6)).error().code, ErrorCode::kShape);
}

TEST(ModularLayout, AxesAreItsDimensions) {
  const Layout layout = modular_layout("{register = [[1], [2]], lane = []} -> {x = 6}");
  const std::vector<Axis> ins = {{.name = "register", .size = 4}, {.name = "lane", .size = 1}};
  const std::vector<OutAxis> outs = {{"x", 6}};
  EXPECT_EQ(axes(layout), ins);
  EXPECT_EQ(out_axes(layout), outs);
}

TEST(ModularLayout, NoDimensionsHaveOneValue) {
  const Layout layout;
  EXPECT_EQ(layout.value_at(0), Value{});
  EXPECT_EQ(layout.group().size(), 1u);
}

}  // namespace
}  // namespace tileproof::modular
