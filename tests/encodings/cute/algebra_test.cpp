// The other operations on CuTe's examples and corner cases.  The results are those of CuTe C++
// (CUTLASS 4.7, static shapes and strides).
#include <gtest/gtest.h>

#include "encodings/cute/coalesce.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/divide.hpp"
#include "encodings/cute/inverse.hpp"
#include "encodings/cute/offsets.hpp"
#include "encodings/cute/product.hpp"
#include "encodings/cute/recast.hpp"
#include "properties/cute/generators.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

TEST(CuteCoalesce, JoinsModesThatGoOn) {
  EXPECT_EQ(show(coalesce(layout_of("(2,(1,6)):(1,(6,2))"))), "12:1");
  EXPECT_EQ(show(coalesce_by_mode(layout_of("(2,(1,6)):(1,(6,2))"))), "(2,6):(1,2)");
  EXPECT_EQ(show(coalesce(layout_of("(1,1):(3,4)"))), "1:0");
  EXPECT_EQ(show(coalesce(layout_of("(2,3):(0,0)"))), "6:0");
  EXPECT_EQ(show(coalesce(layout_of("Sw<1,0,1> o 0 o (2,2):(1,2)"))), "Sw<1,0,1> o 0 o 4:1");
  EXPECT_EQ(show(filter(layout_of("(4,(3,2)):(2,(0,1))"))), "(4,2):(2,1)");
  EXPECT_EQ(show(filter(layout_of("(4,3):(0,0)"))), "1:0");
}

TEST(CuteCoalesce, IsDecidedForAnySize) {
  EXPECT_EQ(show(coalesce(layout_of("(65536,(65536,3)):(1,(65536,7))"))), "(4294967296,3):(1,7)");
}

TEST(CuteCoalesce, GivesEqualLayoutsJustForEqualFunctions) {
  gen::Source random = gen::Source::random(7);
  int equal = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Layout a = draw_layout(random, 4);
    const Layout b = draw_layout(random, 4);
    const bool same = values(a) == values(b);
    EXPECT_EQ(coalesced(flatten(a.mode)) == coalesced(flatten(b.mode)), same)
        << print(a) << " and " << print(b);
    equal += same;
  }
  EXPECT_GT(equal, 100);
}

TEST(CuteComplement, GivesTheExamplesOfCutesDocumentation) {
  EXPECT_EQ(show(complement(layout_of("4:1"), 24)), "6:4");
  EXPECT_EQ(show(complement(layout_of("6:4"), 24)), "4:1");
  EXPECT_EQ(show(complement(layout_of("(4,6):(1,4)"), 24)), "1:0");
  EXPECT_EQ(show(complement(layout_of("4:2"), 24)), "(2,3):(1,8)");
  EXPECT_EQ(show(complement(layout_of("(2,4):(1,6)"), 24)), "3:2");
  EXPECT_EQ(show(complement(layout_of("(2,2):(1,6)"), 24)), "(3,2):(2,12)");
  EXPECT_EQ(show(complement(layout_of("1:0"), 24)), "24:1");
}

TEST(CuteComplement, IsDecidedForAnySize) {
  EXPECT_EQ(show(complement(layout_of("(128,4):(2,1024)"), Int{1} << 40)),
            "(2,4,268435456):(1,256,4096)");
  EXPECT_EQ(show(complement(layout_of("(2,2):(2,5)"), Int{1} << 40)),
            "(2,109951162778):(1,10) ! each of 0 .. 1099511627775 is an offset of (A, R): not 4");
  const std::string swizzled = show(complement(layout_of("Sw<1,0,1> o 0 o 4:1"), Int{1} << 40));
  EXPECT_NE(swizzled.find("not decided"), std::string::npos) << swizzled;
}

// The law for sizes beyond kMaxTried: the same with 2^20 copies added.
TEST(CuteComplement, TheLawOfTakenOffsetsAgreesWithTrial) {
  gen::Source random = gen::Source::random(20261122);
  int known = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Layout a = draw_layout(random, 6);
    const auto tried = taken_offsets(a);
    const auto by_law = taken_offsets({std::nullopt, 0, tuple({a.mode, leaf(kMaxTried + 1, 0)})});
    if (!by_law) continue;
    ++known;
    EXPECT_EQ(by_law->count, tried->count) << print(a);
    EXPECT_EQ(by_law->first_free, tried->first_free) << print(a);
  }
  EXPECT_GT(known, 1'000);
}

