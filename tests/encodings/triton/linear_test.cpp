// The worked examples of linear.hpp and slice.hpp.
#include "encodings/triton/linear.hpp"

#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

const char kLinear[] =
    "#ttg.linear<{register = [[0, 4], [2, 0]], lane = [[0, 1], [0, 2]], warp = [[1, 0]], "
    "block = []}>";

TEST(Linear, IsItsBasesOnItsOwnShape) {
  const auto layout = layout_from(kLinear);
  EXPECT_EQ(layout->as<Linear>()->own_shape(), (Shape{4, 8}));
  EXPECT_EQ(element_at(layout, {4, 8}, {3, 2, 1, 0}), coords({3, 6}));
}

TEST(Linear, IsRepeatedByRegistersOnALargerTensor) {
  const auto layout = layout_from(kLinear);
  // Registers move along dim1 first, so they repeat along it first.
  EXPECT_EQ(element_at(layout, {8, 16}, {4, 0, 0, 0}), coords({0, 8}));
  EXPECT_EQ(element_at(layout, {8, 16}, {8, 0, 0, 0}), coords({4, 0}));
}

TEST(Linear, DropsRegistersAndCopiesLanesOnASmallerTensor) {
  const auto layout = layout_from(kLinear);
  const auto linear = to_linear(*layout, {2, 2});
  ASSERT_TRUE(linear) << linear.error().message;
  EXPECT_EQ(linear->in_bits(kRegister), 0u);
  EXPECT_EQ(linear->basis(kLane, 0, Name::dim(1)), 1u);
  EXPECT_EQ(linear->basis(kLane, 1, Name::dim(1)), 0u);
  EXPECT_EQ(linear->basis(kWarp, 0, Name::dim(0)), 1u);
}

TEST(Linear, OnlyAGenericOneHasWarpsAlongTwoDimensions) {
  const std::string rest = "register = [[1, 0]], lane = [[0, 1]], warp = [[2, 1]], block = []}>";
  EXPECT_FALSE(parse_layout("#ttg.linear<{" + rest));
  const auto generic = layout_from("#ttg.generic_linear<{" + rest);
  EXPECT_EQ(element_at(generic, {4, 2}, {0, 1, 1, 0}), coords({2, 0}));
}

TEST(Slice, DropsTheRegistersAlongItsDimension) {
  const auto layout = layout_from(std::string("#ttg.slice<{dim = 1, parent = ") + kLinear + "}>");
  const auto linear = to_linear(*layout, {4});
  ASSERT_TRUE(linear) << linear.error().message;
  EXPECT_EQ(linear->to_string(),
            "\n - register=1 -> (2)\n - lane=1 -> (0)\n   lane=2 -> (0)\n - warp=1 -> (1)\n"
            " - block is a size 1 dimension\nwhere out dims are: [dim0 (size 4)]");
}

TEST(Slice, OfASliceLosesTwoDimensions) {
  const std::string parent =
      "#ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 4, 4], "
      "warpsPerCTA = [1, 1, 1], order = [2, 1, 0]}>";
  const auto layout =
      layout_from("#ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = " + parent + "}>}>");
  EXPECT_EQ(rank(*layout), 1u);
  EXPECT_EQ(element_at(layout, {8}, {1, 3, 0, 0}), coords({7}));
  EXPECT_EQ(element_at(layout, {8}, {1, 31, 0, 0}), coords({7}));
}

}  // namespace
}  // namespace tileproof::triton
