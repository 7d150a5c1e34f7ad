#include "core/result.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace tileproof {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{ErrorCode::kInvalid, std::to_string(number) + " is odd"};
  return number / 2;
}

Result<int> quarter(int number) {
  TP_TRY(once, half(number));
  TP_TRY(twice, half(once));
  return twice;
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_TRUE(half(6).has_value());
  EXPECT_EQ(*half(6), 3);
  EXPECT_FALSE(half(7).has_value());
  EXPECT_EQ(half(7).error(), (Error{ErrorCode::kInvalid, "7 is odd"}));
}

TEST(Result, TryGivesTheValueOrReturnsTheFirstError) {
  EXPECT_EQ(*quarter(12), 3);
  EXPECT_EQ(quarter(6).error().message, "3 is odd");
  EXPECT_EQ(quarter(5).error().message, "5 is odd");
}

TEST(Result, TheValueOfAnErrorIsABugThatNamesTheError) {
  const auto failed = half(7);
  try {
    static_cast<void>(failed.value());
    FAIL() << "value() returned";
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("7 is odd"), std::string::npos) << error.what();
  }
}

TEST(Result, TheErrorOfAValueIsABug) {
  const auto held = half(6);
  EXPECT_THROW(static_cast<void>(held.error()), InternalError);
}

TEST(Result, HoldsWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> moved = *std::move(result);
  EXPECT_EQ(*moved, 5);
}

TEST(ErrorCode, HasAStableNameForEachCode) {
  EXPECT_STREQ(to_string(ErrorCode::kSyntax), "syntax");
  EXPECT_STREQ(to_string(ErrorCode::kUnknownKey), "unknown_key");
  EXPECT_STREQ(to_string(ErrorCode::kInvalid), "invalid");
  EXPECT_STREQ(to_string(ErrorCode::kShape), "shape");
  EXPECT_STREQ(to_string(ErrorCode::kDimension), "dimension");
  EXPECT_STREQ(to_string(ErrorCode::kOverflow), "overflow");
  EXPECT_STREQ(to_string(ErrorCode::kNotSolvable), "not_solvable");
  EXPECT_STREQ(to_string(ErrorCode::kUnsupported), "unsupported");
  EXPECT_STREQ(to_string(ErrorCode::kUsage), "usage");
  EXPECT_STREQ(to_string(ErrorCode::kIo), "io");
}

TEST(Check, HoldsInEveryBuildAndNamesTheCondition) {
  const int rows = 3;
  EXPECT_NO_THROW(TP_CHECK(rows == 3, "unused"));
  try {
    TP_CHECK(rows == 4, "rows were lost");
    FAIL() << "the check passed";
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("rows were lost (rows == 4 does not hold)"), std::string::npos) << text;
    EXPECT_NE(text.find("result_test.cpp:"), std::string::npos) << text;
  }
}

TEST(Check, BuildsItsMessageOnlyWhenBroken) {
  int built = 0;
  const auto message = [&] {
    ++built;
    return std::string("costly");
  };
  TP_CHECK(built == 0, message());
  EXPECT_EQ(built, 0);
}

}  // namespace
}  // namespace tileproof
