// What of layouts that can be read but break a rule: by their bases, or for a shape?
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/support/layouts.hpp"

namespace tileproof::triton {
namespace {

TEST(BrokenBases, ThatMissElementsAreNamed) {
  const auto layout =
      parse_layout("#ttg.linear<{register = [[0, 2]], lane = [[1, 0]], warp = [], block = []}>");
  ASSERT_TRUE(layout) << layout.error().message;
  const auto broken = broken_bases(**layout);
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->message, "linear is not surjective: its bases reach 2^2 of 2^3 elements");
}

TEST(BrokenBases, ThatHoldElementsTwiceInMemoryAreNamed) {
  const auto layout =
      parse_layout("#ttg.shared_linear<{offset = [[1, 0], [0, 1], [1, 0]]}, alignment = 16>");
  ASSERT_TRUE(layout) << layout.error().message;
  const auto broken = broken_bases(**layout);
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->message,
            "shared_linear has elements twice: after removing the zero bases the layout must be "
            "bijective");
}

// ---- Shapes

struct WrongShape {
  const char* name;
  Shape shape;
  ErrorCode code;
  const char* message;
};

void PrintTo(const WrongShape& wrong, std::ostream* out) { *out << to_string(wrong.shape); }

class WrongShapes : public ::testing::TestWithParam<WrongShape> {};

TEST_P(WrongShapes, AreRefused) {
  const auto layout = parse_layout(kBlockedText);
  ASSERT_TRUE(layout);
  const auto linear = to_linear(**layout, GetParam().shape);
  ASSERT_FALSE(linear);
  EXPECT_EQ(linear.error().message, GetParam().message);
  EXPECT_STREQ(to_string(linear.error().code), to_string(GetParam().code));
}

INSTANTIATE_TEST_SUITE_P(
    ,
    WrongShapes,
    ::testing::Values(WrongShape{"NoPowerOfTwo",
                                 {3, 5},
                                 ErrorCode::kShape,
                                 "shape 3x5: size 3 of dimension 0 is no power of two"},
                      WrongShape{"Zero",
                                 {4, 0},
                                 ErrorCode::kShape,
                                 "shape 4x0: size 0 of dimension 1 is no power of two"},
                      WrongShape{"OtherRank",
                                 {64},
                                 ErrorCode::kShape,
                                 "blocked of rank 2 cannot describe the shape 64 of rank 1"},
                      WrongShape{"Empty",
                                 {},
                                 ErrorCode::kShape,
                                 "blocked of rank 2 cannot describe the shape  of rank 0"},
                      WrongShape{"Beyond62Bits",
                                 {Word{1} << 32, Word{1} << 31},
                                 ErrorCode::kOverflow,
                                 "shape 4294967296x2147483648 has 2^63 elements, more than 2^62"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Shapes, WithTooManyPlacesAreRefused) {
  // 2^62 elements fit, but 64 lanes that hold copies of them do not.
  const auto layout = parse_layout(
      "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [1, 1], "
      "order = [1, 0]}>");
  ASSERT_TRUE(layout);
  const auto linear = to_linear(**layout, {Word{1} << 62, 1});
  ASSERT_FALSE(linear);
  EXPECT_EQ(linear.error().message, "the layout has 2^68 places, more than 2^62");
}

}  // namespace
}  // namespace tileproof::triton
