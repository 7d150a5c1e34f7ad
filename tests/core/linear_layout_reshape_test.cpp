// Reshapes: what they keep and what they refuse.
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

LinearLayout example() {
  return layout({{"register", {{1, 0}, {0, 2}}}, {"lane", {{2, 1}}}}, {{"dim0", 4}, {"dim1", 4}});
}

std::string message(const Result<LinearLayout>& result) {
  return result ? "a layout" : result.error().message;
}

TEST(Transpose, MovesBasesAndCoordinatesWithTheirNames) {
  EXPECT_EQ(
      *transpose_ins(example(), names({"lane", "register"})),
      layout({{"lane", {{2, 1}}}, {"register", {{1, 0}, {0, 2}}}}, {{"dim0", 4}, {"dim1", 4}}));
  EXPECT_EQ(
      *transpose_outs(example(), names({"dim1", "dim0"})),
      layout({{"register", {{0, 1}, {2, 0}}}, {"lane", {{1, 2}}}}, {{"dim1", 4}, {"dim0", 4}}));
}

TEST(Transpose, RefusesWhatIsNoOrderOfTheNames) {
  EXPECT_EQ(message(transpose_ins(example(), names({"lane"}))),
            "transpose_ins: 1 names for 2 in-dims");
  EXPECT_EQ(message(transpose_ins(example(), names({"lane", "warp"}))),
            "transpose_ins: layout has no in-dim 'warp'");
  EXPECT_EQ(message(transpose_ins(example(), names({"lane", "lane"}))),
            "transpose_ins: a name twice");
  EXPECT_EQ(message(transpose_outs(example(), names({"dim0", "dim0"}))),
            "transpose_outs: a name twice");
  EXPECT_EQ(message(transpose_outs(example(), names({"dim0", "dim2"}))),
            "transpose_outs: layout has no out-dim 'dim2'");
}

// Two names of one size must not pass for an order of both.
TEST(Transpose, RefusesANameTwiceWhereTheSizesAddUp) {
  const LinearLayout square = layout({{"a", {{1}}}, {"b", {{2}}}}, {{"x", 4}});
  EXPECT_FALSE(transpose_ins(square, names({"a", "a"})));
  const LinearLayout outs = layout({{"a", {{1, 1}}}}, {{"x", 2}, {"y", 2}});
  EXPECT_FALSE(transpose_outs(outs, names({"y", "y"})));
}

TEST(Reshape, SplitsTheFlatIndexFromTheMinorSide) {
  const std::vector<NamedValue> parts = {{kLane, 2}, {kWarp, 4}};
  EXPECT_EQ(*reshape_ins(identity(8, "register", "dim0"), parts),
            layout({{"lane", {{1}}}, {"warp", {{2}, {4}}}}, {{"dim0", 8}}));
  const std::vector<NamedValue> outs = {{Name::dim(1), 4}, {Name::dim(0), 2}};
  EXPECT_EQ(*reshape_outs(identity(8, "register", "dim0"), outs),
            layout({{"register", {{1, 0}, {2, 0}, {0, 1}}}}, {{"dim1", 4}, {"dim0", 2}}));
}

TEST(Reshape, RefusesSizesThatDoNotMultiplyToTheTotal) {
  const LinearLayout l = identity(8, "register", "dim0");
  const auto ins = [&](std::vector<NamedValue> dims) { return message(reshape_ins(l, dims)); };
  EXPECT_EQ(ins({{kLane, 4}}), "reshape: the new sizes multiply to 2^2, not to 2^3");
  EXPECT_EQ(ins({{kLane, 6}}), "reshape: size 6 of 'lane' is no power of two");
  EXPECT_EQ(ins({{kLane, 4}, {kLane, 2}}), "reshape: 'lane' twice");
  const std::vector<NamedValue> wide = {{kLane, Word{1} << 63}, {kWarp, Word{1} << 63}};
  EXPECT_EQ(message(reshape_outs(l, wide)), "reshape: the new sizes multiply to 2^126, not to 2^3");
}

TEST(Flatten, JoinsAllDimensionsUnderTheFirstName) {
  EXPECT_EQ(flatten_ins(example()),
            layout({{"register", {{1, 0}, {0, 2}, {2, 1}}}}, {{"dim0", 4}, {"dim1", 4}}));
  EXPECT_EQ(flatten_outs(example()),
            layout({{"register", {{1}, {8}}}, {"lane", {{6}}}}, {{"dim0", 16}}));
  EXPECT_EQ(flatten_ins(LinearLayout()), LinearLayout());
  EXPECT_EQ(flatten_outs(LinearLayout()), LinearLayout());
}

TEST(Resize, DropsBasesAndClearsCoordinates) {
  EXPECT_EQ(*resize_in(example(), kRegister, 2),
            layout({{"register", {{1, 0}}}, {"lane", {{2, 1}}}}, {{"dim0", 4}, {"dim1", 4}}));
  EXPECT_EQ(
      *resize_out(example(), Name::dim(0), 2),
      layout({{"register", {{1, 0}, {0, 2}}}, {"lane", {{0, 1}}}}, {{"dim0", 2}, {"dim1", 4}}));
}

