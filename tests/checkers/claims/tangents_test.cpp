// Do tangents over GF(2) find what breaks maps that are not linear, and nothing where nothing does?
#include "checkers/engines/tangents.hpp"

#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::map_of;

// What is found breaks the claim's last question, and is replayed.
std::string found(const Claim& claim) {
  const Question question = questions_of(claim).back();
  const auto broken = broken_on_tangents(question);
  return broken ? refuted(claim, question, "f2", broken->at).counterexample().text : "none";
}

std::string injective(const std::string& text) { return found(Injective{map_of(text)}); }

TEST(Tangents, FindTwoPointsThatDifferInOneBit) {
  EXPECT_EQ(injective("offset(row: 8, col: 64) = row * 64 + (col | row << 3)"),
            "(row 1, col 0) and (row 1, col 8) both have offset 72");
}

TEST(Tangents, FindABitThatGivesWhatOthersGive) {
  // Blocks of 128 that overlap by 8: 128 - 8 = 8 + 16 + 32 + 64.
  EXPECT_EQ(injective("offset(x: 1024) = x % 128 + x / 128 * 120"),
            "(x 120) and (x 128) both have offset 120");
}

TEST(Tangents, FindTheLargestOffset) {
  const auto in_bounds = [](Word allocation) {
    return found(
        claim_of(make_in_bounds(map_of("offset(row: 4, col: 8) = row * 9 + col"), allocation)));
  };
  EXPECT_EQ(in_bounds(34), "(row 3, col 7) has offset 34, not below 34");
  EXPECT_EQ(in_bounds(35), "none");
}

TEST(Tangents, FindWhereTwoMapsDiffer) {
  const auto equal = [](const std::string& a, const std::string& b) {
    return found(claim_of(make_equal(map_of(a), map_of(b))));
  };
  EXPECT_EQ(equal("offset(x: 8, y: 8) = x + y", "offset(x: 8, y: 8) = x | y"),
            "(x 1, y 1) has offset 2 in the first layout and offset 1 in the second");
  EXPECT_EQ(equal("offset(x: 8, y: 8) = x + y", "offset(x: 8, y: 8) = y + x"), "none");
}

TEST(Tangents, FindNothingInLayoutsThatAreRight) {
  EXPECT_EQ(injective("(16,64):(72,1)"), "none");
  EXPECT_EQ(injective("offset(x: 1024) = x + x / 128 * 8"), "none");
  EXPECT_EQ(injective("Sw<3,0,3> o 0 o (8,8):(9,1)"), "none");
}

TEST(Tangents, LeaveOutWhatOneBitDoesNotShow) {
  // 35 * 3 = 21 * 5: both are sums of two bits' values, that share no sum over GF(2).
  EXPECT_EQ(injective("(4,6):(35,21)"), "none");
}

TEST(Tangents, AreNotTakenOfFamilies) {
  EXPECT_EQ(injective("param p in 0..4; offset(x: 8, y: 8) = x * p + y"), "none");
}

}  // namespace
}  // namespace tileproof
