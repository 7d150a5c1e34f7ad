// A function that can only be called: each of its points is, or some of them are, and the verdict
// says which.
#include <gtest/gtest.h>

#include <tileproof/encoding.hpp>
#include <tileproof/function.hpp>

extern "C" {
int offset(int row, int col);
int offset_in_short_rows(int row, int col);
long long offset_in_tile(int row, int col);
}

namespace {

using namespace tileproof;

const std::vector<Axis> kTile = {{"row", 64}, {"col", 64}};

TEST(PlainFunction, IsProvedWhereEachPointIsCalled) {
  const auto function = opaque(offset, kTile).value();
  const Verdict verdict = check_injective(function);
  ASSERT_TRUE(is_proved(verdict));
  EXPECT_EQ(std::get<Proved>(verdict).scope(), "all 4096 points, each called once");
  EXPECT_TRUE(is_proved(check_in_bounds(function, 64 * 64)));
}

// What is proved of the formula holds of the function, once they are the same.
TEST(PlainFunction, IsTheFormula) {
  const auto formula =
      parse_index_map("offset(row: 64, col: 64) = row*64 + (col ^ ((row & 7) << 3))", {}).value();
  EXPECT_TRUE(is_proved(check_equal(opaque(offset, kTile).value(), formula).value()));
}

TEST(PlainFunction, IsRefutedByThePointsThatItWasCalledOn) {
  const Verdict verdict = check_injective(opaque(offset_in_short_rows, kTile).value());
  ASSERT_TRUE(is_refuted(verdict));
  EXPECT_EQ(std::get<Refuted>(verdict).counterexample().text,
            "(row 0, col 56) and (row 1, col 8) both have offset 56");
}

TEST(PlainFunction, IsUnknownWhereItIsTriedOnSamples) {
  const auto function = opaque(offset_in_tile, {{"row", 1 << 20}, {"col", 1 << 20}}).value();
  const Verdict verdict = check_injective(function);
  ASSERT_TRUE(is_unknown(verdict));
  EXPECT_EQ(std::get<Unknown>(verdict).reason,
            "it holds on 65536 of 1099511627776 points, which is no proof");
}

TEST(PlainFunction, IsRefutedOnSamplesToo) {
  const auto function = opaque(offset_in_tile, {{"row", 1 << 20}, {"col", (1 << 20) + 1}}).value();
  const Verdict verdict = check_injective(function);
  ASSERT_TRUE(is_refuted(verdict));
  EXPECT_EQ(std::get<Refuted>(verdict).engine(), "samples");
}

}  // namespace
