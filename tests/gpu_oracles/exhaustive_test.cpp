// Layouts that an H200 evaluated at every point, against enumeration on the host and against the
// provers.
#include <gtest/gtest.h>

#include <set>

#include "checkers/claims/prove.hpp"
#include "gpu_oracles/exhaustive/exhaustive_replay.hpp"
#include "gpu_oracles/exhaustive/smaller_questions.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

constexpr const char* kExhaustiveFile = "h200/exhaustive.jsonl.gz";

std::vector<Observation> exhaustive_observations() {
  std::vector<Observation> list;
  for (auto& line : read_json_lines(kExhaustiveFile)) {
    if (line.contains("in")) list.push_back({line["in"], line["out"]});
  }
  return list;
}

std::size_t exhaustive_differences(const OffsetModel& model) {
  std::size_t count = 0;
  for (const Observation& observation : exhaustive_observations()) {
    const auto difference = replay_exhaustive(observation, model);
    EXPECT_TRUE(difference.has_value()) << difference.error().message;
    if (difference && *difference) ++count;
  }
  return count;
}

TEST(Exhaustive, EveryAnswerIsAsTheDefinitionSays) {
  const auto summary = replay_file(TILEPROOF_TEST_DATA + std::string("/") + kExhaustiveFile,
                                   [](const Observation& o) { return replay_exhaustive(o); });
  ASSERT_TRUE(summary.has_value()) << summary.error().message;
  EXPECT_EQ(summary->differences, 0U) << summary->first_differences.front();
  EXPECT_GT(summary->observations, 400U);
}

TEST(Exhaustive, BothVerdictsWereGivenOften) {
  std::size_t holds = 0;
  std::size_t fails = 0;
  for (const Observation& observation : exhaustive_observations()) {
    const bool has_witness =
        !observation.out.value("collision", observation.out.value("difference", nlohmann::json()))
             .is_null();
    ++(has_witness ? fails : holds);
  }
  EXPECT_GT(holds, 100U);
  EXPECT_GT(fails, 100U);
}

TEST(Exhaustive, AnOffsetThatIsWrongAtOnePointIsRefused) {
  EXPECT_GT(exhaustive_differences(**offset_model_choice().find("offset-error")), 100U);
}

TEST(SmallerQuestions, AreQuestionsWithOneNumberLess) {
  const nlohmann::json in = {{"question", "injective"},
                             {"layout", "Sw<1,0,2> o (4,3):(8,2)"},
                             {"shape", nlohmann::json::array()}};
  std::set<std::string> layouts;
  for (const auto& smaller : smaller_questions(in)) {
    EXPECT_TRUE(parse_question(smaller).has_value());
    layouts.insert(smaller.at("layout"));
  }
  EXPECT_TRUE(layouts.contains("Sw<1,0,2> o (4,3):(4,2)"));
  EXPECT_TRUE(layouts.contains("Sw<0,0,2> o (4,3):(8,2)"));
  EXPECT_TRUE(layouts.contains("Sw<1,0,2> o (4,2):(8,2)"));
  EXPECT_FALSE(layouts.contains("Sw<1,0,2> o (4,3):(8,2)"));
}

Verdict prove_as_asked(const ExhaustiveQuestion& question) {
  Limits limits;
  limits.seconds = 2;
  if (!question.other) return prove(Injective{question.layout}, limits);
  const auto claim = make_equal(question.layout, *question.other);
  EXPECT_TRUE(claim.has_value()) << claim.error().message;
  return prove(*claim, limits);
}

// Beyond what a host can enumerate, the provers are the other opinion.  They may be undecided, not
// of another mind.
TEST(Exhaustive, TheProversSayTheSameOfLargeLayouts) {
  std::size_t large = 0;
  std::size_t decided = 0;
  for (const Observation& observation : exhaustive_observations()) {
    if (observation.out.at("points").get<Word>() <= kMaxEnumerated) continue;
    ++large;
    const auto question = parse_question(observation.in);
    ASSERT_TRUE(question.has_value()) << question.error().message;
    const bool holds = observation.out.at(question->other ? "difference" : "collision").is_null();
    const Verdict verdict = prove_as_asked(*question);
    EXPECT_FALSE(is_proved(verdict) && !holds) << observation.in;
    EXPECT_FALSE(is_refuted(verdict) && holds) << observation.in;
    if (!is_unknown(verdict)) ++decided;
  }
  EXPECT_GE(large, 13U);
  EXPECT_GE(decided, 12U);
}

}  // namespace
}  // namespace tileproof::oracles
