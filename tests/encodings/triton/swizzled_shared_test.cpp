// The worked examples of swizzled_shared.hpp and nvmma_shared.hpp.
#include "encodings/triton/swizzled_shared.hpp"

#include "encodings/triton/nvmma_shared.hpp"
#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

TEST(SwizzledShared, OffsetIsTheFormula) {
  const auto layout =
      layout_from("#ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>");
  for (Word row = 0; row < 16; ++row) {
    for (Word col = 0; col < 32; ++col) {
      const Word phase = row / 2 % 4;
      EXPECT_EQ(place_of(layout, {16, 32}, {row, col}).offset,
                row * 32 + ((col / 4) ^ phase) * 4 + col % 4);
    }
  }
}

TEST(SwizzledShared, RotatingAddsThePhaseOfPhases) {
  const auto layout = layout_from(
      "#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>");
  for (Word row = 0; row < 32; ++row) {
    for (Word col = 0; col < 32; ++col) {
      const Word phase = (row % 4) ^ (row / 4 % 4);
      EXPECT_EQ(place_of(layout, {32, 32}, {row, col}).offset,
                row * 32 + ((col / 4) ^ phase) * 4 + col % 4);
    }
  }
}

TEST(SwizzledShared, PhaseBeyondTheRowWrapsAround) {
  const auto layout =
      layout_from("#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>");
  // Two groups in a row of 8: phase 6 acts as phase 0, phase 7 as phase 1.
  EXPECT_EQ(place_of(layout, {8, 8}, {6, 1}).offset, 6u * 8 + 1);
  EXPECT_EQ(place_of(layout, {8, 8}, {7, 1}).offset, 7u * 8 + 4 + 1);
}

TEST(SwizzledShared, OfColumnsFirstSwizzlesRows) {
  const auto layout =
      layout_from("#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [0, 1]}>");
  EXPECT_EQ(place_of(layout, {8, 4}, {3, 1}).offset, 1u * 8 + ((3 / 2) ^ 1) * 2 + 1);
}

TEST(NvmmaShared, OffsetIsTheFormulaForEachWidth) {
  struct Row {
    Word bytes;
    Word per_phase;
    Word phases;
  };
  for (const auto& [bytes, per_phase, phases] : {Row{32, 4, 2}, Row{64, 2, 4}, Row{128, 1, 8}}) {
    const auto layout =
        layout_from("#ttg.nvmma_shared<{swizzlingByteWidth = " + std::to_string(bytes) +
                    ", transposed = false, elementBitWidth = 16}>");
    const Word width = bytes / 2;  // elements in a row of the box
    for (Word row = 0; row < 16; ++row) {
      for (Word col = 0; col < width; ++col) {
        const Word phase = row / per_phase % phases;
        EXPECT_EQ(place_of(layout, {16, width}, {row, col}).offset,
                  row * width + (((col / 8) ^ phase) * 8 + col % 8));
      }
    }
  }
}

TEST(NvmmaShared, BoxesFollowEachOtherAlongTheContiguousDimension) {
  const auto layout = layout_from(
      "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>");
  EXPECT_EQ(place_of(layout, {16, 128}, {0, 64}).offset, 16u * 64);
}

TEST(NvmmaShared, PaddedFp4LeavesEveryOtherEightBytesEmpty) {
  const auto layout = layout_from(
      "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, "
      "fp4Padded = true}>");
  EXPECT_EQ(place_of(layout, {8, 64}, {0, 7}).offset, 7u);
  EXPECT_EQ(place_of(layout, {8, 64}, {0, 8}).offset, 16u);
  EXPECT_EQ(place_of(layout, {8, 64}, {1, 0}).offset, 128u + 16);
}

TEST(NvmmaShared, TooSmallATensorIsRefused) {
  const auto layout = layout_from(
      "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>");
  const auto narrow = to_linear(*layout, {16, 32});
  ASSERT_FALSE(narrow);
  EXPECT_EQ(narrow.error().message,
            "nvmma_shared with swizzlingByteWidth 128 cannot hold 16x32 elements of 16 bits in a "
            "CTA: the contiguous dimension 1 needs 64 elements");
  const auto flat = to_linear(*layout, {4, 64});
  ASSERT_FALSE(flat);
  EXPECT_EQ(flat.error().message,
            "nvmma_shared with swizzlingByteWidth 128 cannot hold 4x64 elements of 16 bits in a "
            "CTA: the other dimensions need 8 rows");
}

}  // namespace
}  // namespace tileproof::triton
