// The worked examples of amd_mfma.hpp and of the seeds.
#include "encodings/triton/amd_mfma.hpp"

#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

TEST(AmdMfma, WorkedExample) {
  const auto layout = layout_from(
      "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], "
      "isTransposed = false}>");
  const auto transposed = layout_from(
      "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], "
      "isTransposed = true}>");
  for (Word row = 0; row < 32; ++row) {
    for (Word col = 0; col < 32; ++col) {
      const RegisterPlace<Word> at{row % 4 + 4 * (row / 8), col + 32 * (row / 4 % 2), 0, 0};
      EXPECT_EQ(element_at(layout, {32, 32}, at), coords({row, col}));
      EXPECT_EQ(element_at(transposed, {32, 32}, at), coords({col, row}));
    }
  }
}

TEST(AmdMfma, DoublesHaveNoRuns) {
  const auto layout = layout_from(
      "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 4], "
      "isTransposed = false, elementBitWidth = 64}>");
  // Sixteen lanes along a row, four rows of lanes, then the next four rows in the next register.
  EXPECT_EQ(element_at(layout, {16, 16}, {0, 16 + 5, 0, 0}), coords({1, 5}));
  EXPECT_EQ(element_at(layout, {16, 16}, {3, 16 + 5, 0, 0}), coords({13, 5}));
}

// From the seeds: "For #ttg.amd_mfma<...>, dumping its layout on a tensor<32x64xf32>".
TEST(AmdMfma, SeedsExampleIsPrintedExactly) {
  const auto layout = layout_from(
      "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], "
      "isTransposed = false}>");
  const auto linear = to_linear(*layout, {32, 64});
  ASSERT_TRUE(linear) << linear.error().message;
  EXPECT_EQ(linear->to_string(), R"(
 - register=1 -> (1, 0)
   register=2 -> (2, 0)
   register=4 -> (0, 32)
 - lane=1 -> (0, 1)
   lane=2 -> (0, 2)
   lane=4 -> (0, 4)
   lane=8 -> (0, 8)
   lane=16 -> (4, 0)
   lane=32 -> (8, 0)
 - warp=1 -> (0, 16)
   warp=2 -> (16, 0)
 - block is a size 1 dimension
where out dims are: [dim0 (size 32), dim1 (size 64)])");
}

// From the seeds' table of V_MFMA_F32_16X16X16_F16: element (6, 9) is v2 of lane 25.
TEST(AmdMfma, SeedsTableIsReproduced) {
  const auto layout = layout_from(
      "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16, 16], "
      "isTransposed = false}>");
  for (Word row = 0; row < 16; ++row) {
    for (Word col = 0; col < 16; ++col) {
      EXPECT_EQ(element_at(layout, {16, 16}, {row % 4, 16 * (row / 4) + col, 0, 0}),
                coords({row, col}));
    }
  }
}

// From the seeds: dot operands of that layout with kWidth 8 on 64x64.
TEST(AmdMfma, OperandHasRunsAlongKAndCopiesInWarpsAlongK) {
  const auto layout = layout_from(
      "#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 4], "
      "instrShape = [16, 16, 16], isTransposed = false}>, kWidth = 8}>");
  EXPECT_EQ(element_at(layout, {64, 64}, {7, 16 * 2 + 5, 0, 0}), coords({5, 16 + 7}));
  EXPECT_EQ(element_at(layout, {64, 64}, {7, 16 * 2 + 5, 3, 0}), coords({5, 16 + 7}));
  EXPECT_EQ(element_at(layout, {64, 64}, {7, 16 * 2 + 5, 4, 0}), coords({16 + 5, 16 + 7}));
  EXPECT_EQ(element_at(layout, {64, 64}, {8, 0, 0, 0}), coords({0, 32}));
}

TEST(AmdMfma, ResultOf64x4MustBeTransposed) {
  const auto layout = layout_from(
      "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [64, 4, 4], "
      "isTransposed = false}>");
  const auto linear = to_linear(*layout, {64, 4});
  ASSERT_FALSE(linear);
  EXPECT_EQ(linear.error().message, "a result of 64x4 mfma must be transposed");
}

}  // namespace
}  // namespace tileproof::triton
