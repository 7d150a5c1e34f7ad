// Composition, inverses and conversions: where they hold, where they do not, and what they refuse.
#include <gtest/gtest.h>

#include "core/check.hpp"
#include "core/linear_layout.hpp"
#include "tests/core/layout_builder.hpp"

namespace tileproof {
namespace {

using testing::identity;
using testing::layout;
using testing::names;
using testing::zeros;
using testing::operator*;

template <typename T>
std::string message(const Result<T>& result) {
  return result ? "an answer" : result.error().message;
}

TEST(Compose, TakesTheInnerValuesByName) {
  const LinearLayout inner = layout({{"lane", {{1, 0}, {0, 1}}}}, {{"dim1", 2}, {"dim0", 2}});
  const LinearLayout outer = layout({{"dim0", {{1}}}, {"dim1", {{2}, {4}}}}, {{"offset", 8}});
  EXPECT_EQ(*compose(inner, outer), layout({{"lane", {{2}, {1}}}}, {{"offset", 8}}));
}

TEST(Compose, RefusesDimensionsThatDoNotMatch) {
  const LinearLayout inner = identity(8, "lane", "dim0");
  EXPECT_EQ(message(compose(inner, identity(8, "dim1", "offset"))),
            "the other layout has no out-dim 'dim0'");
  EXPECT_EQ(message(compose(inner, identity(4, "dim0", "offset"))),
            "out-dim 'dim0' has size 8 here and only 4 in the other layout");
  EXPECT_EQ(message(compose(inner, identity(8, "dim0", "x") * identity(2, "dim1", "x"))),
            "the layouts have different out-dims");
}

TEST(Invert, TurnsAroundAnInvertibleLayout) {
  const LinearLayout l = layout({{"lane", {{3}, {1}}}}, {{"dim0", 4}});
  EXPECT_EQ(*invert(l), layout({{"dim0", {{2}, {3}}}}, {{"lane", 4}}));
}

TEST(Invert, RefusesOthersAndSaysWhy) {
  EXPECT_EQ(message(invert(zeros(4, "lane", "dim0", 4))),
            "layout of 2^2 indices, 2^2 values and rank 0 is not invertible");
  EXPECT_EQ(invert(zeros(2, "lane", "dim0")).error().code, ErrorCode::kNotSolvable);
  EXPECT_EQ(*invert(LinearLayout()), LinearLayout());
}

TEST(Pseudoinvert, TakesTheFirstOfAllCopies) {
  const LinearLayout copies =
      zeros(2, "register", "dim0") * identity(4, "lane", "dim0") * zeros(2, "warp", "dim0");
  EXPECT_EQ(
      *pseudoinvert(copies),
      layout({{"dim0", {{0, 1, 0}, {0, 2, 0}}}}, {{"register", 2}, {"lane", 4}, {"warp", 2}}));
}

TEST(Pseudoinvert, RefusesALayoutThatIsNotSurjective) {
  EXPECT_EQ(message(pseudoinvert(*LinearLayout::strided_1d(4, 2, kLane, kOffset))),
            "the second layout has no index with the value (offset=1)");
}

TEST(InvertAndCompose, FindsWhereAnotherLayoutKeepsAValue) {
  const LinearLayout registers = identity(2, "register", "dim0") * identity(4, "lane", "dim0");
  const LinearLayout shared = layout({{"offset", {{4}, {1}, {2}}}}, {{"dim0", 8}});
  EXPECT_EQ(*invert_and_compose(registers, shared),
            layout({{"register", {{2}}}, {"lane", {{4}, {1}}}}, {{"offset", 8}}));
}

TEST(InvertAndCompose, LeavesInPlaceWhatBothHoldAlike) {
  // Both hold lane 1 twice, in warps 0 and 1; a place is not taken from the other warp.
  const LinearLayout a = layout({{"lane", {{1}}}, {"warp", {{0}}}}, {{"dim0", 2}});
  EXPECT_EQ(*invert_and_compose(a, a),
            layout({{"lane", {{1, 0}}}, {"warp", {{0, 1}}}}, {{"lane", 2}, {"warp", 2}}));
}

TEST(InvertAndCompose, RefusesValuesThatTheOtherLacks) {
  EXPECT_EQ(message(invert_and_compose(identity(4, "lane", "dim0"),
                                       *LinearLayout::strided_1d(2, 2, kOffset, Name::dim(0)))),
            "the second layout has no index with the value (dim0=1)");
  EXPECT_EQ(message(invert_and_compose(identity(4, "lane", "dim0"), identity(2, "warp", "dim0"))),
            "out-dim 'dim0' has size 4 here and only 2 in the other layout");
  EXPECT_EQ(
      invert_and_compose(identity(4, "lane", "dim0"), identity(4, "lane", "dim1")).error().code,
      ErrorCode::kDimension);
}

TEST(InvertAndCompose, WorksAtTheLargestSize) {
  const LinearLayout l = identity(Word{1} << 62, "lane", "dim0");
  EXPECT_EQ(*invert_and_compose(l, l), identity(Word{1} << 62, "lane", "lane"));
}

TEST(MinimalConversion, DropsTheSlowDimensionsThatAreKept) {
  const LinearLayout a = identity(2, "register", "dim0") * identity(2, "lane", "dim0") *
                         identity(2, "warp", "dim0") * zeros(1, "block", "dim0");
  const LinearLayout b =
      layout({{"register", {{2}}}, {"lane", {{1}}}, {"warp", {{4}}}, {"block", {}}}, {{"dim0", 8}});
  EXPECT_EQ(*minimal_conversion(a, b),
            layout({{"register", {{0, 1}}}, {"lane", {{1, 0}}}}, {{"register", 2}, {"lane", 2}}));
}

TEST(MinimalConversion, OfALayoutToItselfIsEmpty) {
  const LinearLayout a = identity(2, "register", "dim0") * identity(2, "lane", "dim0");
  EXPECT_EQ(*minimal_conversion(a, a), LinearLayout());
}

TEST(MinimalConversion, KeepsAKeptDimensionBelowOneThatMoves) {
  const LinearLayout a = layout({{"register", {{1}}}, {"lane", {{2}, {4}}}}, {{"dim0", 8}});
  const LinearLayout b = layout({{"register", {{1}}}, {"lane", {{4}, {2}}}}, {{"dim0", 8}});
  EXPECT_TRUE(minimal_conversion(a, b)->has_in(kRegister));
  EXPECT_FALSE(minimal_conversion(a, identity(8, "lane", "dim1")));
}

TEST(FreeVariables, AreTheBitsThatDependOnEarlierOnes) {
  const LinearLayout l =
      layout({{"register", {{0}, {1}}}, {"lane", {{2}, {3}, {4}}}}, {{"dim0", 8}});
  EXPECT_EQ(free_variable_masks(l), (std::vector<NamedValue>{{kRegister, 0b01}, {kLane, 0b010}}));
  EXPECT_EQ(free_variable_masks(identity(4, "lane", "dim0")),
            (std::vector<NamedValue>{{kLane, 0}}));
}

TEST(NumConsecutive, StopsWhereAnotherBasisReaches) {
  EXPECT_EQ(num_consecutive_in_out(identity(8, "register", "dim0")), 8u);
  EXPECT_EQ(num_consecutive_in_out(
                layout({{"register", {{1}, {2}}}, {"lane", {{2}, {4}}}}, {{"dim0", 8}})),
            2u);
  EXPECT_EQ(num_consecutive_in_out(layout({{"register", {{1, 0}, {2, 1}}}}, {{"x", 4}, {"y", 2}})),
            2u);
  EXPECT_EQ(num_consecutive_in_out(zeros(4, "register", "dim0", 4)), 1u);
  EXPECT_EQ(num_consecutive_in_out(LinearLayout()), 1u);
}

TEST(LargestVectorization, MovesRegistersIntoOrder) {
  const LinearLayout l = layout({{"register", {{8}, {2}, {1}}}, {"lane", {{4}}}}, {{"offset", 16}});
  EXPECT_EQ(largest_vectorization(l, kRegister, kOffset, 16), 4u);
  EXPECT_EQ(largest_vectorization(l, kRegister, kOffset, 2), 2u);
  EXPECT_EQ(largest_vectorization(l, kRegister, kOffset, 1), 1u);
}

TEST(LargestVectorization, IsOneWhereALaneTouchesTheLowestBit) {
  const LinearLayout l = layout({{"register", {{1}, {2}}}, {"lane", {{5}}}}, {{"offset", 8}});
  EXPECT_EQ(largest_vectorization(l, kRegister, kOffset, 8), 1u);
  EXPECT_THROW(static_cast<void>(largest_vectorization(l, kWarp, kOffset, 8)), InternalError);
}

TEST(LargestVectorization, IsBrokenByARegisterThatIsACopyOfAnother) {
  const LinearLayout l = layout({{"register", {{1}, {2}, {2}}}}, {{"offset", 4}});
  EXPECT_EQ(largest_vectorization(l, kRegister, kOffset, 4), 2u);
}

}  // namespace
}  // namespace tileproof
