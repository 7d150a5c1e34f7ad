// Which layouts are proved, which refuted and with which counterexample, and where is the answer
// unknown?  At least one of each for every rule that a layout must keep.
#include "checkers/layout/layout_check.hpp"

#include <gtest/gtest.h>

#include "tests/support/deciders.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof {
namespace {

LayoutAnswer check(const std::string& text,
                   const triton::Shape& shape,
                   const KernelSize& kernel = {}) {
  return check_layout(On(text, shape), kernel).value();
}

LayoutAnswer enumerate(const std::string& text,
                       const triton::Shape& shape,
                       const KernelSize& kernel = {}) {
  return check_layout(On(text, shape), kernel, kVisit).value();
}

// Both engines refute with the same counterexample, which is returned.
Fields refuted(const std::string& text, const triton::Shape& shape, const KernelSize& kernel = {}) {
  const auto answer = check(text, shape, kernel);
  const auto visited = enumerate(text, shape, kernel);
  EXPECT_TRUE(is_refuted(answer.verdict)) << words_of(answer.verdict);
  EXPECT_EQ(verdict_and_engine(visited.verdict), "refuted enumerate");
  EXPECT_EQ(words_of(answer.verdict), words_of(visited.verdict));
  EXPECT_EQ(fields_of(answer.verdict), fields_of(visited.verdict));
  return fields_of(answer.verdict);
}

constexpr const char* kBlocked =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>";
// Like kGapText, with two registers for one element.
constexpr const char* kGapAndCopy =
    "#ttg.linear<{register = [[0, 1], [0, 1]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], "
    "warp = [], block = []}>";

TEST(CheckLayout, ProvesABlockedLayoutThatFillsItsTensorOnce) {
  const auto answer = check(kBlocked, {32, 16}, {32, 4, 1});
  EXPECT_EQ(verdict_and_engine(answer.verdict), "proved f2");
  EXPECT_EQ(words_of(answer.verdict), "all 2^9 places, all 2^9 elements");
  EXPECT_EQ(answer.surjective, true);
  EXPECT_EQ(answer.injective, true);
}

TEST(CheckLayout, ProvesATensorThatIsSmallerThanTheLayoutAndNamesItsCopies) {
  const auto answer = check(kBlocked, {16, 16});
  EXPECT_TRUE(is_proved(answer.verdict));
  EXPECT_EQ(answer.injective, false);
  const std::vector<NamedValue> copies = {{kRegister, 0}, {kLane, 0}, {kWarp, 2}, {kBlock, 0}};
  EXPECT_EQ(answer.copies, copies);
}

TEST(CheckLayout, RefutesALinearLayoutThatMissesAColumnByTheElementBeforeIt) {
  EXPECT_EQ(
      refuted(kGapText, {32, 32}),
      (Fields{{"row", 0}, {"col", 2}, {"register", 1}, {"lane", 28}, {"warp", 3}, {"block", 0}}));
  EXPECT_EQ(words_of(check(kGapText, {32, 32}).verdict),
            "no place holds element (row 0, col 2); the elements before it are held, the last, "
            "(row 31, col 1), at register 1, lane 28, warp 3");
}

TEST(CheckLayout, RefutesALinearLayoutThatMissesAColumnByTheCopyThatIsInItsPlace) {
  EXPECT_EQ(
      refuted(kGapAndCopy, {8, 16}),
      (Fields{{"row", 0}, {"col", 2}, {"register", 3}, {"lane", 0}, {"warp", 0}, {"block", 0}}));
  const auto answer = check(kGapAndCopy, {8, 16});
  EXPECT_EQ(answer.surjective, false);
  EXPECT_EQ(answer.injective, false);
  const std::vector<NamedValue> copies = {{kRegister, 2}, {kLane, 0}, {kWarp, 0}, {kBlock, 0}};
  EXPECT_EQ(answer.copies, copies);
}

TEST(CheckLayout, ProvesTheLinearLayoutWithTheMissingColumnAdded) {
  const auto answer = check(
      "#ttg.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], "
      "[4, 0]], warp = [[8, 0], [16, 0]], block = []}>",
      {32, 32});
  EXPECT_EQ(verdict_and_engine(answer.verdict), "proved f2");
}

TEST(CheckLayout, RefutesSharedLinearWithAnElementTwice) {
  const char* twice =
      "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [1, 1]]}, alignment = 16>";
  EXPECT_EQ(refuted(twice, {2, 4}), (Fields{{"row", 1}, {"col", 1}, {"offset", 8}, {"block", 0}}));
  const auto answer = check(twice, {2, 4});
  EXPECT_EQ(answer.surjective, true);
  EXPECT_EQ(answer.injective, false);
  EXPECT_NE(words_of(answer.verdict).find("element (row 1, col 1) is at offset 5 and at offset 8"),
            std::string::npos)
      << words_of(answer.verdict);
}

TEST(CheckLayout, RefutesSharedLinearThatMissesAColumn) {
  EXPECT_EQ(
      refuted("#ttg.shared_linear<{offset = [[0, 1], [0, 4], [1, 0]]}, alignment = 16>", {2, 8}),
      (Fields{{"row", 0}, {"col", 2}, {"offset", 5}, {"block", 0}}));
}

TEST(CheckLayout, ProvesSharedLinearWhoseZeroBasisIsACopy) {
  const auto answer =
      check("#ttg.shared_linear<{offset = [[0, 1], [0, 0], [1, 0]]}, alignment = 16>", {2, 2});
  EXPECT_TRUE(is_proved(answer.verdict)) << words_of(answer.verdict);
  const std::vector<NamedValue> copies = {{kOffset, 2}, {kBlock, 0}};
  EXPECT_EQ(answer.copies, copies);
}

// The compiler takes the phases of rows 1, 2, 4 ... and XORs them; for these swizzles the phase of
// another row is not that XOR.
TEST(CheckLayout, RefutesThreePhasesByTheFirstRowInWhichTheyDiffer) {
  EXPECT_EQ(refuted(swizzle(4, 1, 3), {16, 32}),
            (Fields{{"row", 3},
                    {"col", 0},
                    {"offset", 96},
                    {"block", 0},
                    {"linear_row", 3},
                    {"linear_col", 12}}));
  EXPECT_EQ(words_of(check(swizzle(4, 1, 3), {16, 32}).verdict),
            "the definition puts element (row 3, col 0) at offset 96, where the linear form has "
            "element (row 3, col 12)");
}

TEST(CheckLayout, RefutesThreeRowsToAPhase) {
  EXPECT_EQ(refuted(swizzle(4, 3, 4), {16, 32}),
            (Fields{{"row", 3},
                    {"col", 0},
                    {"offset", 100},
                    {"block", 0},
                    {"linear_row", 3},
                    {"linear_col", 4}}));
}

TEST(CheckLayout, RefutesGroupsOfThreeElements) {
  EXPECT_EQ(refuted(swizzle(3, 1, 4), {16, 32}),
            (Fields{{"row", 3},
                    {"col", 0},
                    {"offset", 105},
                    {"block", 0},
                    {"linear_row", 3},
                    {"linear_col", 12}}));
}

TEST(CheckLayout, SaysThatAVisitFoundWhatTheDefinitionsTextDoesNotShow) {
  EXPECT_EQ(verdict_and_engine(check(swizzle(4, 1, 3), {16, 32}).verdict), "refuted enumerate");
  // Without phases, groups of three stay where they are: (col / 3) * 3 + col % 3 = col.
  EXPECT_EQ(verdict_and_engine(check(swizzle(3, 1, 1), {16, 32}).verdict),
            "proved enumerate and ranges");
  EXPECT_EQ(verdict_and_engine(check(swizzle(4, 1, 4), {16, 32}).verdict), "proved f2");
}

TEST(CheckLayout, RefutesASwizzleThatIsNotLinearOnATensorTooLargeToVisit) {
  const triton::Shape shape{8192, 4096};
  const auto answer = check(swizzle(4, 1, 3), shape);
  EXPECT_EQ(verdict_and_engine(answer.verdict), "refuted sat");
  EXPECT_EQ(fields_of(answer.verdict).at("row"), 3U);
  EXPECT_EQ(answer.surjective, true);
  EXPECT_EQ(answer.injective, true);
}

TEST(CheckLayout, IsUnknownWhereNoEngineDecides) {
  const Decider brief_visit = by_engine(EngineName::kEnumerate, {.seconds = 0});
  const On large(swizzle(4, 1, 4), {8192, 4096});
  const auto answer = check_layout(large, {}, brief_visit).value();
  EXPECT_EQ(verdict_and_engine(answer.verdict), "unknown");
  EXPECT_FALSE(answer.surjective.has_value());
  EXPECT_FALSE(answer.injective.has_value());
  // Of the linear form all is known, but not that the definition agrees with it.
  const Decider only_f2 = by_engine(EngineName::kF2);
  const auto linear = check_layout(On(swizzle(4, 1, 3), {16, 32}), {}, only_f2).value();
  EXPECT_EQ(words_of(linear.verdict), "the layout is not linear over GF(2): remainder by 3");
  EXPECT_EQ(linear.surjective, true);
  EXPECT_EQ(linear.injective, true);
}

TEST(CheckLayout, ProvesALinearSwizzleOnATensorTooLargeToVisit) {
  EXPECT_EQ(verdict_and_engine(check(swizzle(8, 1, 8), {65536, 65536}).verdict), "proved f2");
}

TEST(CheckLayout, IsUnknownWhereAnyQuestionOnTheWayIsOpen) {
  const On registers(kBlocked, {32, 16});
  const On shared(swizzle(4, 1, 4), {16, 32});
  const On twice("#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [1, 1]]}, alignment = 16>",
                 {2, 4});
  for (const auto& [tensor, name] : {std::pair(registers, "distinct"),
                                     std::pair(registers, "covers"),
                                     std::pair(registers, "defined"),
                                     std::pair(shared, "exists"),
                                     std::pair(shared, "defined"),
                                     std::pair(twice, "once")}) {
    const auto answer = check_layout(tensor, {}, all_but(name)).value();
    EXPECT_EQ(verdict_and_engine(answer.verdict), "unknown") << name;
    EXPECT_EQ(words_of(answer.verdict), "it is left open");
  }
}

struct WrongSize {
  const char* name;
  KernelSize kernel;
  Fields place;
  const char* text;
};

void PrintTo(const WrongSize& wrong, std::ostream* out) { *out << wrong.name; }

class CheckLayoutSize : public ::testing::TestWithParam<WrongSize> {};

TEST_P(CheckLayoutSize, RefutesAKernelOfAnotherSizeByThePlaceThatOneOfThemLacks) {
  const auto& wrong = GetParam();
  EXPECT_EQ(refuted(kBlocked, {32, 16}, wrong.kernel), wrong.place);
  EXPECT_EQ(words_of(check(kBlocked, {32, 16}, wrong.kernel).verdict), wrong.text);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes,
    CheckLayoutSize,
    ::testing::Values(
        WrongSize{"MoreLanes",
                  {64, 4, 1},
                  {{"register", 0}, {"lane", 32}, {"warp", 0}, {"block", 0}},
                  "the layout has 32 lanes in a warp, the kernel 64: lane 32 has no elements"},
        WrongSize{"FewerLanes",
                  {16, {}, {}},
                  {{"register", 0}, {"lane", 16}, {"warp", 0}, {"block", 0}},
                  "the layout has 32 lanes in a warp, the kernel 16: lane 16 does not exist"},
        WrongSize{"MoreWarps",
                  {32, 8, 1},
                  {{"register", 0}, {"lane", 0}, {"warp", 4}, {"block", 0}},
                  "the layout has 4 warps in a CTA, the kernel 8: warp 4 has no elements"},
        WrongSize{"FewerWarps",
                  {32, 1, 1},
                  {{"register", 0}, {"lane", 0}, {"warp", 1}, {"block", 0}},
                  "the layout has 4 warps in a CTA, the kernel 1: warp 1 does not exist"},
        WrongSize{"MoreBlocks",
                  {{}, {}, 2},
                  {{"register", 0}, {"lane", 0}, {"warp", 0}, {"block", 1}},
                  "the layout has 1 CTAs in a cluster, the kernel 2: block 1 has no elements"}),
    [](const auto& wrong) { return std::string(wrong.param.name); });

TEST(CheckLayout, CannotBeAskedWhereTheLayoutCannotDescribeTheShape) {
  const auto layout = layout_from(kBlocked);
  EXPECT_EQ(tensor_of(*layout, {3, 5}).error().code, ErrorCode::kShape);
  EXPECT_EQ(tensor_of(*layout, {64}).error().code, ErrorCode::kShape);
  EXPECT_EQ(tensor_of(*layout, {Word{1} << 40, Word{1} << 40}).error().code, ErrorCode::kOverflow);
}

}  // namespace
}  // namespace tileproof
