// Claims for each value of some parameters: one by one where that takes no solver.
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::decisions;
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
  EXPECT_EQ(std::get<Proved>(verdict).engine(), "f2 and strides");
  EXPECT_EQ(std::get<Proved>(verdict).scope(),
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

TEST(Parameters, AreRefutedAmongTheFirstOfManyValues) {
  EXPECT_EQ(summary(prove(Surjective{map_of("param p in 0..9999; f(x: 4) = x ^ p")}, {})),
            "refuted: no point has f 0; the largest is 7, where p is 4");
  EXPECT_EQ(summary(prove(Injective{map_of("param p in 1..1000; param q in 0..1000000; "
                                           "f(x: 4096, y: 4096) = x * (4097 - p) + y + q")},
                          {})),
            "refuted: (x 1, y 0, p 2, q 0) and (x 0, y 4095, p 2, q 0) both have f 4095");
}

TEST(Parameters, AreUnknownWhereOneValueIs) {
  const Verdict verdict = prove(
      Injective{map_of("param p in 0..1; f(x: 1048576, y: 1048576) = x * y == 999985999949 - p ? 0 "
                       ": x + y * 1048576")},
      {.seconds = 0.0});
  EXPECT_TRUE(is_unknown(verdict)) << summary(verdict);
  const Verdict many = prove(Surjective{map_of("param p in 0..9999; f(x: 4) = x ^ (p & 3)")}, {});
  EXPECT_EQ(summary(many),
            "unknown: the parameters have 10000 values, of which the first 4096 hold");
}

Result<Claim> loads_column(const char* memory,
                           const char* access = "(r, c)(lane: 32, step: 4) = (lane, step)") {
  static const Target target = *Target::parse("cuda:90");
  return make_conflict_free(
      map_of(memory), map_of(access), 32, **target.find_rule("ld.shared.b32"));
}

TEST(Parameters, OfAMemoryWithoutConflictsAreFixedOneByOne) {
  const auto decided = [](const char* memory) { return decisions(claim_of(loads_column(memory))); };
  EXPECT_EQ(decided("param pad in 0..2; f(r: 32, c: 4) = r * (33 + 2*pad) + c"),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(decided("param pad in 1..3; f(r: 32, c: 4) = r * (32 + pad) + c"),
            "sat smt enumerate prove: refuted: lanes 0 and 16 are served together and want two "
            "words from bank 0: bytes 0 and 2176, where pad is 2");
}

TEST(Parameters, OfAMemoryAreNotThoseOfTheAccess) {
  const char* const access = "param k in 0..3; (r, c)(lane: 32) = (lane, k)";
  const auto loads = loads_column("param pad in 0..7; f(r: 32, c: 4) = r*(33 + 2*pad) + c", access);
  const Verdict verdict = prove(claim_of(loads), {});
  ASSERT_TRUE(is_proved(verdict)) << summary(verdict);
  EXPECT_EQ(std::get<Proved>(verdict).scope(),
            "all 2^5 points, for each of 2^5 values of the parameters");
  const auto refused = loads_column("param k in 0..7; f(r: 32, c: 4) = r*(33 + 2*k) + c", access);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "the parameter 'k' is in 0..7 in one layout and in 0..3 in another");
}

TEST(Parameters, OfConversionsAreFixedOneByOne) {
  const char* const elements = "{i = [[1, 0], [2, 0]], j = [[0, 1], [0, 2]]} -> {r = 4, c = 4}";
  const auto converts = [&](const char* written, const char* read) {
    return claim_of(
        make_converts(map_of(elements), map_of(written), map_of(read), map_of(elements)));
  };
  const char* const padded = "param p in 0..5; f(r: 4, c: 4) = r * (4 + p) + c";
  EXPECT_EQ(decisions(converts(padded, padded)), "sat smt enumerate prove: proved");
  // p is one number for both, q is not p.
  EXPECT_EQ(decisions(converts(padded, "param p in 0..5; f(r: 4, c: 4) = 4*r + p*r + c")),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(
      decisions(converts(padded, "param q in 0..5; f(r: 4, c: 4) = r * (4 + q) + c")),
      "f2 sat smt enumerate prove: refuted: (i 1, j 0) reads element (r 1, c 0) at f 4, but it "
      "was written at f 5, where p is 1 and q is 0");
  const char* const overlapping = "param p in 0..5; f(r: 4, c: 4) = r * (8 - p) + c";
  EXPECT_EQ(decisions(converts(overlapping, overlapping)),
            "sat smt enumerate prove: refuted: (i 1, j 0) reads element (r 1, c 0) at f 3, where "
            "(i 0, j 3) writes element (r 0, c 3), where p is 5");
}

TEST(Parameters, OfConversionsMayHaveTooManyValues) {
  const IndexMap elements = map_of("{i = [[1, 0]], j = [[0, 1]]} -> {r = 2, c = 2}");
  const IndexMap memory = map_of("param p in 0..4096; f(r: 2, c: 2) = r * (2 + p) + c");
  EXPECT_EQ(summary(prove(claim_of(make_converts(elements, memory, memory, elements)), {100})),
            "unknown: the parameters have 4097 values, of which the first 4096 hold");
}

TEST(Parameters, OfOneNameHaveTheSameValues) {
  const IndexMap whole = map_of("(r, c)(i: 4, j: 4) = (i, j)");
  const auto refused = make_converts(whole,
                                     map_of("param p in 0..5; f(r: 4, c: 4) = r * (4 + p) + c"),
                                     map_of("param p in 0..6; f(r: 4, c: 4) = r * (4 + p) + c"),
                                     whole);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "the parameter 'p' is in 0..5 in one layout and in 0..6 in another");
}

TEST(Parameters, OfPlacesAreFixedOneByOne) {
  const IndexMap memory = map_of("offset(r: 4, c: 32) = 32 * r + c");
  const IndexMap whole = map_of("(r, c)(i: 4, j: 32) = (i, j)");
  const IndexMap parts = map_of("param p in 0..7; (r, c)(i: 4, j: 4) = (i, j + 4*p)");
  const auto words = [&](const IndexMap& source, const IndexMap& destination) {
    return summary(prove(claim_of(make_converts(source, memory, memory, destination)), {}));
  };
  EXPECT_EQ(words(whole, parts), "proved");
  EXPECT_EQ(words(parts, parts), "proved");
  EXPECT_EQ(words(parts, whole),
            "refuted: no place of the source holds the element that is read: i 0 j 4, where p is "
            "0");
}

}  // namespace
}  // namespace tileproof
