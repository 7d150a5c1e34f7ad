// The worked examples of nvidia_mma.hpp and dot_operand.hpp.
#include "encodings/triton/nvidia_mma.hpp"

#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

TEST(NvidiaMma, AmpereTileIsWhatTheManualDraws) {
  const auto layout = layout_from(
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], "
      "instrShape = [16, 8]}>");
  // PTX ISA, mma.m16n8k16, fragment C: c0 c1 in row lane / 4, c2 c3 eight rows below.
  for (Word row = 0; row < 16; ++row) {
    for (Word col = 0; col < 8; ++col) {
      const Word lane = 4 * (row % 8) + col / 2;
      EXPECT_EQ(element_at(layout, {16, 8}, {col % 2 + 2 * (row / 8), lane, 0, 0}),
                coords({row, col}));
    }
  }
}

TEST(NvidiaMma, HopperTileGoesOnAlongItsRow) {
  const auto layout = layout_from(
      "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "
      "instrShape = [16, 64, 16]}>");
  for (Word col = 0; col < 64; ++col) {
    const RegisterPlace<Word> at{col % 2 + 2 * 1 + 4 * (col / 8), 4 * 3 + col % 8 / 2, 2, 0};
    EXPECT_EQ(element_at(layout, {64, 64}, at), coords({32 + 8 + 3, col}));
  }
}

TEST(NvidiaMma, HopperDoesNotNeedItsInstructionsK) {
  const char* text = "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], ";
  const auto with_k = layout_from(text + std::string("instrShape = [16, 64, 16]}>"));
  const auto without = layout_from(text + std::string("instrShape = [16, 64]}>"));
  EXPECT_EQ(*to_linear(*with_k, {128, 128}), *to_linear(*without, {128, 128}));
}

TEST(NvidiaMma, WarpsGoAlongRowsFirstForAmpereAndColumnsFirstForHopper) {
  const auto ampere = layout_from(
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
      "instrShape = [16, 8]}>");
  const auto hopper = layout_from(
      "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], "
      "instrShape = [16, 8, 16]}>");
  EXPECT_EQ(element_at(ampere, {32, 16}, {0, 0, 1, 0}), coords({0, 8}));
  EXPECT_EQ(element_at(hopper, {64, 16}, {0, 0, 1, 0}), coords({16, 0}));
}

TEST(NvidiaMma, OperandHasRunsOfKWidthAlongK) {
  const auto layout = layout_from(
      "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
      "warpsPerCTA = [1, 2], instrShape = [16, 8]}>, kWidth = 2}>");
  // PTX ISA, mma.m16n8k16, fragment A: two along k, then eight rows below, then eight along k.
  EXPECT_EQ(element_at(layout, {16, 16}, {1, 4 * 3 + 2, 0, 0}), coords({3, 5}));
  EXPECT_EQ(element_at(layout, {16, 16}, {2, 4 * 3 + 2, 0, 0}), coords({11, 4}));
  EXPECT_EQ(element_at(layout, {16, 16}, {4, 4 * 3 + 2, 0, 0}), coords({3, 12}));
  // Warps side by side along n share the left operand.
  EXPECT_EQ(element_at(layout, {16, 16}, {4, 4 * 3 + 2, 1, 0}), coords({3, 12}));
}

}  // namespace
}  // namespace tileproof::triton
