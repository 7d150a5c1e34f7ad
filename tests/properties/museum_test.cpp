// Does the museum tell each bug from what is right, and would it notice a row that does not?
#include <gtest/gtest.h>

#include <set>

#include "properties/museum/tell_apart.hpp"

namespace tileproof::museum {
namespace {

const Row& row_named(const std::string& id) {
  for (const Row& row : rows()) {
    if (row.id == id) return row;
  }
  throw std::out_of_range("there is no row " + id);
}

TEST(Museum, RefutesTheClaimOfEachBugAndProvesItOfWhatIsRight) {
  for (const Row& row : rows()) {
    if (!row.models) continue;
    const Comparison comparison = tell_apart(*row.models);
    EXPECT_EQ(comparison.buggy.said, Said::kRefuted) << row.id << ": " << comparison.buggy.text;
    EXPECT_EQ(comparison.fixed.said, Said::kProved) << row.id << ": " << comparison.fixed.text;
    EXPECT_NE(comparison.buggy.text, "") << row.id << ": refuted without a counterexample";
    EXPECT_NE(comparison.fixed.text, "") << row.id << ": proved without a scope";
  }
}

TEST(Museum, TellsFortyBugsApartTwentyFiveOfThemByProgramsFilesAndBuffers) {
  std::size_t told = 0;
  std::size_t by_moves_and_memory = 0;
  for (const Row& row : rows()) {
    if (!row.models || !tell_apart(*row.models).is_told_apart()) continue;
    ++told;
    const Json& op = row.models->buggy.at("op");
    if (op == "realises" || op == "check" || op == "buffers") ++by_moves_and_memory;
  }
  EXPECT_GE(told, 40U);
  EXPECT_GE(by_moves_and_memory, 25U);
}

TEST(Museum, SaysWhyABugIsNotToldApart) {
  std::size_t not_told = 0;
  for (const Row& row : rows()) {
    EXPECT_NE(row.models.has_value(), !row.not_told.empty()) << row.id;
    not_told += row.models ? 0U : 1U;
  }
  EXPECT_GE(not_told, 1U);
}

// A file that is right is right as a whole.
TEST(Museum, HasNoFixedFileOfWhichSomethingElseIsRefuted) {
  std::size_t files = 0;
  for (const Row& row : rows()) {
    if (!row.models || row.models->fixed.at("op") != "check") continue;
    ++files;
    EXPECT_EQ(judge({"check"}, row.models->fixed).said, Said::kProved) << row.id;
  }
  EXPECT_GE(files, 5U);
}

TEST(Museum, FindsARowWhoseModelsAreExchanged) {
  for (const Row& row : rows()) {
    if (!row.models) continue;
    const Models exchanged{row.models->claim, row.models->fixed, row.models->buggy};
    const Comparison comparison = tell_apart(exchanged);
    EXPECT_FALSE(comparison.is_told_apart()) << row.id;
    EXPECT_EQ(comparison.buggy.said, Said::kProved) << row.id;
    EXPECT_EQ(comparison.fixed.said, Said::kRefuted) << row.id;
  }
}

TEST(Museum, FindsARowWhoseFixedModelIsNotFixed) {
  for (const Row& row : rows()) {
    if (!row.models) continue;
    const Models same{row.models->claim, row.models->buggy, row.models->buggy};
    EXPECT_FALSE(tell_apart(same).is_told_apart()) << row.id;
  }
}

TEST(Museum, GivesNoVerdictWhereTheAnswerHasNoneOfTheClaim) {
  const Json file = row_named("T#1910").models->fixed;
  EXPECT_EQ(judge({"layout"}, file).said, Said::kProved);
  EXPECT_EQ(judge({"overlap"}, file).said, Said::kNoAnswer);
  EXPECT_EQ(judge({"layout", {"ttg.local_load"}}, file).said, Said::kNoAnswer);
  const Json plan = row_named("T#7207").models->fixed;
  EXPECT_EQ(judge({"within", {"half"}}, plan).said, Said::kProved);
  EXPECT_EQ(judge({"within", {"another"}}, plan).said, Said::kNoAnswer);
  EXPECT_EQ(judge({"within"}, plan).said, Said::kNoAnswer);
  const Json program = row_named("T#8683").models->fixed;
  EXPECT_EQ(judge({"realises"}, program).said, Said::kProved);
  EXPECT_EQ(judge({"injective"}, program).said, Said::kNoAnswer);
}

TEST(Museum, GivesNoVerdictOfARequestThatIsRefused) {
  const Judgement judgement = judge({"injective"}, {{"op", "prove"}, {"claim", "injective"}});
  EXPECT_EQ(judgement.said, Said::kNoAnswer);
  EXPECT_EQ(judgement.text, "the claim 'injective' needs a layout");
  EXPECT_EQ(judge({"injective"}, {{"op", "no such op"}}).said, Said::kNoAnswer);
}

TEST(Museum, SaysUnknownWhereTheProverDoes) {
  const Json hard{
      {"op", "prove"}, {"claim", "injective"}, {"layout", "(8,8):(9,1)"}, {"engine", "f2"}};
  EXPECT_EQ(judge({"injective"}, hard).said, Said::kUnknown);
  EXPECT_FALSE(tell_apart({{"injective"}, hard, hard}).is_told_apart());
}

TEST(Museum, TakesTheWorstOfAllFindingsOfAClaim) {
  const Json file = row_named("T#1910").models->buggy;
  const Judgement layouts = judge({"layout"}, file);  // one is proved, the next refuted
  EXPECT_EQ(layouts.said, Said::kRefuted);
  EXPECT_EQ(layouts.text, "the layout has 1 warps in a CTA, the kernel 2: warp 1 has no elements");
  EXPECT_EQ(judge({"layout", {"tt.func"}}, file).said, Said::kProved);
}

TEST(Museum, ComparesNumbersWithTheirBounds) {
  const Json program = row_named("T#8655").models->fixed;
  const auto said = [&](Claim::Bound bound, Word limit) {
    return judge({"cost/instructions", {}, bound, limit}, program).said;
  };
  EXPECT_EQ(said(Claim::Bound::kAtMost, 3), Said::kProved);
  EXPECT_EQ(said(Claim::Bound::kAtMost, 2), Said::kRefuted);
  EXPECT_EQ(said(Claim::Bound::kAtLeast, 3), Said::kProved);
  EXPECT_EQ(said(Claim::Bound::kAtLeast, 4), Said::kRefuted);
  EXPECT_EQ(judge({"cost/none", {}, Claim::Bound::kAtMost, 3}, program).said, Said::kNoAnswer);
  EXPECT_EQ(judge({"cost", {}, Claim::Bound::kAtMost, 3}, program).said, Said::kNoAnswer);
  EXPECT_EQ(judge({"cost/bytes/of", {}, Claim::Bound::kAtMost, 3}, program).said, Said::kNoAnswer);
}

TEST(Museum, TakesNoNumberOfAProgramThatIsWrong) {
  const Json wrong = row_named("T#8683").models->buggy;
  EXPECT_EQ(judge({"cost/instructions", {}, Claim::Bound::kAtMost, 1000}, wrong).said,
            Said::kNoAnswer);
}

TEST(Museum, TakesAnOperationOfCuTeByItsObligations) {
  const auto composition = [](const char* a, const char* b) {
    return Json{{"op", "cute"}, {"name", "composition"}, {"a", a}, {"b", b}};
  };
  EXPECT_EQ(judge({"obligations"}, composition("(10,2):(16,4)", "(3,4):(1,5)")).said,
            Said::kProved);
  EXPECT_EQ(judge({"obligations"}, composition("(6,2):(1,7)", "(3,2):(2,3)")).said, Said::kRefuted);
}

}  // namespace
}  // namespace tileproof::museum
