// Claims for each value of some parameters: one by one where that takes no solver.
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::map_of;
using testing::summary;

TEST(Cases, AreAllValuesTheLastParameterSlowest) {
  const Claim claim = Injective{map_of("param p in 3..5; param q in 0..1; f(x: 4) = x*p + q")};
  const auto cases = cases_of(claim);
  ASSERT_TRUE(cases);
  ASSERT_EQ(cases->size(), 6u);
  std::size_t at = 0;
  for (Word q = 0; q <= 1; ++q) {
    for (Word p = 3; p <= 5; ++p) {
      const Case& one = (*cases)[at++];
      EXPECT_EQ(one.values, (std::vector<std::pair<std::string, Word>>{{"p", p}, {"q", q}}));
      EXPECT_EQ(value_at(std::get<Injective>(one.claim).map, std::vector<Word>{2}),
                std::vector<Word>{2 * p + q});
    }
  }
}

TEST(Cases, FixBothLayoutsThatAreEqual) {
  const auto cases = cases_of(claim_of(make_equal(map_of("param p in 0..2; f(x: 4) = x << p"),
                                                  map_of("param p in 0..2; f(x: 4) = x * p"))));
  ASSERT_TRUE(cases);
  ASSERT_EQ(cases->size(), 3u);
  const auto& last = std::get<Equal>(cases->back().claim);
  EXPECT_EQ(value_at(last.a, std::vector<Word>{3}), std::vector<Word>{12});
  EXPECT_EQ(value_at(last.b, std::vector<Word>{3}), std::vector<Word>{6});
}

TEST(Cases, AreOneWithoutParametersAndNoMoreThan4096) {
  EXPECT_EQ(cases_of(Injective{map_of("(4,2):(2,1)")})->size(), 1u);
  EXPECT_EQ(cases_of(Injective{map_of("param p in 1..4096; f(x: 4) = x + p")})->size(), 4096u);
  const auto many = cases_of(Injective{map_of("param p in 0..4096; f(x: 4) = x + p")});
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().message, "the parameters have more than 4096 values");
}

// Each of them in no time, all of them at once in no time that a solver has.
TEST(Parameters, AreProvedValueByValue) {
  const Verdict verdict = prove(
      Injective{map_of("param pad in 0..64; f(row: 1024, col: 1024) = row*(1024 + pad) + col")},
      {});
  ASSERT_TRUE(is_proved(verdict)) << summary(verdict);
  EXPECT_EQ(std::get<Proved>(verdict).engine, "f2 and strides");
  EXPECT_EQ(std::get<Proved>(verdict).scope,
            "all 2^20 points, for each of 65 values of the parameters");
}

TEST(Parameters, AreRefutedAtTheSmallestValue) {
  const auto words = [](const Claim& claim) { return summary(prove(claim, {})); };
  EXPECT_EQ(words(Injective{map_of(
                "param p in 0..9; param q in 0..9; f(row: 512, col: 509) = row*(518 - p - q) + "
                "col")}),
            "refuted: (row 1, col 0, p 9, q 1) and (row 0, col 508, p 9, q 1) both have f 508");
  EXPECT_EQ(
      words(claim_of(make_in_bounds(
          map_of("param pad in 0..64; f(row: 64, col: 1024) = row*(1024 + pad) + col"), 67000))),
      "refuted: (row 63, col 976, pad 24) has f 67000, not below 67000");
  EXPECT_EQ(words(claim_of(make_aligned(
                map_of("param pad in 0..64; f(col: 1024, row: 64) = row*(1024 + 8*pad/3) + col"),
                16,
                16,
                8,
                0))),
            "refuted: the vector at (col 0, row 1, pad 1) starts at f 1026 of 16-bit elements, not "
            "at a multiple of 16 bytes");
  EXPECT_EQ(
      words(claim_of(make_aligned(
          map_of("param pad in 0..64; f(col: 1024, row: 64) = row*1024 + col + col/8*pad/64*4"),
          16,
          16,
          8,
          0))),
      "refuted: the vector at (col 512, row 0, pad 1) starts at f 516 of 16-bit elements, not at a "
      "multiple of 16 bytes");
  EXPECT_EQ(words(claim_of(
                make_equal(map_of("param p in 0..9; f(x: 4096, y: 4096) = x*4096 + y"),
                           map_of("param p in 0..9; f(x: 4096, y: 4096) = (x << 12) + y + p/7")))),
            "refuted: (x 0, y 0, p 7) has f 0 in the first layout and f 1 in the second");
}

TEST(Parameters, AreUnknownWhereOneValueIs) {
  const Verdict verdict = prove(
      Injective{map_of("param p in 0..1; f(x: 1048576, y: 1048576) = x * y == 999985999949 - p ? 0 "
                       ": x + y * 1048576")},
      {.seconds = 0.0});
  EXPECT_TRUE(is_unknown(verdict)) << summary(verdict);
  const Verdict many = prove(Surjective{map_of("param p in 0..9999; f(x: 4) = x ^ p")}, {});
  EXPECT_EQ(summary(many), "unknown: the parameters have more than 4096 values");
}

TEST(Parameters, AreNotThoseOfConversions) {
  const IndexMap memory = map_of("offset(r: 4, c: 32) = 32 * r + c");
  const IndexMap whole = map_of("(r, c)(i: 4, j: 32) = (i, j)");
  const IndexMap parts = map_of("param p in 0..7; (r, c)(i: 4, j: 4) = (i, j + 4*p)");
  EXPECT_TRUE(make_converts(whole, memory, memory, whole));
  for (const auto& refused :
       {make_converts(parts, memory, memory, whole), make_converts(whole, memory, memory, parts)}) {
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "'converts' is not offered for layouts with parameters");
  }
}

}  // namespace
}  // namespace tileproof
