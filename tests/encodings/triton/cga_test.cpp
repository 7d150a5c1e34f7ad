// The worked examples of cga.hpp, and what its two spellings mean.
#include "encodings/triton/cga.hpp"

#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

TEST(CgaLayout, WorkedExample) {
  const CgaLayout cga{2, {{0, 1}, {1, 0}}};
  ASSERT_FALSE(check(cga));
  EXPECT_EQ(shape_per_cta(cga, {8, 16}), (Shape{4, 8}));
  Coords<Word> right = coords({3, 5});
  add_cta(U64{}, cga, {8, 16}, Word{0b01}, right);
  EXPECT_EQ(right, coords({3, 13}));
  Coords<Word> below = coords({3, 5});
  add_cta(U64{}, cga, {8, 16}, Word{0b10}, below);
  EXPECT_EQ(below, coords({7, 5}));
}

TEST(CgaLayout, CtasOfZeroBasesHoldCopies) {
  const CgaLayout cga{1, {{0}, {1}}};
  for (const Word block : {2u, 3u}) {
    Coords<Word> at = coords({1});
    add_cta(U64{}, cga, {8}, block, at);
    EXPECT_EQ(at, coords({5}));
  }
  Coords<Word> at = coords({5});
  EXPECT_EQ(take_cta(U64{}, cga, {8}, at), 2u);
  EXPECT_EQ(at, coords({1}));
}

TEST(CgaLayout, OldListsSplitInTheirOrder) {
  const auto cga = CgaLayout::from_split({2, 4}, {1, 2}, {1, 0});
  ASSERT_TRUE(cga) << cga.error().message;
  EXPECT_EQ(*cga, (CgaLayout{2, {{0, 1}, {0, 0}, {0, 0}}}));
}

TEST(CgaLayout, OldListsMayNotSplitMoreThanThereIs) {
  const auto cga = CgaLayout::from_split({2, 1}, {4, 1}, {1, 0});
  ASSERT_FALSE(cga);
  EXPECT_EQ(cga.error().message, "CTASplitNum [4, 1] splits more than CTAsPerCGA [2, 1] has");
}

TEST(CgaLayout, IsCheckedToBeAPermutation) {
  EXPECT_FALSE(check(CgaLayout{2, {{0, 2}, {0, 0}, {0, 1}, {1, 0}}}));
  EXPECT_TRUE(check(CgaLayout{2, {{0, 3}}}));
  EXPECT_TRUE(check(CgaLayout{2, {{1, 1}}}));
  EXPECT_TRUE(check(CgaLayout{2, {{0, 1}, {0, 1}}}));
  EXPECT_TRUE(check(CgaLayout{2, {{0, 2}}}));
}

}  // namespace
}  // namespace tileproof::triton
