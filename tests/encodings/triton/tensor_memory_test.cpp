// The worked examples of tensor_memory.hpp.
#include "encodings/triton/tensor_memory.hpp"

#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

LayoutPtr tensor_memory(const std::string& keys) {
  return layout_from("#ttng.tensor_memory_encoding<" + keys + ">");
}

TEST(TensorMemory, BlocksOf128RowsLieAsTheyAre) {
  const auto layout = tensor_memory("blockM = 128, blockN = 64, colStride = 1");
  EXPECT_EQ(cell_at(layout, {128, 64}, 77, 13), coords({77, 13}));
  // The block below follows in the columns before the one to the right.
  EXPECT_EQ(cell_at(layout, {256, 128}, 77, 64 + 13), coords({128 + 77, 13}));
  EXPECT_EQ(cell_at(layout, {256, 128}, 77, 128 + 13), coords({77, 64 + 13}));
}

TEST(TensorMemory, BlocksOf64RowsShareEachWarpsRows) {
  const auto layout = tensor_memory("blockM = 64, blockN = 32, colStride = 1");
  for (Word row = 0; row < 128; ++row) {
    // memory rows 0..15, 16..31, 32..47 ... hold tensor rows 0..15, 64..79, 16..31 ...
    const Word tensor_row = row % 16 + 64 * (row / 16 % 2) + 16 * (row / 32);
    EXPECT_EQ(cell_at(layout, {128, 32}, row, 5), coords({tensor_row, 5}));
  }
}

TEST(TensorMemory, BlockToTheRightIsBesideIfNoneIsBelow) {
  const auto layout = tensor_memory("blockM = 64, blockN = 32, colStride = 1");
  EXPECT_EQ(cell_at(layout, {64, 64}, 16 + 3, 5), coords({3, 32 + 5}));
  EXPECT_EQ(cell_at(layout, {64, 64}, 32 + 3, 5), coords({16 + 3, 5}));
}

TEST(TensorMemory, ColumnStrideLeavesColumnsOfCopies) {
  const auto layout = tensor_memory("blockM = 128, blockN = 64, colStride = 2");
  for (const Word col : {10u, 11u}) EXPECT_EQ(cell_at(layout, {128, 64}, 1, col), coords({1, 5}));
}

TEST(TensorMemory, TooFewRowsAreRefused) {
  const auto linear =
      to_linear(*tensor_memory("blockM = 128, blockN = 64, colStride = 1"), {64, 64});
  ASSERT_FALSE(linear);
  EXPECT_EQ(linear.error().message,
            "blockM = 128 does not fit the 64x64 elements that one CTA holds");
}

TEST(TensorMemory, OneColumnCannotBeHalved) {
  for (const char* halves : {"twoCTAs = true, CGALayout = []", "ctaMode = twocta_rhs"}) {
    const auto linear = to_linear(
        *tensor_memory(std::string("blockM = 64, blockN = 1, colStride = 1, ") + halves), {64, 1});
    ASSERT_FALSE(linear) << halves;
    EXPECT_EQ(linear.error().message,
              "a block of one column, cut into halves, does not fit the 64x1 elements that one CTA "
              "holds");
  }
}

TEST(TensorMemory, MoreCtasThanElementsAreRefused) {
  const auto linear = to_linear(
      *tensor_memory("blockM = 128, blockN = 64, colStride = 1, CTASplitN = 32"), {128, 16});
  ASSERT_FALSE(linear);
  EXPECT_EQ(linear.error().message, "CTAs cut dimension 1 of size 16 into 32 parts");
}

TEST(TensorMemoryScales, EachWarpHasACopyOf32Rows) {
  const auto layout = layout_from("#ttng.tensor_memory_scales_encoding<>");
  for (const Word warp : {0u, 1u, 2u, 3u}) {
    EXPECT_EQ(cell_at(layout, {128, 8}, 32 * warp + 7, 2), coords({7, 2}));
  }
  EXPECT_EQ(cell_at(layout, {128, 8}, 7, 4), coords({32 + 7, 0}));
  // Blocks of 64x4 follow along the rows, then along k; or the other way round.
  EXPECT_EQ(cell_at(layout, {128, 8}, 7, 8), coords({64 + 7, 0}));
  EXPECT_EQ(cell_at(layout, {128, 8}, 7, 16), coords({7, 4}));
}

}  // namespace
}  // namespace tileproof::triton
