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

TEST(Tape, IsTheDefinitionInAnyNotation) {
  const std::pair<const char*, std::vector<Word>> layouts[] = {
      {"(8,8):(9,1)", {}},
      {"(63,65):(65,1)", {}},
      {"Sw<3,4,3> o (64,64):(64,1)", {}},
      {"Sw<2,1,-4> o (32,8):(1,32)", {}},
      {"#ttg.padded_shared<[64:+4, 512:+16] {order = [1, 0], shape = [64, 64]}>", {64, 64}},
      {"#ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1]}>", {64, 32}},
      {"#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>",
       {64, 64}},
      {"#ttg.shared_linear<{offset = [[0, 1], [1, 1], [2, 0], [0, 2]]}, alignment = 16>", {4, 4}},
      {"offset(a: 60, b: 50) = a < b ? a * 64 + b : (a ^ b) + 8192 - min(a, b) % 7", {}},
      {"offset(a: 4096) = (~a & 15) + (a >> 4 << 5) + (a == 7 || a != 9 && !(a > 100))", {}},
  };
  for (const auto& [text, shape] : layouts) {
    const auto map = parse_index_map(text, shape);
    ASSERT_TRUE(map.has_value()) << text << ": " << map.error().message;
    const auto recorded = record(*map);
    ASSERT_TRUE(recorded.has_value()) << text << ": " << recorded.error().message;
    const Tape& tape = recorded->tape;
    for (Word flat = 0; flat < map->points(); ++flat) {
      const Word value = value_at(*map, recorded->point(*map, flat))[0];
      ASSERT_EQ(run(U64{}, tape, flat), value) << text << " at " << flat;
      if (!tape.is_narrow) continue;
      ASSERT_EQ(run(U32{}, tape, static_cast<std::uint32_t>(flat)), value)
          << text << " at " << flat;
    }
  }
}

TEST(Tape, StaysShortWhereBitsAreOnlyMoved) {
  const auto swizzled = parse_index_map(
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", {64, 64});
  const auto recorded = record(*swizzled);
  ASSERT_TRUE(recorded.has_value());
  EXPECT_EQ(recorded->tape.step_count, 3U);  // flat ^ (flat & mask) >> 3
}

TEST(Tape, UsesSlotsAgain) {
  std::string text = "offset(i: 64) = i";
  for (int k = 0; k < 40; ++k) text += " * 3 % 61";
  const auto recorded = record(*parse_index_map(text, {}));
  ASSERT_TRUE(recorded.has_value()) << recorded.error().message;
  EXPECT_EQ(recorded->tape.step_count, 80U);
  EXPECT_EQ(recorded->tape.slot_count, 1U);
}

TEST(Tape, IsNarrowOnlyWhereNoStepLeaves32Bits) {
  const auto is_narrow = [](const char* text) {
    const auto recorded = record(*parse_index_map(text, {}));
    return recorded.has_value() && recorded->tape.is_narrow;
  };
  EXPECT_TRUE(is_narrow("offset(i: 65536) = i * 65537"));
  EXPECT_FALSE(is_narrow("offset(i: 65536) = i * 65539"));
  EXPECT_FALSE(is_narrow("offset(i: 65536) = i * 65539 / 65539"));
  EXPECT_TRUE(is_narrow("offset(i: 4294967296) = i"));
  EXPECT_FALSE(is_narrow("offset(i: 4294967297) = i / 2"));
}

TEST(Tape, RefusesWhatIsNoSingleFunctionOfPoints) {
  const auto parameter = parse_index_map("param p in 0..3; offset(i: 8) = i * p", {});
  ASSERT_TRUE(parameter.has_value());
  EXPECT_FALSE(record(*parameter).has_value());
  const auto pair = parse_index_map("(row, col)(i: 8) = (i / 4, i % 4)", {});
  ASSERT_TRUE(pair.has_value());
  EXPECT_FALSE(record(*pair).has_value());
}

}  // namespace
}  // namespace tileproof::oracles