TEST(CuteComplement, DividesACotargetModeByMode) {
  const std::vector<Int> shape = {6, 2};
  EXPECT_EQ(show(complement(layout_of("4:1"), std::span<const Int>(shape))),
            "4:4 ! cosize((A, R)) = 16 <= 12 rounded up to a multiple of 4");
  EXPECT_EQ(show(complement(layout_of("4:1"), 12)), "3:4");
}

TEST(CuteInverse, FollowsTheStrides) {
  EXPECT_EQ(show(right_inverse(layout_of("(4,8):(8,1)"))), "(8,4):(4,1)");
  EXPECT_EQ(show(right_inverse(layout_of("(3,7):(0,0)"))), "1:0");
  EXPECT_EQ(show(right_inverse(layout_of("(5,4):(0,1)"))), "4:5");  // pycute: 1:0
  EXPECT_EQ(show(right_inverse(layout_of("(6,4):(1,1)"))), "6:1");  // pycute: 4:6
  EXPECT_EQ(show(left_inverse(layout_of("(4,2):(1,8)"))), "(8,2):(1,4)");
  EXPECT_EQ(show(left_inverse(layout_of("4:2"))), "(2,4):(0,1)");
  // Of equal strides, CuTe's exchange sort takes the one that lies behind first.
  EXPECT_EQ(show(left_inverse(layout_of("(4,(6,4),4):(10,(1,1),0)"))).substr(0, 12),
            "(10,4):(4,1)");
}

TEST(CuteInverse, IsDecidedByTheLawWhereThereIsTooMuchToTry) {
  EXPECT_EQ(show(right_inverse(layout_of("(4096,4096):(4096,1)"))), "(4096,4096):(4096,1)");
  EXPECT_EQ(show(left_inverse(layout_of("(4096,2048):(2048,1)"))), "(2048,4096):(4096,1)");
  const std::string copies = show(left_inverse(layout_of("(4096,4096,2):(4096,1,0)")));
  EXPECT_NE(copies.find("not decided, 33554432 cases"), std::string::npos) << copies;
}

TEST(CuteInverse, MovesTheSwizzleBehindTheInverse) {
  EXPECT_EQ(show(right_inverse(layout_of("Sw<3,4,3> o 0 o (8,128):(128,1)"))),
            "Sw<3,0,-7> o 0 o (128,8):(8,1)");
  EXPECT_EQ(show(left_inverse(layout_of("Sw<3,4,3> o 0 o (8,128):(128,1)"))),
            "Sw<3,0,-7> o 0 o (128,8):(8,1)");
}

