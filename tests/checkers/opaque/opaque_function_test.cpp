// Is a function that can only be called proved of the points that were called, and of no others?
#include "checkers/opaque/opaque_function.hpp"

#include <gtest/gtest.h>

namespace tileproof {
namespace {

int row_major(int row, int col) { return row * 8 + col; }
int short_rows(int row, int col) { return row * 7 + col; }
int below_zero(int row, int col) { return row * 8 + col - 1; }
int downwards(int row, int col) { return -row * 8 - col; }
long long huge(int row, int col) { return static_cast<long long>(row) * 1000000 + col; }
int of_a_byte(signed char x) { return x; }
int calls = 0;
int counts_its_calls(int /*row*/, int /*col*/) { return calls++ == 0 ? 5 : 0; }

const std::vector<Axis> kTile = {{"row", 8}, {"col", 8}};
const std::vector<Axis> kLargeTile = {{"row", 1000000}, {"col", 1000000}};

OpaqueFunction function(int (*f)(int, int)) { return opaque(f, kTile).value(); }
std::string counterexample(const Verdict& verdict) {
  return std::get<Refuted>(verdict).counterexample().text;
}

TEST(OpaqueFunction, IsProvedIfEachPointWasCalled) {
  for (const Verdict& verdict : {check_injective(function(row_major)),
                                 check_in_bounds(function(row_major), 64),
                                 check_injective(function(below_zero))}) {
    ASSERT_TRUE(is_proved(verdict));
    EXPECT_EQ(std::get<Proved>(verdict).scope(), "all 64 points, each called once");
    EXPECT_EQ(std::get<Proved>(verdict).engine(), "enumerate");
    EXPECT_EQ(std::get<Proved>(verdict).evidence(), "none");
  }
}

TEST(OpaqueFunction, IsRefutedByTheFirstPoints) {
  EXPECT_EQ(counterexample(check_injective(function(short_rows))),
            "(row 0, col 7) and (row 1, col 0) both have offset 7");
  EXPECT_EQ(counterexample(check_in_bounds(function(row_major), 63)),
            "(row 7, col 7) has offset 63, not below 63");
  EXPECT_EQ(counterexample(check_in_bounds(function(below_zero), 64)),
            "(row 0, col 0) has offset -1, below 0");
}

TEST(OpaqueFunction, IsUnknownOnSamples) {
  const auto large = opaque(huge, kLargeTile).value();
  const auto reason = [](const Verdict& verdict) { return std::get<Unknown>(verdict).reason; };
  EXPECT_EQ(reason(check_injective(large, {.samples = 1000})),
            "it holds on 1000 of 1000000000000 points, which is no proof");
  EXPECT_TRUE(is_unknown(check_in_bounds(large, 1000000000000, {.samples = 1000})));
  // Not even one point less than all.
  EXPECT_TRUE(is_unknown(check_injective(function(row_major), {.most_enumerated = 63})));
  EXPECT_TRUE(is_proved(check_injective(function(row_major), {.most_enumerated = 64})));
}

TEST(OpaqueFunction, IsRefutedOnSamplesAtSmallPoints) {
  const auto large = opaque(huge, kLargeTile).value();
  const Verdict verdict = check_in_bounds(large, 5000, {.samples = 1000});
  EXPECT_EQ(counterexample(verdict), "(row 0, col 5000) has offset 5000, not below 5000");
  EXPECT_EQ(std::get<Refuted>(verdict).engine(), "samples");
}

TEST(OpaqueFunction, IsComparedByTheNamesOfInputs) {
  const auto verdict = [](const char* layout) {
    return check_equal(function(row_major), parse_index_map(layout, {}).value());
  };
  EXPECT_TRUE(is_proved(verdict("offset(row: 8, col: 8) = row*8 + col").value()));
  EXPECT_TRUE(is_proved(verdict("offset(col: 8, row: 8) = row*8 + col").value()));
  EXPECT_EQ(counterexample(verdict("offset(row: 8, col: 8) = row*8 + (col ^ (row >> 2))").value()),
            "(row 4, col 0) has offset 32, and 33 in the layout");
  EXPECT_EQ(verdict("offset(row: 8, col: 4) = row*8 + col").error().code, ErrorCode::kDimension);
  EXPECT_EQ(verdict("offset(row: 8, k: 8) = row*8 + k").error().code, ErrorCode::kDimension);
  EXPECT_EQ(verdict("(row, col)(row: 8, col: 8) = (row, col)").error().code,
            ErrorCode::kUnsupported);
}

// -1 is not the natural number 2^64 - 1.
TEST(OpaqueFunction, BelowZeroIsNoLargeNumber) {
  const auto minus_one = opaque(below_zero, {{"row", 1}, {"col", 1}}).value();
  const auto natural = parse_index_map("offset(row: 1, col: 1) = 18446744073709551615", {});
  EXPECT_EQ(counterexample(check_equal(minus_one, natural.value()).value()),
            "(row 0, col 0) has offset -1, and 18446744073709551615 in the layout");
  const auto down = opaque(downwards, {{"mode0", 8}, {"mode1", 8}}).value();
  EXPECT_TRUE(is_proved(check_equal(down, parse_index_map("(8,8):(-8,-1)", {}).value()).value()));
}

TEST(OpaqueFunction, ThatDependsOnMoreIsNeitherProvedNorRefuted) {
  calls = 0;
  const Verdict verdict = check_in_bounds(function(counts_its_calls), 1);
  ASSERT_TRUE(is_unknown(verdict)) << to_string(verdict);
  EXPECT_NE(std::get<Unknown>(verdict).reason.find("does not depend on its inputs alone"),
            std::string::npos);
}

TEST(OpaqueFunction, TakesNoInputsThatDoNotFit) {
  EXPECT_EQ(opaque(row_major, {{"row", 8}}).error().message, "the function has 2 inputs, not 1");
  EXPECT_TRUE(opaque(of_a_byte, {{"x", 128}}));
  EXPECT_EQ(opaque(of_a_byte, {{"x", 129}}).error().message,
            "'x' goes up to 128, and the function takes at most 127");
  EXPECT_FALSE(opaque(row_major, {{"row", 0}, {"col", 8}}));
}

}  // namespace
}  // namespace tileproof
