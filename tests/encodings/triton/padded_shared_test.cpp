// The worked examples of padding.hpp, padded_shared.hpp, shared_linear.hpp and
// partitioned_shared.hpp.
#include "encodings/triton/padded_shared.hpp"

#include "encodings/triton/partitioned_shared.hpp"
#include "tests/encodings/triton/examples.hpp"

namespace tileproof::triton {
namespace {

TEST(Padding, WorkedExample) {
  const std::vector<Padding> paddings = {{2, 1}, {4, 2}};
  const Word wanted[] = {0, 1, 3, 4, 8, 9, 11, 12};
  for (Word offset = 0; offset < 8; ++offset) {
    EXPECT_EQ(padded_offset(U64{}, paddings, offset), wanted[offset]);
  }
}

TEST(PaddedShared, WorkedExample) {
  const auto layout = layout_from("#ttg.padded_shared<[2:+1, 4:+2] {order = [0], shape = [8]}>");
  const auto& e = *layout->as<PaddedShared>();
  std::string memory(e.padded_size(8), '.');
  for (Word element = 0; element < 8; ++element) {
    const Word offset = place_of(layout, {8}, {element}).offset;
    memory[padded_offset(U64{}, e.paddings, offset)] = static_cast<char>('0' + element);
  }
  EXPECT_EQ(memory, "01.23...45.67");
}

TEST(PaddedShared, OrderGivesTheBases) {
  const auto by_order = layout_from("#ttg.padded_shared<[32:+4] {order = [0, 1], shape = [4, 2]}>");
  const auto by_bases =
      layout_from("#ttg.padded_shared<[32:+4] {offset = [[1, 0], [2, 0], [0, 1]], block = []}>");
  EXPECT_EQ(to_string(*by_order), to_string(*by_bases));
  EXPECT_EQ(*to_linear(*by_order, {4, 2}), *to_linear(*by_bases, {4, 2}));
}

TEST(PaddedShared, HasNoOffsetsBeyondAWord) {
  const auto of_rows = [](Word rows) {
    const auto layout =
        layout_from("#ttg.padded_shared<[1:+1073741824] {order = [1, 0], shape = [" +
                    std::to_string(rows) + ", 1073741824]}>");
    return to_linear(*layout, {rows, Word{1} << 30});
  };
  EXPECT_TRUE(of_rows(8));
  ASSERT_FALSE(of_rows(16));
  EXPECT_EQ(of_rows(16).error().message,
            "with its gaps the offset of the last of 2^34 elements is 2^64 or more");
}

TEST(PaddedShared, DescribesItsOwnShapeAlone) {
  const auto layout = layout_from("#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [4, 8]}>");
  const auto linear = to_linear(*layout, {8, 8});
  ASSERT_FALSE(linear);
  EXPECT_EQ(linear.error().message, "padded_shared spans the shape 4x8 and cannot describe 8x8");
}

TEST(SharedLinear, ElementsLieWhereTheirBasesAre) {
  const auto layout = layout_from(
      "#ttg.shared_linear<{offset = [[0, 1], [1, 1], [0, 0]], block = [[2, 0]]}, "
      "alignment = 16>");
  // (1, 0) = (0, 1) ^ (1, 1): offset 0b11; the third bit of the offset holds copies.
  EXPECT_EQ(place_of(layout, {4, 2}, {1, 0}).offset, 3u);
  EXPECT_EQ(place_of(layout, {4, 2}, {3, 1}).offset, 2u);
  EXPECT_EQ(place_of(layout, {4, 2}, {3, 1}).block, 1u);
}

TEST(PartitionedShared, WorkedExample) {
  const auto layout = layout_from(
      "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, "
      "partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, "
      "order = [1, 0]}>}>");
  // Four pieces of 2x4 elements: 0 2 in partition 0, 1 3 in partition 1.
  for (Word row = 0; row < 8; ++row) {
    const auto at = place_of(layout, {8, 4}, {row, 3});
    const Word piece = row / 2;
    EXPECT_EQ(at.partition, piece % 2);
    EXPECT_EQ(at.offset, 8 * (piece / 2) + 4 * (row % 2) + 3);
  }
}

TEST(PartitionedShared, NeedsAnElementForEachPiece) {
  const auto layout = layout_from(
      "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, "
      "partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, "
      "order = [1, 0]}>}>");
  const auto linear = to_linear(*layout, {4, 4});
  ASSERT_FALSE(linear);
  EXPECT_EQ(linear.error().message, "partitioned_shared cuts dimension 0 of size 4 into 8 pieces");
}

}  // namespace
}  // namespace tileproof::triton
