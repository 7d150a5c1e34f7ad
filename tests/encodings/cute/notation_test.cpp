// CuTe's notation: what is read, and what is printed.
#include "encodings/cute/notation.hpp"

#include <gtest/gtest.h>

#include "properties/cute/generators.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

TEST(CuteNotation, PrintsWhatCuteWrites) {
  for (const char* text : {"8:1",
                           "(8):(1)",
                           "(8,8):(8,1)",
                           "(8,(2,4)):(1,(8,16))",
                           "((1,2),(3,(4,5))):((0,-1),(2,(-6,24)))",
                           "Sw<3,4,3> o 0 o (8,64):(64,1)",
                           "Sw<2,0,-3> o 5 o (4,4):(4,1)",
                           "Sw<0,4,3> o 0 o 8:1",
                           "7 o 8:-1",
                           "-3 o 8:1"}) {
    const auto layout = parse_layout(text);
    ASSERT_TRUE(layout.has_value()) << text << ": " << layout.error().message;
    EXPECT_EQ(print(layout.value()), text);
    EXPECT_EQ(layout_of(print(layout.value())), layout.value());
  }
}

TEST(CuteNotation, ReadsEverySpelling) {
  const std::string canonical = "Sw<3,4,3> o 0 o (8,64):(64,1)";
  for (const char* text : {"S<3,4,3> o 0 o (8,64):(64,1)",
                           "Swizzle<3,4,3> o 0 o (8,64):(64,1)",
                           "Sw<3,4,3> o (8,64):(64,1)",
                           "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)",
                           "Sw<3,4,3> o // swizzled\r\n (8,64):(64,1) // in elements",
                           " Sw < 3 , 4 ,3 >o 0 o( 8,64 )\n:\t( 64 , 1 ) "}) {
    EXPECT_EQ(print(layout_of(text)), canonical) << text;
  }
  EXPECT_EQ(print(layout_of("(_4,_2):(_-1,4)")), "(4,2):(-1,4)");
}

TEST(CuteNotation, AShapeAloneIsCompactWithTheFirstModeFastest) {
  EXPECT_EQ(print(layout_of("(8,8)")), "(8,8):(1,8)");
  EXPECT_EQ(print(layout_of("(4,(2,3),5)")), "(4,(2,3),5):(1,(4,8),24)");
  EXPECT_EQ(print(layout_of("24")), "24:1");
  // CuTe gives modes of size 1 the stride 0.
  EXPECT_EQ(print(layout_of("(4,1,2)")), "(4,1,2):(1,0,4)");
}

TEST(CuteNotation, ATupleOfOneModeIsNoLeaf) {
  EXPECT_NE(layout_of("(8):(1)"), layout_of("8:1"));
  EXPECT_EQ(depth(layout_of("(8):(1)").mode), 1u);
}

TEST(CuteNotation, TilersAreLayoutsOrOneForEachMode) {
  EXPECT_FALSE(tiler_of("(4,2):(1,4)").by_mode);
  const Tiler tiler = tiler_of("<3:4,(2,4):(1,8)>");
  EXPECT_TRUE(tiler.by_mode);
  EXPECT_EQ(print(tiler), "<3:4, (2,4):(1,8)>");
  EXPECT_EQ(tiler_of(print(tiler)), tiler);
  EXPECT_EQ(print(tiler_of("<3, 8>")), "<3:1, 8:1>");
}

TEST(CuteNotation, EveryRandomLayoutSurvivesPrinting) {
  gen::Source random = gen::Source::random(20261120);
  int swizzled = 0;
  for (int i = 0; i < 2'000; ++i) {
    Layout layout{
        std::nullopt, static_cast<Int>(random.below(40)) - 20, draw_mode(random, 6, true)};
    if (random.below(2) == 0) {
      layout = {Swizzle{2, static_cast<unsigned>(random.below(5)), random.below(2) == 0 ? 3 : -3},
                static_cast<Int>(random.below(9)),
                draw_mode(random, 6)};
    }
    if (check(layout)) continue;
    swizzled += layout.swizzle.has_value();
    const auto again = parse_layout(print(layout));
    ASSERT_TRUE(again.has_value()) << print(layout) << ": " << again.error().message;
    EXPECT_EQ(again.value(), layout);
  }
  EXPECT_GT(swizzled, 500);
}

TEST(CuteNotation, NestsUpToTheBound) {
  const auto nested = [](unsigned count) {
    return std::string(count, '(') + "2" + std::string(count, ')');
  };
  EXPECT_EQ(depth(layout_of(nested(kMaxDepth)).mode), kMaxDepth);
  const auto deeper = parse_layout(nested(kMaxDepth + 1));
  ASSERT_FALSE(deeper.has_value());
  EXPECT_EQ(deeper.error().message, "column 65: nested deeper than 64 levels");
  EXPECT_FALSE(parse_layout(std::string(1'000'000, '(')).has_value());
}

}  // namespace
}  // namespace tileproof::cute