TEST(Resize, RefusesToGrow) {
  EXPECT_EQ(message(resize_in(example(), kRegister, 8)),
            "resize_in: 8 is no power of two up to the size of 'register'");
  EXPECT_EQ(message(resize_out(example(), Name::dim(0), 3)),
            "resize_out: 3 is no power of two up to the size of 'dim0'");
  EXPECT_EQ(message(resize_in(example(), kWarp, 1)), "resize_in: layout has no in-dim 'warp'");
  EXPECT_EQ(message(resize_out(example(), kWarp, 1)), "resize_out: layout has no out-dim 'warp'");
}

TEST(Concat, PutsLayoutsSideBySide) {
  const LinearLayout a = layout({{"register", {{1}}}}, {{"dim0", 4}});
  const LinearLayout b = layout({{"lane", {{2}}}}, {{"dim0", 4}});
  EXPECT_EQ(*concat_ins(a, b), layout({{"register", {{1}}}, {"lane", {{2}}}}, {{"dim0", 4}}));
  const LinearLayout c = layout({{"register", {{3}}}}, {{"dim1", 4}});
  EXPECT_EQ(*concat_outs(a, c), layout({{"register", {{1, 3}}}}, {{"dim0", 4}, {"dim1", 4}}));
}

TEST(Concat, RefusesLayoutsThatDoNotFit) {
  const LinearLayout a = layout({{"register", {{1}}}}, {{"dim0", 4}});
  EXPECT_EQ(message(concat_ins(a, a)), "concat_ins: both have 'register'");
  EXPECT_EQ(message(concat_outs(a, a)), "concat_outs: both have 'dim0'");
  EXPECT_EQ(message(concat_ins(a, identity(2, "lane", "dim0"))), "concat_ins: the out-dims differ");
  EXPECT_EQ(message(concat_outs(a, identity(2, "lane", "dim1"))),
            "concat_outs: the in-dims differ");
  const LinearLayout large = zeros(Word{1} << 40, "lane", "dim0", Word{1} << 40);
  EXPECT_EQ(message(concat_ins(large, rename_in(large, kLane, kWarp))),
            "concat_ins: the size exceeds 2^62");
  EXPECT_EQ(message(concat_outs(large, rename_out(large, Name::dim(0), Name::dim(1)))),
            "concat_outs: the size exceeds 2^62");
}

TEST(RemoveZeroBases, DropsTheCopiesOfOneDimension) {
  const LinearLayout l = layout({{"register", {{0}, {1}, {0}}}, {"lane", {{0}}}}, {{"dim0", 2}});
  EXPECT_EQ(remove_zero_bases(l, kRegister),
            layout({{"register", {{1}}}, {"lane", {{0}}}}, {{"dim0", 2}}));
  EXPECT_THROW(static_cast<void>(remove_zero_bases(l, kWarp)), InternalError);
}

TEST(Rename, RefusesNamesThatAreMissingOrTaken) {
  EXPECT_EQ(rename_in(example(), kLane, kWarp).in_dims()[1].name, kWarp);
  EXPECT_EQ(rename_out(example(), Name::dim(1), kCol).out_dims()[1].name, kCol);
  EXPECT_THROW(static_cast<void>(rename_in(example(), kLane, kRegister)), InternalError);
  EXPECT_THROW(static_cast<void>(rename_out(example(), kWarp, kCol)), InternalError);
}

TEST(IdentityStandardNd, CountsThroughTheShapeInItsOrder) {
  const std::vector<Word> shape = {2, 4};
  const std::vector<Word> row_major = {1, 0};
  EXPECT_EQ(*identity_standard_nd(kOffset, shape, row_major),
            layout({{"offset", {{1, 0}, {2, 0}, {0, 1}}}}, {{"dim1", 4}, {"dim0", 2}}));
  EXPECT_EQ(standard_out_dims(2), (Names{Name::of("dim0"), Name::of("dim1")}));
}

TEST(IdentityStandardNd, RefusesOrdersThatAreNoPermutation) {
  const std::vector<Word> shape = {2, 4};
  const auto with_order = [&](std::vector<Word> order) {
    return message(identity_standard_nd(kOffset, shape, order));
  };
  EXPECT_EQ(with_order({0}), "identity_standard_nd: shape and order differ in rank");
  EXPECT_EQ(with_order({0, 0}), "identity_standard_nd: order is no permutation");
  EXPECT_EQ(with_order({0, 2}), "identity_standard_nd: order is no permutation");
  const std::vector<Word> odd = {3, 4};
  const std::vector<Word> order = {0, 1};
  EXPECT_EQ(message(identity_standard_nd(kOffset, odd, order)), "size = 3 is no power of two");
  const std::vector<Word> huge = {Word{1} << 40, Word{1} << 40};
  EXPECT_EQ(identity_standard_nd(kOffset, huge, order).error().code, ErrorCode::kOverflow);
}

}  // namespace
}  // namespace tileproof
