// Products, quotients and parts: where they hold, where they do not, and what they refuse.
#include <gtest/gtest.h>

#include "core/linear_layout.hpp"
#include "tests/core/layout_builder.hpp"

namespace tileproof {
namespace {

using testing::identity;
using testing::layout;
using testing::names;
using testing::zeros;
using testing::operator*;

TEST(Product, OfAnIdentityAndZerosIsTheRemainder) {
  const LinearLayout l = identity(4, "i", "o") * zeros(2, "i", "o");
  for (Word x = 0; x < 8; ++x) EXPECT_EQ(l.apply_flat(x), x % 4);
}

TEST(Product, OfZerosAndAnIdentityIsTheQuotient) {
  const LinearLayout l = zeros(2, "i", "o") * identity(4, "i", "o");
  for (Word x = 0; x < 8; ++x) EXPECT_EQ(l.apply_flat(x), x / 2);
}

TEST(Product, NestsRegistersInLanes) {
  const LinearLayout l = identity(4, "register", "dim0") * identity(16, "lane", "dim0");
  EXPECT_EQ(l.basis(kRegister, 1, Name::dim(0)), 2u);
  EXPECT_EQ(l.basis(kLane, 0, Name::dim(0)), 4u);
  EXPECT_EQ(l.out_size(Name::dim(0)), 64u);
}

TEST(Product, KeepsTheOrderOfBothFactors) {
  const LinearLayout l =
      (zeros(1, "a", "x") * zeros(1, "c", "x")) * (zeros(1, "b", "y") * zeros(1, "c", "x"));
  ASSERT_EQ(l.in_dims().size(), 3u);
  EXPECT_EQ(l.in_dims()[0].name, Name::of("a"));
  EXPECT_EQ(l.in_dims()[1].name, Name::of("b"));
  EXPECT_EQ(l.in_dims()[2].name, Name::of("c"));
}

TEST(Product, RefusesOrdersThatDisagree) {
  const LinearLayout ab = zeros(1, "a", "x") * zeros(1, "b", "x");
  const LinearLayout ba = zeros(1, "b", "x") * zeros(1, "a", "x");
  const auto result = product(ab, ba);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kDimension);
}

TEST(Product, OverflowIsAnErrorAndNeverWraps) {
  const LinearLayout large = identity(Word{1} << 31, "i", "o");
  EXPECT_EQ((large * large).total_out_bits(), 62u);
  const auto result = product(large * large, identity(2, "i", "o"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), (Error{ErrorCode::kOverflow, "product: the size exceeds 2^62"}));
}

TEST(DivideLeft, FindsTheOuterFactor) {
  const LinearLayout tile = identity(4, "register", "offset");
  const LinearLayout rest = identity(8, "lane", "offset") * identity(2, "register", "offset");
  const auto quotient = divide_left(tile * rest, tile);
  ASSERT_TRUE(quotient);
  EXPECT_TRUE(equal_up_to_order(*quotient, rest));
}

TEST(DivideLeft, HasNoAnswerWhereTheTileIsTouchedFromOutside) {
  // Lane 1 moves within the tile of four.
  const LinearLayout l = layout({{"register", {{1}, {2}}}, {"lane", {{2}, {4}}}}, {{"offset", 8}});
  EXPECT_EQ(divide_left(l, identity(4, "register", "offset")), std::nullopt);
  EXPECT_TRUE(divide_left(l, identity(2, "register", "offset")));
}

TEST(DivideLeft, HasNoAnswerForALargerOrUnknownDivisor) {
  const LinearLayout l = identity(4, "register", "offset");
  EXPECT_EQ(divide_left(l, identity(8, "register", "offset")), std::nullopt);
  EXPECT_EQ(divide_left(l, identity(2, "lane", "offset")), std::nullopt);
  EXPECT_EQ(divide_left(l, identity(2, "register", "dim0")), std::nullopt);
}

// No product with a divisor in the order [b, a] has the order [a, b].
TEST(Divide, HasNoAnswerWhereTheDivisorOrdersDimensionsOtherwise) {
  const LinearLayout ab = identity(2, "a", "x") * identity(2, "b", "x");
  const LinearLayout ba = zeros(1, "b", "x") * zeros(1, "a", "x");
  EXPECT_EQ(divide_left(ab, ba), std::nullopt);
  EXPECT_EQ(divide_right(ab, ba), std::nullopt);
}

TEST(DivideRight, FindsTheInnerFactor) {
  const LinearLayout inner = identity(4, "lane", "dim0");
  const LinearLayout outer = identity(2, "warp", "dim0");
  const auto quotient = divide_right(inner * outer, outer);
  ASSERT_TRUE(quotient);
  EXPECT_EQ(*quotient, inner * zeros(1, "warp", "dim0"));
  EXPECT_EQ(divide_right(inner * outer, inner), std::nullopt);
}

// (register, lane) -> (register, lane, exchanged with the lowest bit)
LinearLayout kept_lane() {
  return layout({{"register", {{1, 0}, {3, 0}}}, {"lane", {{0, 1}, {0, 2}}}},
                {{"register", 4}, {"lane", 4}});
}

TEST(Quotient, LeavesOutADimensionThatIsKept) {
  const Name lane = kLane;
  const auto rest = quotient(kept_lane(), {&lane, 1});
  ASSERT_TRUE(rest && *rest);
  EXPECT_EQ(**rest, layout({{"register", {{1}, {3}}}}, {{"register", 4}}));
  EXPECT_TRUE(*is_trivial_over(kept_lane(), {&lane, 1}));
}

TEST(Quotient, HasNoAnswerForADimensionThatMoves) {
  const Name reg = kRegister;
  const auto rest = quotient(kept_lane(), {&reg, 1});
  ASSERT_TRUE(rest);
  EXPECT_EQ(*rest, std::nullopt);
}

TEST(Quotient, HasNoAnswerForADimensionThatIsNoInDim) {
  const Name warp = kWarp;
  const auto rest = quotient(kept_lane(), {&warp, 1});
  ASSERT_TRUE(rest);
  EXPECT_EQ(*rest, std::nullopt);
  EXPECT_EQ(is_trivial_over(kept_lane(), {&warp, 1}).error().code, ErrorCode::kDimension);
}

// As one flat index this is the identity, and yet registers and lanes are exchanged.
TEST(Quotient, IsNotFooledByDimensionsInAnotherOrder) {
  const LinearLayout exchange =
      layout({{"register", {{1, 0}}}, {"lane", {{0, 1}}}}, {{"lane", 2}, {"register", 2}});
  const auto both = names({"register", "lane"});
  EXPECT_TRUE(*square_sublayout_is_identity(exchange, both));
  EXPECT_FALSE(*is_trivial_over(exchange, both));
  EXPECT_EQ(*quotient(exchange, both), std::nullopt);
  const LinearLayout kept =
      layout({{"register", {{0, 1}}}, {"lane", {{1, 0}}}}, {{"lane", 2}, {"register", 2}});
  EXPECT_TRUE(*is_trivial_over(kept, both));
}

TEST(Sublayout, KeepsTheLayoutsOrderOfDimensions) {
  const LinearLayout l =
      layout({{"register", {{1, 2}}}, {"lane", {{3, 0}, {0, 1}}}}, {{"dim0", 4}, {"dim1", 4}});
  EXPECT_EQ(*sublayout(l, names({"lane"}), names({"dim1"})),
            layout({{"lane", {{0}, {1}}}}, {{"dim1", 4}}));
  EXPECT_EQ(*sublayout(l, names({"lane", "register"}), names({"dim1", "dim0"})), l);
  EXPECT_EQ(sublayout(l, names({"warp"}), {}).error().message, "layout has no in-dim 'warp'");
  EXPECT_EQ(sublayout(l, {}, names({"dim9"})).error().message, "layout has no out-dim 'dim9'");
}

TEST(Sublayout, IsZeroWhereNothingIsReached) {
  EXPECT_TRUE(*sublayout_is_zero(kept_lane(), names({"lane"}), names({"register"})));
  EXPECT_FALSE(*sublayout_is_zero(kept_lane(), names({"lane"}), names({"lane"})));
  EXPECT_FALSE(sublayout_is_zero(kept_lane(), names({"warp"}), {}));
}

TEST(SquareSublayout, IsTheIdentityForNoDims) {
  EXPECT_TRUE(*square_sublayout_is_identity(kept_lane(), {}));
  EXPECT_TRUE(*square_sublayout_is_identity(kept_lane(), names({"lane"})));
  EXPECT_FALSE(*square_sublayout_is_identity(kept_lane(), names({"register"})));
  EXPECT_FALSE(square_sublayout_is_identity(kept_lane(), names({"warp"})));
}

}  // namespace
}  // namespace tileproof
