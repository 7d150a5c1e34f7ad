// Is just that proved which every question of a claim is shown to be, and is an engine believed
// that the certifier contradicts?
#include "checkers/prover/prover.hpp"

#include <gtest/gtest.h>

#include "core/check.hpp"

namespace tileproof {
namespace {

IndexMap map_of(const std::string& text) {
  auto map = parse_index_map(text, {});
  TP_CHECK(map.has_value(), text);
  return *std::move(map);
}

Question distinct(const std::string& map) { return {"distinct", Determines{map_of(map)}}; }

Verdict refute(const Question& /*asked*/, const Decision& found) {
  return Refuted::replayed(found.engine, {}, [] { return true; });
}

// An engine that answers everything so.
Decider always(const Answer& answer) {
  return [answer](const Question& /*question*/) { return Decision{answer, "oracle"}; };
}

TEST(Prover, ProvesWhatAllQuestionsAre) {
  Prover prover(by_all_engines());
  ASSERT_FALSE(prover.ask(distinct("f(x: 64) = x * 3"), refute));
  ASSERT_FALSE(prover.ask({"within", Below{map_of("f(x: 64) = x ^ 5"), {64}}}, refute));
  const Proved proved = prover.proved("all 2^6 points");
  EXPECT_EQ(proved.scope(), "all 2^6 points");
  EXPECT_EQ(proved.engine(), "f2 and strides");
  ASSERT_EQ(proved.shown().size(), 2u);
  EXPECT_EQ(proved.shown()[0].question, "distinct");
  EXPECT_EQ(proved.shown()[1].question, "within");
  EXPECT_EQ(proved.evidence(), "inverse and sums");
}

TEST(Prover, ShowsWhatIsAskedAgainOnce) {
  Prover prover(by_all_engines());
  ASSERT_FALSE(prover.ask(distinct("f(x: 64) = x * 3"), refute));
  ASSERT_FALSE(prover.ask(distinct("f(x: 64) = x * 5"), refute));
  EXPECT_EQ(prover.proved("").shown().size(), 1u);
}

TEST(Prover, SaysWhereThereIsNoCheapEvidence) {
  // Too many cases to visit, and neither linear nor a sum.
  const Question question = distinct("f(x: 4096, y: 64) = x * 64 + (y ^ x % 7)");
  Prover prover(by_all_engines());
  ASSERT_FALSE(prover.ask(question, refute));
  EXPECT_EQ(prover.proved("").evidence(), "none");
  Prover believing(by_all_engines(), Replay::kNothing);
  ASSERT_FALSE(believing.ask(distinct("f(x: 64) = x * 3"), refute));
  EXPECT_EQ(believing.proved("").evidence(), "none");
}

TEST(Prover, RefutesByTheFirstQuestionThatIsNotSo) {
  Prover prover(by_all_engines());
  ASSERT_FALSE(prover.ask(distinct("f(x: 64) = x * 3"), refute));
  const auto end = prover.ask(distinct("f(x: 64) = x / 2"), refute);
  ASSERT_TRUE(end.has_value());
  EXPECT_TRUE(is_refuted(*end));
  EXPECT_STREQ(to_string(*end), "refuted");
  EXPECT_THROW(static_cast<void>(prover.proved("")), InternalError);
  EXPECT_THROW(prover.ask(distinct("f(x: 64) = x"), refute), InternalError);
}

TEST(Prover, IsUnknownWhereNobodyDecides) {
  Prover prover(always(Open{"too many points"}));
  const auto end = prover.ask(distinct("f(x: 64) = x"), refute);
  ASSERT_TRUE(end.has_value());
  ASSERT_TRUE(is_unknown(*end));
  EXPECT_EQ(std::get<Unknown>(*end).reason, "too many points");
  EXPECT_THROW(static_cast<void>(prover.proved("")), InternalError);
}

TEST(Prover, ProvesNothingWhereNothingIsAsked) {
  EXPECT_THROW(static_cast<void>(Prover(by_all_engines()).proved("")), InternalError);
}

TEST(Prover, CountsACostAnew) {
  Prover prover;
  prover.ask(Cost{"wavefronts", "f2", 8, [] { return Word{8}; }});
  EXPECT_EQ(prover.proved("").evidence(), "count");
  EXPECT_THROW(prover.ask(Cost{"wavefronts", "f2", 8, [] { return Word{7}; }}), InternalError);
}

// ---- Engines that are wrong: what is cheap to replay is replayed, by sums or by visits

void expect_contradicted(const Question& question) {
  Prover prover(always(Yes{}));
  try {
    prover.ask(question, refute);
    FAIL() << "an engine was believed: " << question.name;
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("oracle says that '" + std::string(question.name) + "' is so"),
              std::string::npos)
        << text;
  }
}

TEST(AWrongEngine, IsContradictedOnWhatHoldsOfNoPoint) {
  // By sums: 2^20 cases are not visited.
  expect_contradicted({"within", Below{map_of("f(x: 1048576) = x + 7"), {7}}});
}

TEST(AWrongEngine, IsContradictedOnFewCases) {
  expect_contradicted(distinct("f(x: 64) = x / 2"));
  expect_contradicted({"within", Below{map_of("f(x: 64) = x"), {63}}});
  expect_contradicted({"equal", Same{map_of("f(x: 64) = x"), map_of("f(x: 64) = x ^ (x / 63)")}});
  expect_contradicted({"aligned", Multiple{map_of("f(x: 64) = x * 4 + x / 63"), 4}});
  expect_contradicted({"covers", Covers{map_of("f(x: 64) = x ^ (x & 1)"), {64}}});
  expect_contradicted({"copies", Determines{map_of("f(x: 8) = x / 2"), map_of("f(x: 8) = x / 3")}});
}

}  // namespace
}  // namespace tileproof
