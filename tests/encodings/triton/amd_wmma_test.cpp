// The worked examples of amd_wmma.hpp.
#include "encodings/triton/amd_wmma.hpp"

#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

LayoutPtr wmma(int version, bool is_transposed) {
  return layout_from("#ttg.amd_wmma<{version = " + std::to_string(version) + ", isTranspose = " +
                     (is_transposed ? "true" : "false") + ", warpsPerCTA = [1, 1]" +
                     (version == 3 ? ", instrShape = [16, 16, 32]" : "") + "}>");
}

TEST(AmdWmma, RowsOfTheLaneHalvesAlternateInVersion1) {
  for (Word reg = 0; reg < 8; ++reg) {
    for (Word lane = 0; lane < 32; ++lane) {
      const Word row = 2 * reg + lane / 16;
      EXPECT_EQ(element_at(wmma(1, false), {16, 16}, {reg, lane, 0, 0}), coords({row, lane % 16}));
      EXPECT_EQ(element_at(wmma(1, true), {16, 16}, {reg, lane, 0, 0}), coords({lane % 16, row}));
    }
  }
}

TEST(AmdWmma, LaneHalvesHaveHalvesOfTheRowsInVersions2And3) {
  for (const int version : {2, 3}) {
    for (Word reg = 0; reg < 8; ++reg) {
      for (Word lane = 0; lane < 32; ++lane) {
        const Word row = reg + 8 * (lane / 16);
        EXPECT_EQ(element_at(wmma(version, false), {16, 16}, {reg, lane, 0, 0}),
                  coords({row, lane % 16}));
        EXPECT_EQ(element_at(wmma(version, true), {16, 16}, {reg, lane, 0, 0}),
                  coords({lane % 16, row}));
      }
    }
  }
}

TEST(AmdWmma, BothSpellingsOfTheWarpsMeanTheSame) {
  const auto grid = layout_from("#ttg.amd_wmma<{version = 2, warpsPerCTA = [2, 2]}>");
  const auto tiles =
      layout_from("#ttg.amd_wmma<{version = 2, ctaLayout = {warp = [[0, 1], [1, 0]]}}>");
  const auto a = to_linear(*grid, {32, 32});
  const auto b = to_linear(*tiles, {32, 32});
  ASSERT_TRUE(a && b);
  EXPECT_EQ(*a, *b);
}

TEST(AmdWmma, TilesMayLieInAnyOrder) {
  const auto layout = layout_from(
      "#ttg.amd_wmma<{version = 2, ctaLayout = {register = [[1, 0]], warp = [[0, 1]]}}>");
  // Register 8 is the first of the tile below, warp 1 the tile to the right.
  EXPECT_EQ(element_at(layout, {32, 32}, {8, 0, 0, 0}), coords({16, 0}));
  EXPECT_EQ(element_at(layout, {32, 32}, {0, 0, 1, 0}), coords({0, 16}));
}

TEST(AmdWmma, UpperLanesHoldCopiesOfAnOperandInVersion1) {
  const auto layout = layout_from(
      "#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 1, warpsPerCTA = [1, 1]}>, "
      "kWidth = 16}>");
  for (const Word lane : {5u, 21u}) {
    EXPECT_EQ(element_at(layout, {16, 16}, {9, lane, 0, 0}), coords({5, 9}));
  }
}

TEST(AmdWmma, UpperLanesGoOnAlongKInVersion2) {
  const auto layout = layout_from(
      "#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 2, warpsPerCTA = [1, 1]}>, "
      "kWidth = 8}>");
  EXPECT_EQ(element_at(layout, {16, 16}, {3, 5, 0, 0}), coords({5, 3}));
  EXPECT_EQ(element_at(layout, {16, 16}, {3, 21, 0, 0}), coords({5, 11}));
}

}  // namespace
}  // namespace tileproof::triton