TEST(CuteDivide, GivesTheExamplesOfCutesDocumentation) {
  EXPECT_EQ(show(logical_divide(layout_of("(4,2,3):(2,1,8)"), tiler_of("4:2"))),
            "((2,2),(2,3)):((4,1),(2,8))");
  const Layout a = layout_of("(9,(4,8)):(59,(13,1))");
  const Tiler tiler = tiler_of("<3:3, (2,4):(1,8)>");
  EXPECT_EQ(show(logical_divide(a, tiler)), "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))");
  EXPECT_EQ(show(zipped_divide(a, tiler)), "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
  EXPECT_EQ(show(tiled_divide(a, tiler)), "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))");
  EXPECT_EQ(show(flat_divide(a, tiler)), "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))");
}

// The same function with another first mode is no division by that tile.
TEST(CuteDivide, PicksTheTileAsItIs) {
  const Layout a = layout_of("8:1");
  const auto broken = [&](std::string_view result) {
    const Mode tiles = layout_of("2:1").mode;
    const auto all = division_obligations(a, layout_of("4:2"), tiles, layout_of(result));
    std::string texts;
    for (const Obligation& each : all) texts += each.holds == Holds::kYes ? "" : each.text;
    return texts;
  };
  EXPECT_EQ(broken("(4,2):(2,1)"), "");
  EXPECT_EQ(broken("((2,2),2):((2,4),1)"), "layout<0>(R) = A o B");
}

// 10:1 has no element 10 or 11.
TEST(CuteDivide, SaysHowFarTheLastTileGoesOn) {
  const auto padded = logical_divide(layout_of("10:1"), tiler_of("4:1"));
  EXPECT_EQ(show(padded), "(4,3):(1,4)");
  EXPECT_EQ(padded.value().obligations[3].text,
            "complement of B: each of 0 .. 9 is an offset of (A, R), as are 2 others");
}

TEST(CuteDivide, KeepsModesBeyondTheTiler) {
  EXPECT_EQ(show(zipped_divide(layout_of("(8,4,2):(1,8,32)"), tiler_of("<4:1>"))),
            "((4),(2,4,2)):((1),(4,8,32))");
  // CuTe does not unpack a tuple of one mode.
  EXPECT_EQ(show(flat_divide(layout_of("(8,4,2):(1,8,32)"), tiler_of("<4:1>"))),
            "((4),2,4,2):((1),4,8,32)");
}

TEST(CuteProduct, GivesTheExamplesOfCutesDocumentation) {
  EXPECT_EQ(show(logical_product(layout_of("(2,2):(4,1)"), tiler_of("6:1"))),
            "((2,2),(2,3)):((4,1),(2,8))");
  EXPECT_EQ(show(blocked_product(layout_of("(2,5):(5,1)"), layout_of("(3,4):(1,3)"))),
            "((2,3),(5,4)):((5,10),(1,30))");
  EXPECT_EQ(show(raked_product(layout_of("(2,5):(5,1)"), layout_of("(3,4):(1,3)"))),
            "((3,2),(4,5)):((10,5),(30,1))");
}

TEST(CuteProduct, PairsLayoutsOfDifferentRank) {
  EXPECT_EQ(show(blocked_product(layout_of("6:1"), layout_of("6:16"))), "((6,6)):((1,96))");
  EXPECT_EQ(show(blocked_product(layout_of("2:1"), layout_of("(4):(1)"))), "((2,(4))):((1,(2)))");
  EXPECT_EQ(show(blocked_product(layout_of("4:1"), layout_of("(2,3):(1,2)"))),
            "((4,2),(1,3)):((1,4),(0,8))");
}

TEST(CuteProduct, OfALeafTakesATilerOfOneMode) {
  EXPECT_EQ(show(logical_product(layout_of("8:1"), tiler_of("<2:1>"))), "((8,2)):((1,8))");
  EXPECT_EQ(show(zipped_divide(layout_of("8:1"), tiler_of("<2:1>"))), "((2),(4)):((1),(2))");
}

TEST(CuteRecast, ScalesSizesStridesAndTheSwizzle) {
  EXPECT_EQ(show(recast(layout_of("8:1"), 16, 32)), "4:1");
  EXPECT_EQ(show(recast(layout_of("(8,4):(1,8)"), 32, 16)), "(16,4):(1,16)");
  EXPECT_EQ(show(recast(layout_of("Sw<3,4,3> o 0 o (8,64):(64,1)"), 8, 16)),
            "Sw<3,3,3> o 0 o (8,32):(32,1)");
  EXPECT_EQ(show(recast(layout_of("Sw<3,3,3> o 16 o (8,64):(64,1)"), 16, 8)),
            "Sw<3,4,3> o 32 o (8,128):(128,1)");
  EXPECT_EQ(show(recast(layout_of("(4,4):(1,4)"), 8, 8)), "(4,4):(1,4)");
}

TEST(CuteRecast, OfASwizzleBelowTheNewElementBreaksThem) {
  EXPECT_EQ(show(recast(layout_of("Sw<3,0,3> o 0 o 64:1"), 8, 16)),
            "Sw<2,0,3> o 0 o 32:1 ! A's elements lie in R's of the same places, all in one order: "
            "not at i = 8, where R has it = 8 and not 9");
  EXPECT_EQ(show(recast(layout_of("3 o 8:1"), 8, 16)),
            "1 o 4:1 ! A's elements lie in R's of the same places, all in one order: not at i = 0, "
            "where R has it = 2 and not 3");
}

}  // namespace
}  // namespace tileproof::cute
