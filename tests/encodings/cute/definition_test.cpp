// The one definition: what a layout gives at its leaves' coordinates.
#include <gtest/gtest.h>

#include "core/f2_algebra.hpp"
#include "encodings/cute/coordinates.hpp"
#include "properties/cute/generators.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

Word at(const char* text, std::vector<Word> coordinates) {
  return evaluate(U64(), layout_of(text), std::span<const Word>(coordinates))[0];
}

TEST(CuteDefinition, WorkedExamplesOfTheHeader) {
  EXPECT_EQ(at("(8,(2,4)):(1,(8,16))", {3, 1, 2}), 3u + 8 + 32);
  // 5 + 64 * 3 + 9 = 206 = 0b011001110: YYY = 1 at bit 7 goes into bit 4.
  EXPECT_EQ(at("Sw<3,4,3> o 5 o (8,64):(64,1)", {3, 9}), 206u ^ 16);
  EXPECT_EQ(at("Sw<3,0,-3> o 0 o 64:1", {3}), 3u ^ (3u << 3));
  EXPECT_EQ(at("Sw<0,4,3> o 0 o 512:1", {200}), 200u);
}

// NVIDIA/cutlass#1396: print_layout showed 64x16 halves in K_SW32 without their swizzle.
TEST(CuteDefinition, TheSwizzleTakesPart) {
  EXPECT_EQ(at("(64,16):(16,1)", {4, 0}), 64u);
  EXPECT_EQ(at("Sw<1,3,3> o 0 o (64,16):(16,1)", {4, 0}), 72u);
}

TEST(CuteDefinition, NegativeStridesAndOffsetsSubtract) {
  EXPECT_EQ(at("7 o 8:-1", {7}), 0u);
  EXPECT_EQ(at("8:-1", {7}), ~Word{0} - 6);  // -7 modulo 2^64
  EXPECT_EQ(at("-3 o 8:1", {5}), 2u);
  EXPECT_EQ(at("0 o (4,4):(-1,4)", {3, 1}), 1u);
}

TEST(CuteDefinition, AxesAreTheLeavesByTheirPlaces) {
  const auto named = axes(layout_of("(8,(2,(4,3))):(1,(8,(16,0)))"));
  ASSERT_EQ(named.size(), 4u);
  EXPECT_EQ(named[0], (Axis{"mode0", 8}));
  EXPECT_EQ(named[1], (Axis{"mode1.0", 2}));
  EXPECT_EQ(named[2], (Axis{"mode1.1.0", 4}));
  EXPECT_EQ(named[3], (Axis{"mode1.1.1", 3}));
  EXPECT_EQ(axes(layout_of("8:1")), (std::vector<Axis>{{"mode0", 8}}));
  EXPECT_EQ(out_axes(layout_of("8:1")), (std::vector<OutAxis>{{"offset", std::nullopt}}));
}

TEST(CuteDefinition, AnswersCutesQuestions) {
  const Mode mode = layout_of("(4,(2,3)):(2,(-1,8))").mode;
  EXPECT_EQ(size(mode), 24);
  EXPECT_EQ(cosize(mode), 1 + 3 * 2 + 1 + 2 * 8);
  EXPECT_EQ(rank(mode), 2u);
  EXPECT_EQ(depth(mode), 2u);
  const auto range = unswizzled_range(layout_of("10 o (4,(2,3)):(2,(-1,8))"));
  EXPECT_EQ(range.lowest, 9);
  EXPECT_EQ(range.highest, 32);
}

TEST(CuteDefinition, CoordinatesAreIntegersTuplesOrMixtures) {
  const Mode mode = layout_of("(8,(2,4)):(1,(8,16))").mode;
  const std::vector<Word> wanted = {3, 1, 1};
  EXPECT_EQ(leaf_coordinates(mode, {27, {}}).value(), wanted);
  EXPECT_EQ(leaf_coordinates(mode, {0, {{3, {}}, {3, {}}}}).value(), wanted);
  EXPECT_EQ(leaf_coordinates(mode, {0, {{3, {}}, {0, {{1, {}}, {1, {}}}}}}).value(), wanted);
}

TEST(CuteDefinition, AgreesWithTheFunctionOfOneIntegerEverywhere) {
  gen::Source random = gen::Source::random(20261120);
  for (int i = 0; i < 300; ++i) {
    Layout layout{std::nullopt, 300, draw_mode(random, 6, random.below(2) == 0)};
    if (random.below(2) == 0) layout.swizzle = Swizzle{2, 1, random.below(2) == 0 ? 2 : -4};
    if (check(layout) || size(layout.mode) > 3'000) continue;
    const auto given = values(layout);
    for (std::size_t k = 0; k < given.size(); ++k) {
      const auto at = leaf_coordinates(layout.mode, {k, {}}).value();
      const Word offset = evaluate(U64(), layout, std::span<const Word>(at))[0];
      ASSERT_EQ(offset, static_cast<Word>(given[k])) << print(layout);
    }
  }
}

F2Word linear_form(const char* text) {
  const Layout layout = layout_of(text);
  std::vector<F2Word> inputs;
  unsigned first = 0;
  for (const Axis& axis : axes(layout)) {
    inputs.push_back(F2Word::inputs(first, log2_ceil(axis.size)));
    first += log2_ceil(axis.size);
  }
  return evaluate(F2(), layout, std::span<const F2Word>(inputs))[0];
}

TEST(CuteDefinition, IsLinearJustWhereNothingCarries) {
  const F2Word word = linear_form("Sw<3,4,3> o 0 o (8,(64,2)):(64,(1,512))");
  ASSERT_TRUE(word.is_linear()) << word.reason();
  EXPECT_EQ(word.inputs_of(4), (Word{1} << 7) | (Word{1} << 1));  // column bit 4 and row bit 1
  EXPECT_EQ(linear_form("(8,8):(9,1)").reason(), "carry at bit 0");
  EXPECT_FALSE(linear_form("(8,8):(-1,8)").is_linear());
}

}  // namespace
}  // namespace tileproof::cute
