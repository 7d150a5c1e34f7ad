// The worked examples of blocked.hpp, place_digits.hpp and tile_builder.hpp.
#include "encodings/triton/blocked.hpp"

#include "encodings/triton/tile_builder.hpp"
#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

TEST(Blocked, WorkedExample) {
  const auto layout = layout_from(
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
      "order = [1, 0]}>");
  for (Word row = 0; row < 32; ++row) {
    for (Word col = 0; col < 16; ++col) {
      const RegisterPlace<Word> at{col % 4, 4 * (row % 8) + col / 4, row / 8, 0};
      EXPECT_EQ(element_at(layout, {32, 16}, at), coords({row, col}));
    }
  }
}

TEST(Blocked, WrapsAroundWhereTheTensorIsSmaller) {
  const auto layout = layout_from(
      "#ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>");
  EXPECT_EQ(element_at(layout, {64}, {1, 3, 0, 0}), coords({13}));
  EXPECT_EQ(element_at(layout, {64}, {1, 19, 1, 0}), coords({13}));
}

TEST(Blocked, RepeatsWhereTheTensorIsLarger) {
  const auto layout = layout_from(
      "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], "
      "order = [1, 0]}>");
  // The tile is 8x8: register 2 is the next tile along dim1, register 4 the one along dim0.
  EXPECT_EQ(element_at(layout, {16, 16}, {2, 0, 0, 0}), coords({0, 8}));
  EXPECT_EQ(element_at(layout, {16, 16}, {4, 0, 0, 0}), coords({8, 0}));
}

TEST(Blocked, AsAnOperandHasAllOfKInEachThread) {
  const auto layout = layout_from(
      "#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], "
      "threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [1, 0]}>}>");
  for (Word k = 0; k < 16; ++k) {
    for (const Word warp : {0u, 1u}) {
      EXPECT_EQ(element_at(layout, {8, 16}, {k, 4 * 5 + 3, warp, 0}), coords({5, k}));
    }
  }
}

TEST(PlaceDigits, WorkedExample) {
  const U64 a;
  for (const Word place : {0u, 5u, 27u}) {
    const RegisterPlace<Word> at{place % 4, place % 8, place % 2, 0};
    PlaceDigits<U64> p(a, at, 1);
    p.registers(4, 0);
    p.lanes(8, 0);
    p.warps(2, 0);
    EXPECT_EQ(p.finish({0}, CgaLayout::single(1), {64}),
              coords({place % 4 + place % 8 * 4 + place % 2 * 32}));
  }
}

TEST(Digits, WorkedExample) {
  const U64 a;
  Digits<U64> digits(a, 13);
  EXPECT_EQ(digits.take(4), 1u);
  EXPECT_EQ(digits.take(4), 3u);
  EXPECT_EQ(digits.take(1), 0u);
}

TEST(TileBuilder, WorkedExample) {
  const Shape shape = {16, 64};
  const CgaLayout cga = CgaLayout::single(2);
  TileBuilder tile({kRegister, kLane, kWarp}, shape, cga);
  tile.identity(kRegister, 2, 1);
  tile.identity(kLane, 4, 1);
  tile.identity(kLane, 8, 0);
  const auto layout = tile.finish({1, 0});
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->to_string(),
            "\n - register=1 -> (0, 1)\n   register=2 -> (0, 8)\n   register=4 -> (0, 16)\n"
            "   register=8 -> (0, 32)\n   register=16 -> (8, 0)\n"
            " - lane=1 -> (0, 2)\n   lane=2 -> (0, 4)\n   lane=4 -> (1, 0)\n   lane=8 -> (2, 0)\n"
            "   lane=16 -> (4, 0)\n - warp is a size 1 dimension\n - block is a size 1 dimension\n"
            "where out dims are: [dim0 (size 16), dim1 (size 64)]");
}

}  // namespace
}  // namespace tileproof::triton
