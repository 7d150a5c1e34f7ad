// Which conversions are proved, how far must data move for them, and which element is wrong in
// those that are refuted?
#include "checkers/conversion/conversion_check.hpp"

#include <gtest/gtest.h>

#include "checkers/layout/same_layout.hpp"
#include "encodings/index_map/index_map.hpp"
#include "tests/support/deciders.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof {
namespace {

const std::string kRows = blocked("[1, 4]", "[8, 4]", "[4, 1]");

// What both engines say, which must be the same.
std::string movement(const On& source, const On& destination) {
  const auto answer = check_conversion(source, destination).value();
  const auto visited = check_conversion(source, destination, kVisit).value();
  EXPECT_EQ(verdict_and_engine(answer.verdict), "proved f2") << words_of(answer.verdict);
  EXPECT_EQ(verdict_and_engine(visited.verdict), "proved enumerate") << words_of(visited.verdict);
  EXPECT_EQ(answer.movement, visited.movement);
  EXPECT_TRUE(answer.plan.has_value());
  return answer.movement ? to_string(*answer.movement) : "?";
}

Fields refuted(const On& source, const On& destination) {
  const auto answer = check_conversion(source, destination).value();
  const auto visited = check_conversion(source, destination, kVisit).value();
  EXPECT_EQ(verdict_and_engine(answer.verdict), "refuted f2");
  EXPECT_EQ(verdict_and_engine(visited.verdict), "refuted enumerate");
  EXPECT_EQ(words_of(answer.verdict), words_of(visited.verdict));
  EXPECT_EQ(fields_of(answer.verdict), fields_of(visited.verdict));
  EXPECT_FALSE(answer.movement || answer.plan || visited.movement);
  return fields_of(answer.verdict);
}

std::string words(const On& source, const On& destination) {
  return words_of(check_conversion(source, destination).value().verdict);
}

TEST(CheckConversion, OfALayoutToItselfMovesNothing) {
  EXPECT_EQ(movement({kRows, {32, 32}}, {kRows, {32, 32}}), "none");
}

TEST(CheckConversion, MovesRegistersWhereAThreadKeepsItsElements) {
  const std::string lanes = "[[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]";
  EXPECT_EQ(movement({linear("[[0, 1], [0, 2]]", lanes, "[]"), {8, 16}},
                     {linear("[[0, 2], [0, 1]]", lanes, "[]"), {8, 16}}),
            "registers");
}

TEST(CheckConversion, MovesBetweenLanesWhereAWarpKeepsItsElements) {
  EXPECT_EQ(movement({blocked("[1, 4]", "[8, 4]", "[4, 1]"), {32, 16}},
                     {blocked("[1, 2]", "[4, 8]", "[4, 1]"), {32, 16}}),
            "warps");  // the rows of a warp are others
  EXPECT_EQ(movement({blocked("[1, 4]", "[8, 4]", "[4, 1]"), {32, 16}},
                     {blocked("[2, 2]", "[4, 8]", "[4, 1]"), {32, 16}}),
            "lanes");
}

TEST(CheckConversion, MovesBetweenBlocksWhereACtaLacksAnElement) {
  const std::string lanes = "[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]]";
  EXPECT_EQ(movement({linear("[[1, 0]]", lanes, "[]", "[[2, 0]]"), {4, 32}},
                     {linear("[[2, 0]]", lanes, "[]", "[[1, 0]]"), {4, 32}}),
            "blocks");
}

TEST(CheckConversion, TakesTheNearestCopy) {
  // Every warp holds all of the source, so that no warp need ask another.
  const std::string lanes = "[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]]";
  EXPECT_EQ(movement({linear("[[1, 0], [2, 0]]", lanes, "[[0, 0], [0, 0]]"), {4, 32}},
                     {linear("[]", lanes, "[[1, 0], [2, 0]]"), {4, 32}}),
            "registers");
  // The way back gathers from all warps.
  EXPECT_EQ(movement({linear("[]", lanes, "[[1, 0], [2, 0]]"), {4, 32}},
                     {linear("[[1, 0], [2, 0]]", lanes, "[[0, 0], [0, 0]]"), {4, 32}}),
            "warps");
}

TEST(CheckConversion, ServesALayoutWithMoreLanesFromCopies) {
  // The source has one warp, the destination two with the same elements.
  const std::string lanes = "[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]]";
  EXPECT_EQ(movement({linear("[[1, 0]]", lanes, "[]"), {2, 32}},
                     {linear("[[1, 0]]", lanes, "[[0, 0]]"), {2, 32}}),
            "warps");
}

TEST(CheckConversion, RefutesASourceThatLacksAColumn) {
  EXPECT_EQ(
      refuted({kGapText, {32, 32}}, {kRows, {32, 32}}),
      (Fields{{"register", 2}, {"lane", 0}, {"warp", 0}, {"block", 0}, {"row", 0}, {"col", 2}}));
  EXPECT_EQ(
      words({kGapText, {32, 32}}, {kRows, {32, 32}}),
      "destination register 2, lane 0, warp 0 must hold element (row 0, col 2), which no place "
      "of the source holds");
}

TEST(CheckConversion, RefutesADestinationThatLosesAColumn) {
  EXPECT_EQ(
      refuted({kRows, {32, 32}}, {kGapText, {32, 32}}),
      (Fields{{"register", 2}, {"lane", 0}, {"warp", 0}, {"block", 0}, {"row", 0}, {"col", 2}}));
  EXPECT_EQ(words({kRows, {32, 32}}, {kGapText, {32, 32}}),
            "source register 2, lane 0, warp 0 has element (row 0, col 2), which no place of the "
            "destination holds");
}

TEST(CheckConversion, RefutesALargerDestinationByItsFirstPlaceOutside) {
  EXPECT_EQ(
      refuted({kRows, {32, 32}}, {kRows, {64, 64}}),
      (Fields{{"register", 8}, {"lane", 0}, {"warp", 0}, {"block", 0}, {"row", 0}, {"col", 32}}));
  EXPECT_EQ(words({kRows, {32, 32}}, {kRows, {64, 64}}),
            "destination register 8, lane 0, warp 0 must hold element (row 0, col 32), which the "
            "source does not have: the source has the shape 32x32, the destination 64x64");
}

TEST(CheckConversion, RefutesASmallerDestinationByTheLastElement) {
  EXPECT_EQ(refuted({kRows, {64, 64}}, {kRows, {32, 64}}), (Fields{{"row", 63}, {"col", 63}}));
}

TEST(CheckConversion, RefutesAnotherRank) {
  EXPECT_TRUE(is_refuted(
      check_conversion(On(kRows, {32, 32}),
                       On("#ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = "
                          "[4], order = [0]}>",
                          {1024}))
          .value()
          .verdict));
}

TEST(CheckConversion, FailsForLayoutsThatAreNotInRegisters) {
  const On shared("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>",
                  {32, 32});
  for (const auto& answer : {check_conversion(shared, On(kRows, {32, 32})),
                             check_conversion(On(kRows, {32, 32}), shared),
                             check_conversion(shared, On(kRows, {32, 32}), kVisit)}) {
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(answer.error().message, "swizzled_shared is no layout of a tensor in registers");
  }
}

TEST(CheckConversion, IsUnknownWhereAnyQuestionOnTheWayIsOpen) {
  const On tensor(kRows, {32, 32});
  for (const auto& [name, reason] :
       {std::pair("found", "it is left open"),
        std::pair("kept", "it is left open"),
        std::pair("bases", "whether bases are what a layout says: it is left open"),
        std::pair("plan", "what the plan reads: it is left open"),
        std::pair("suffices", "how far data must move: it is left open")}) {
    const auto answer = check_conversion(tensor, tensor, all_but(name)).value();
    ASSERT_EQ(verdict_and_engine(answer.verdict), "unknown") << name;
    EXPECT_EQ(words_of(answer.verdict), reason);
    EXPECT_FALSE(answer.movement || answer.plan);
  }
}

TEST(CheckConversion, VisitsThatTakeTooLongAreUnknown) {
  const Decider brief_visit = by_engine(EngineName::kEnumerate, {.seconds = 0});
  const On large(kRows, {4096, 2048});
  EXPECT_TRUE(is_proved(check_conversion(large, large).value().verdict));
  EXPECT_TRUE(is_unknown(check_conversion(large, large, brief_visit).value().verdict));
}

Fields differ(const On& defined, const On& used) {
  const auto verdict = check_same_layout(defined, used).value();
  EXPECT_EQ(verdict_and_engine(verdict), "refuted f2");
  return fields_of(verdict);
}

// Half of the columns, each thread's own: those from `from` on, given as a formula.
Verdict half(const std::string& column, const Decider& decide) {
  const On whole(kRows, {32, 32});
  const On part(kRows, {32, 16});
  const auto wanted = parse_index_map(
      "(row: 32, col: 32)(register: 4, lane: 32, warp: 4, block: 1) = (lane / 4 + warp * 8, " +
          column + ")",
      {});
  return check_in_threads(whole, part, wanted.value(), decide);
}

std::string half_by_both(const std::string& column) {
  const auto answer = half(column, by_all_engines());
  EXPECT_EQ(words_of(answer), words_of(half(column, kVisit)));
  return verdict_and_engine(answer);
}

TEST(CheckInThreads, HoldsOfColumnsThatAThreadHas) {
  EXPECT_EQ(half_by_both("lane % 4 * 4 + register"), "proved f2");
  EXPECT_EQ(half_by_both("16 + lane % 4 * 4 + register"), "proved f2");
  EXPECT_EQ(half_by_both("lane % 4 * 4 + (register ^ 3)"), "proved f2");
}

TEST(CheckInThreads, RefutesColumnsOfOtherThreads) {
  EXPECT_EQ(half_by_both("(lane % 4 * 4 + register) ^ 8"), "refuted f2");
  // With a carry into the lane's bits.
  EXPECT_EQ(half_by_both("lane % 4 * 4 + register + 1"), "refuted enumerate");
  EXPECT_EQ(words_of(half("lane % 4 * 4 + register + 1", kVisit)),
            "destination register 3, lane 0, warp 0 must hold element (row 0, col 3), which is "
            "element (row 0, col 4) of the source, and in no register of that thread there");
}

TEST(CheckInThreads, IsUnknownWhereTheQuestionIsLeftOpen) {
  EXPECT_EQ(words_of(half("lane % 4 * 4 + register", all_but("suffices"))), "it is left open");
}

TEST(CheckSameLayout, ProvesTwoSpellingsOfOneLayout) {
  const auto verdict = check_same_layout(On(kRows, {32, 16}),
                                         On(linear("[[0, 1], [0, 2]]",
                                                   "[[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]",
                                                   "[[8, 0], [16, 0]]"),
                                            {32, 16}))
                           .value();
  EXPECT_EQ(verdict_and_engine(verdict), "proved f2");
  EXPECT_EQ(words_of(verdict), "all 2^9 places");
}

TEST(CheckSameLayout, RefutesByTheFirstPlaceThatHoldsAnotherElement) {
  const On defined(kRows, {32, 16});
  const On used(blocked("[2, 2]", "[4, 8]", "[4, 1]"), {32, 16});
  EXPECT_EQ(differ(defined, used),
            (Fields{{"register", 2},
                    {"lane", 0},
                    {"warp", 0},
                    {"block", 0},
                    {"row", 0},
                    {"col", 2},
                    {"used_row", 1},
                    {"used_col", 0}}));
  EXPECT_EQ(
      words_of(check_same_layout(defined, used).value()),
      "at register 2, lane 0, warp 0 the value has element (row 0, col 2), but is used as if it "
      "had (row 1, col 0)");
}

TEST(CheckSameLayout, RefutesByAPlaceThatOnlyOneOfThemHas) {
  EXPECT_EQ(differ({kRows, {32, 16}}, {blocked("[1, 4]", "[8, 4]", "[8, 1]"), {32, 16}}),
            (Fields{{"warp", 4}}));
}

TEST(CheckSameLayout, FailsForSharedMemoryAndForOtherKindsOfPlaces) {
  const On shared(swizzle(1, 1, 1), {32, 16});
  EXPECT_FALSE(check_same_layout(shared, shared).has_value());
  EXPECT_FALSE(check_same_layout(On(kRows, {32, 16}), shared).has_value());
}

TEST(CheckSameLayout, RefutesAnotherRankByTheShape) {
  const auto verdict = check_same_layout(
      On("#ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = "
         "[0]}>",
         {512}),
      On(kRows, {32, 16}));
  EXPECT_EQ(words_of(verdict.value()),
            "the value has the shape 512, but is used with the shape 32x16");
}

TEST(CheckSameLayout, RefutesOtherShapesWithTheSamePlaces) {
  // Both have 2^9 places, but one tensor's second dimension is the other's first.
  EXPECT_TRUE(is_refuted(check_same_layout(On(kRows, {32, 16}), On(kRows, {16, 32})).value()));
  // Copies: every place holds the same element, of tensors of 16 and of 32 rows.
  const std::string lanes = "[[0, 1], [0, 2], [0, 4], [0, 8], [0, 0]]";
  const auto verdict = check_same_layout(On(linear("[]", lanes, "[]"), {1, 16}),
                                         On(linear("[]", lanes, "[]"), {1, 16}))
                           .value();
  EXPECT_TRUE(is_proved(verdict));
}

}  // namespace
}  // namespace tileproof
