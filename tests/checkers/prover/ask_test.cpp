// What is said of several questions: all hold, one does not, one is open.
#include <gtest/gtest.h>

#include "checkers/prover/prover.hpp"
#include "tests/encodings/index_map/maps.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof {
namespace {

// Requires: the name lives on.
Question below(const std::string& map, Word bound, std::string_view name = "below") {
  return {name, Below{testing::layout(map), {bound}}};
}

const char* const kLinear = "offset(i: 8) = i";
const char* const kStrided = "offset(i: 8) = i * 3";

Verdict said(const Questions& questions, const Decider& decide = by_all_engines()) {
  return ask(
      questions, decide, "all 8 points", [](const Question& question, const Decision& found) {
        const Word i = point_of(found).front();
        return Refuted::replayed(
            found.engine, {std::string(question.name), {{"i", i}}}, [] { return true; });
      });
}

TEST(Ask, ProvesByAllEnginesThatDecidedAQuestion) {
  const auto verdict = said({below(kStrided, 22), below(kLinear, 8)});
  EXPECT_EQ(verdict_and_engine(verdict), "proved f2 and strides");
  EXPECT_EQ(words_of(verdict), "all 8 points");
}

TEST(Ask, RefutesByTheFirstQuestionThatDoesNotHold) {
  const auto verdict = said({below(kLinear, 8), below(kLinear, 5, "below 5"), below(kLinear, 3)});
  EXPECT_EQ(words_of(verdict), "below 5");
  EXPECT_EQ(fields_of(verdict), (Fields{{"i", 5}}));
}

TEST(Ask, IsUnknownAtAQuestionThatIsOpenWhateverComesBehindIt) {
  const auto verdict = said({below(kStrided, 22), below(kLinear, 5)}, by_engine(EngineName::kF2));
  EXPECT_EQ(verdict_and_engine(verdict), "unknown");
  EXPECT_NE(words_of(verdict).find("not linear"), std::string::npos) << words_of(verdict);
}

}  // namespace
}  // namespace tileproof
