// Construction, questions and printing of layouts.
#include "core/linear_layout.hpp"

#include <gtest/gtest.h>

#include "core/check.hpp"
#include "tests/core/layout_builder.hpp"

namespace tileproof {
namespace {

using testing::identity;
using testing::layout;
using testing::names;
using testing::try_layout;
using testing::zeros;
using testing::operator*;

// The swizzle of the header's example: (row, col) -> (row, row ^ col).
LinearLayout swizzle() {
  return layout({{"row", {{1, 1}, {2, 2}}}, {"col", {{0, 1}, {0, 2}}}}, {{"dim0", 4}, {"dim1", 4}});
}

void expect_error(const Result<LinearLayout>& result, ErrorCode code, const std::string& message) {
  ASSERT_FALSE(result) << result->to_string();
  EXPECT_EQ(result.error().code, code) << to_string(result.error().code);
  EXPECT_EQ(result.error().message, message);
}

TEST(LinearLayoutMake, KeepsDimensionsInTheirOrder) {
  const LinearLayout l = swizzle();
  ASSERT_EQ(l.in_dims().size(), 2u);
  EXPECT_EQ(l.in_dims()[0], (InDim{kRow, 2}));
  EXPECT_EQ(l.out_dims()[1], (OutDim{Name::dim(1), 4}));
  EXPECT_EQ(l.in_bits(kCol), 2u);
  EXPECT_EQ(l.out_size(Name::dim(0)), 4u);
  EXPECT_EQ(l.total_in_size(), 16u);
  EXPECT_EQ(l.total_out_size(), 16u);
  EXPECT_EQ(l.basis(kRow, 1, Name::dim(1)), 2u);
  EXPECT_EQ(l.find_in(kWarp), std::nullopt);
  EXPECT_FALSE(l.has_out(kWarp));
}

TEST(LinearLayoutMake, RefusesABasisOutsideItsDimension) {
  expect_error(try_layout({{"lane", {{1}, {4}}}}, {{"dim0", 4}}),
               ErrorCode::kInvalid,
               "basis 1 of in-dim 'lane' has coordinate 4 in out-dim 'dim0' of size 4");
}

TEST(LinearLayoutMake, RefusesABasisOfTheWrongRank) {
  expect_error(try_layout({{"lane", {{1}}}}, {{"dim0", 4}, {"dim1", 4}}),
               ErrorCode::kInvalid,
               "basis 0 of in-dim 'lane' has 1 coordinates for 2 out-dims");
}

TEST(LinearLayoutMake, RefusesASizeThatIsNoPowerOfTwo) {
  expect_error(try_layout({}, {{"dim0", 6}}),
               ErrorCode::kInvalid,
               "size of out-dim 'dim0' = 6 is no power of two");
  expect_error(try_layout({}, {{"dim0", 0}}),
               ErrorCode::kInvalid,
               "size of out-dim 'dim0' = 0 is no power of two");
}

TEST(LinearLayoutMake, RefusesANameTwice) {
  expect_error(
      try_layout({{"lane", {}}, {"lane", {}}}, {}), ErrorCode::kDimension, "in-dim 'lane' twice");
  expect_error(
      try_layout({}, {{"dim0", 2}, {"dim0", 2}}), ErrorCode::kDimension, "out-dim 'dim0' twice");
}

TEST(LinearLayoutMake, HoldsSizesUpTo62BitsAndNoMore) {
  const Word half = Word{1} << 31;
  EXPECT_EQ(layout({}, {{"dim0", half}, {"dim1", half}}).total_out_bits(), 62u);
  expect_error(try_layout({}, {{"dim0", half}, {"dim1", 2 * half}}),
               ErrorCode::kOverflow,
               "product of the out-dims' sizes exceeds 2^62");
  expect_error(try_layout({}, {{"dim0", Word{1} << 63}}),
               ErrorCode::kOverflow,
               "size of out-dim 'dim0' exceeds 2^62");
  const testing::Bases many(40, {0});
  expect_error(try_layout({{"lane", many}, {"warp", many}}, {{"dim0", 1}}),
               ErrorCode::kOverflow,
               "product of the in-dims' sizes exceeds 2^62");
}

TEST(LinearLayoutMake, FindsTheSmallestSizesThatAreSurjective) {
  const NamedBases lane{kLane, {{2, 0}, {1, 1}}};
  const auto l = LinearLayout::make(std::vector{NamedBases{kLane, {{2, 0}, {1, 1}, {0, 1}}}},
                                    names({"dim0", "dim1"}));
  ASSERT_TRUE(l) << l.error().message;
  EXPECT_EQ(l->out_size(Name::dim(0)), 4u);
  EXPECT_EQ(l->out_size(Name::dim(1)), 2u);
  expect_error(LinearLayout::make({&lane, 1}, names({"dim0", "dim1"})),
               ErrorCode::kInvalid,
               "layout is not surjective: its bases reach 2^2 of 2^3 values");
  const NamedBases huge{kLane, {{Word{1} << 63}}};
  expect_error(LinearLayout::make({&huge, 1}, names({"dim0"})),
               ErrorCode::kOverflow,
               "a basis exceeds 2^62");
}

TEST(LinearLayoutMake, StoredFormsThatDoNotFitAreBugs) {
  const InDim in{kLane, 1};
  const OutDim out{Name::dim(0), 2};
  EXPECT_THROW(static_cast<void>(LinearLayout::from_fields({&in, 1}, {&out, 1}, {})),
               InternalError);
  const Word outside = 2;
  EXPECT_THROW(static_cast<void>(LinearLayout::from_fields({&in, 1}, {&out, 1}, {&outside, 1})),
               InternalError);
}

TEST(LinearLayout1d, IdentityStridesAndZerosAreWhatTheySay) {
  const auto strided = LinearLayout::strided_1d(4, 8, kLane, kOffset);
  ASSERT_TRUE(strided);
  EXPECT_EQ(strided->out_size(kOffset), 32u);
  for (Word x = 0; x < 4; ++x) {
    EXPECT_EQ(identity(4, "lane", "offset").apply_flat(x), x);
    EXPECT_EQ(strided->apply_flat(x), 8 * x);
    EXPECT_EQ(zeros(4, "lane", "offset", 16).apply_flat(x), 0u);
  }
  EXPECT_FALSE(strided->is_surjective());
  EXPECT_EQ(zeros(4, "lane", "offset", 16).out_size(kOffset), 16u);
}

TEST(LinearLayout1d, RefusesSizesThatAreNoPowersOfTwo) {
  expect_error(LinearLayout::identity_1d(3, kLane, kOffset),
               ErrorCode::kInvalid,
               "size = 3 is no power of two");
  expect_error(LinearLayout::strided_1d(4, 0, kLane, kOffset),
               ErrorCode::kInvalid,
               "stride = 0 is no power of two");
  expect_error(LinearLayout::zeros_1d(4, kLane, kOffset, 12),
               ErrorCode::kInvalid,
               "out-dim size = 12 is no power of two");
}

TEST(LinearLayout1d, OverflowIsAnErrorAndNeverWraps) {
  EXPECT_EQ(identity(Word{1} << 62, "lane", "offset").apply_flat((Word{1} << 62) - 1),
            (Word{1} << 62) - 1);
  expect_error(LinearLayout::identity_1d(Word{1} << 63, kLane, kOffset),
               ErrorCode::kOverflow,
               "size exceeds 2^62");
  expect_error(LinearLayout::strided_1d(Word{1} << 31, Word{1} << 32, kLane, kOffset),
               ErrorCode::kOverflow,
               "stride * size exceeds 2^62");
  EXPECT_TRUE(LinearLayout::strided_1d(Word{1} << 31, Word{1} << 31, kLane, kOffset));
}

TEST(LinearLayoutApply, XorsTheBasesOfTheHeadersExample) {
  const std::vector<NamedValue> place = {{kCol, 2}, {kRow, 3}};
  const auto value = swizzle().apply(place);
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, (std::vector<NamedValue>{{Name::dim(0), 3}, {Name::dim(1), 1}}));
}

TEST(LinearLayoutApply, RefusesOtherNamesAndValuesOutOfRange) {
  const auto message = [](std::vector<NamedValue> place) {
    const auto value = swizzle().apply(place);
    return value ? "a value" : value.error().message;
  };
  EXPECT_EQ(message({{kRow, 1}}), "layout has 2 in-dims, 1 values are given");
  EXPECT_EQ(message({{kRow, 1}, {kLane, 1}}), "no value for in-dim 'col'");
  EXPECT_EQ(message({{kRow, 4}, {kCol, 0}}), "row = 4 is not below its size 4");
}

TEST(LinearLayoutFlags, SayWhatTheRankSays) {
  EXPECT_TRUE(swizzle().is_invertible());
  const LinearLayout copies = identity(4, "lane", "dim0") * zeros(2, "lane", "dim0");
  EXPECT_TRUE(copies.is_surjective());
  EXPECT_FALSE(copies.is_injective());
  EXPECT_FALSE(copies.is_invertible());
  const LinearLayout sparse = *LinearLayout::strided_1d(4, 2, kLane, kOffset);
  EXPECT_FALSE(sparse.is_surjective());
  EXPECT_TRUE(sparse.is_injective());
  EXPECT_EQ(sparse.rank(), 2u);
  // Three bases for three bits, but dependent.
  const LinearLayout dependent = layout({{"lane", {{1}, {2}, {3}}}}, {{"dim0", 8}});
  EXPECT_FALSE(dependent.is_surjective() || dependent.is_injective());
}

TEST(LinearLayoutFlags, TheLayoutOfNoDimensionsIsInvertible) {
  EXPECT_TRUE(LinearLayout().is_invertible());
  EXPECT_EQ(LinearLayout().total_in_size(), 1u);
  EXPECT_EQ(LinearLayout().apply_flat(0), 0u);
}

TEST(LinearLayoutEquality, IsOfNamesSizesOrderAndBases) {
  const LinearLayout l = swizzle();
  const LinearLayout turned = *transpose_ins(l, names({"col", "row"}));
  EXPECT_NE(l, turned);
  EXPECT_TRUE(equal_up_to_order(l, turned));
  EXPECT_TRUE(equal_up_to_order(l, *transpose_outs(turned, names({"dim1", "dim0"}))));
  EXPECT_FALSE(equal_up_to_order(l, rename_in(l, kRow, kLane)));
  EXPECT_NE(identity(4, "lane", "dim0"), zeros(4, "lane", "dim0", 4));
  EXPECT_FALSE(equal_up_to_order(zeros(4, "lane", "dim0", 4), zeros(4, "lane", "dim0", 8)));
}

TEST(LinearLayoutPrinting, ShowsTheStandardIdentityAsTheSeedDoes) {
  const std::vector<Word> shape = {2, 4, 8};
  const std::vector<Word> order = {2, 1, 0};
  EXPECT_EQ(identity_standard_nd(kRegister, shape, order)->to_string(), R"(
 - register=1 -> (1, 0, 0)
   register=2 -> (2, 0, 0)
   register=4 -> (4, 0, 0)
   register=8 -> (0, 1, 0)
   register=16 -> (0, 2, 0)
   register=32 -> (0, 0, 1)
where out dims are: [dim2 (size 8), dim1 (size 4), dim0 (size 2)])");
}

TEST(LinearLayoutPrinting, ShowsTheMfmaLayoutAsTheSeedDoes) {
  // #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed =
  // false}> on tensor<32x64xf32>: one warp's tile, then warps along dim1 and dim0, then the
  // wrap-around.
  const LinearLayout tile =
      identity(4, "register", "dim0") * identity(16, "lane", "dim1") * identity(4, "lane", "dim0");
  const LinearLayout warps = *transpose_outs(
      identity(2, "warp", "dim1") * identity(2, "warp", "dim0"), names({"dim0", "dim1"}));
  const LinearLayout whole =
      tile * warps * identity(2, "register", "dim1") * zeros(1, "block", "dim0");
  EXPECT_EQ(whole.to_string(), R"(
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

TEST(LinearLayoutPrinting, ShowsLayoutsWithoutDimensions) {
  EXPECT_EQ(LinearLayout().to_string(), "\n(empty layout)");
  EXPECT_EQ(layout({}, {{"dim0", 4}}).to_string(),
            "\n(empty layout with out-dims [dim0 (size 4)])");
  EXPECT_EQ(layout({{"lane", {}}}, {}).to_string(),
            "\n - lane is a size 1 dimension\nwhere out dims are: []");
}

}  // namespace
}  // namespace tileproof
