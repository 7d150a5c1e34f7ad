// What is said of sizes that do not fit and of steps that leave 0 .. 2^64 - 1, and what is taken.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "encodings/expression/function.hpp"

namespace tileproof::expression {
namespace {

struct Refusal {
  const char* text;
  ErrorCode code;
  const char* message;
};

using enum ErrorCode;

const Refusal kRefusals[] = {
    {"f(row: 64, col: 64) = row - col",
     kInvalid,
     "1:27: row - col can be -63, by the ranges of its operands: a value must not be below 0"},
    {"f(row: 64, col: 64) =\n  row * 2 - (col ^\n  7)",
     kInvalid,
     "2:11: row * 2 - (col ^ 7) can be -63, by the ranges of its operands: a value must not be "
     "below 0"},
    {"f(x: 8) = let d = x - 4; d",
     kInvalid,
     "1:21: x - 4 can be -4, by the ranges of its operands: a value must not be below 0"},
    {"f(x: 8) = x < 4 ? 0 : x - 4",
     kInvalid,
     "1:25: x - 4 can be -4, by the ranges of its operands: a value must not be below 0"},
    {"f(x: 8) = let unused = x - 4; x",
     kInvalid,
     "1:26: x - 4 can be -4, by the ranges of its operands: a value must not be below 0"},
    {"f(x: 8) = x + 18446744073709551609",
     kOverflow,
     "1:13: x + 18446744073709551609 can be 18446744073709551616, by the ranges of its operands: "
     "a value must be below 2^64"},
    {"f(x: 8) = x << 62",
     kOverflow,
     "1:13: x << 62 can be 32281802128991715328, by the ranges of its operands: a value must be "
     "below 2^64"},
    {"f(x: 2) = 18446744073709551615 * 18446744073709551615",
     kOverflow,
     "1:32: 18446744073709551615 * 18446744073709551615 can be 2^125 or more, by the ranges of "
     "its operands: a value must be below 2^64"},
    {"f(x: 8) = 8 / x",
     kInvalid,
     "1:13: x can be 0, by the ranges of its operands: a divisor must not be 0"},
    {"f(x: 8) = 8 % (x & 6)",
     kInvalid,
     "1:13: x & 6 can be 0, by the ranges of its operands: a divisor must not be 0"},
    {"f(x: 8) = 8 / 0",
     kInvalid,
     "1:13: 0 can be 0, by the ranges of its operands: a divisor must not be 0"},
    {"f(x: 65) = 1 << x",
     kInvalid,
     "1:14: x can be 64, by the ranges of its operands: a shift must be below 64"},
    {"f(x: 8) = x >> (64)",
     kInvalid,
     "1:13: 64 can be 64, by the ranges of its operands: a shift must be below 64"},
    {"param p in 0..8; f(x: 8) = x / p",
     kInvalid,
     "1:30: p can be 0, by the ranges of its operands: a divisor must not be 0"},
    // What cannot happen is refused too if ranges do not show it.
    {"f(x: 8) = x * 2 - x",
     kInvalid,
     "1:17: x * 2 - x can be -7, by the ranges of its operands: a value must not be below 0"},
    {"f(x: 64) = (x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x) - 1",
     kInvalid,
     "1:80: x + x + x + x + x + x + x + x + x + x + x + x + x + x + x... can be -1, by the ranges "
     "of its operands: a value must not be below 0"},
};

TEST(ExpressionBind, RefusesStepsThatLeaveTheirBounds) {
  for (const Refusal& refusal : kRefusals) {
    const auto f = bind(parse(refusal.text).value());
    ASSERT_FALSE(f) << refusal.text;
    EXPECT_EQ(f.error(), (Error{refusal.code, refusal.message})) << refusal.text;
  }
}

struct Taken {
  const char* text;
  Word largest;
};

TEST(ExpressionBind, TakesStepsThatStayWithin) {
  for (const Taken& taken : {
           Taken{"f(row: 64, col: 64) = row * 72 + (col ^ ((row & 7) << 3))", 63 * 72 + 63},
           Taken{"f(x: 8) = 7 - x", 7},
           Taken{"f(x: 8) = x - x % 4", 7},
           Taken{"f(x: 8, y: 9) = (x * y + 1) - (x * y + 1) / 3", 57},
           Taken{"f(x: 8, y: 9) = (x + y) - ((y & 1) & (x + y))", 15},
           Taken{"f(x: 8) = x - (x >> 1) + (x - min(x, 4)) + (x - x)", 21},
           Taken{"f(x: 8) = max(x, 4) - 4", 7},
           Taken{"f(x: 8) = 8 / max(x, 1)", 8},
           Taken{"f(x: 8) = 1 << min(x * 10, 63)", Word{1} << 63},
           Taken{"f(x: 8) = x >> 63", 63},
           Taken{"f() = 18446744073709551615", ~Word{0}},
           Taken{"f(x: 8) = ~x", ~Word{0}},
           Taken{"param p in 1..8; f(x: 8) = x / p", 8},
       }) {
    const auto f = bind(parse(taken.text).value());
    ASSERT_TRUE(f) << f.error().message;
    EXPECT_EQ(f->largest_value, taken.largest) << taken.text;
  }
}

TEST(ExpressionBind, TakesSizesFromTheTextOrTheCaller) {
  const Function open = parse("f(row, col: 4) = row + col").value();
  EXPECT_FALSE(open.is_bound());
  const auto bound = expression::bind(open, std::array<Word, 2>{8, 4});
  ASSERT_TRUE(bound);
  EXPECT_EQ(*bound, bind(parse("f(row: 8, col: 4) = row + col").value()).value());
  EXPECT_EQ(*bind(*bound), *bound);
  const auto refused = [&open](std::vector<Word> sizes) {
    return expression::bind(open, sizes).error();
  };
  EXPECT_EQ(refused({}), (Error{kShape, "the size of 'row' is not given"}));
  EXPECT_EQ(refused({8}), (Error{kShape, "the inputs (row, col) are 2, but the sizes are 1"}));
  EXPECT_EQ(refused({8, 5}), (Error{kShape, "the size of 'col' is 4 in the text, but 5 is given"}));
  EXPECT_EQ(refused({0, 4}), (Error{kShape, "the size of 'row' is 0"}));
  EXPECT_EQ(refused({Word{1} << 61, 4}),
            (Error{kOverflow, "the inputs have more than 2^62 points"}));
}

}  // namespace
}  // namespace tileproof::expression
