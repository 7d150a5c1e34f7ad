// Does a campaign find what is planted, shrink it, keep it and count it, and is it the same however
// it is cut into shards?  The planted laws are wrong on purpose.
#include "properties/campaign/campaign.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/check.hpp"
#include "properties/campaign/corpus.hpp"
#include "properties/campaign/report.hpp"
#include "properties/catalogue.hpp"
#include "properties/subject_text.hpp"
#include "properties/triton_generators.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tileproof::campaign {
namespace {

using gen::Source;
using laws::Law;
using laws::LawResult;

class Silent : public Listener {
 public:
  void on_failure(const Failure& failure) override { told.push_back(failure); }
  void on_progress(const Outcome& /*so_far*/) override {}
  std::vector<Failure> told;
};

// "No number below 1000 is above 700."
LawResult number_is_small(Source& source) {
  const Word number = gen::said(source, "number", source.below(1000));
  return number <= 700 ? LawResult::kept() : LawResult::broken("it is above 700");
}

// "No list of at most 20 numbers adds up to more than 100."
LawResult sum_is_small(Source& source) {
  Word sum = 0;
  for (Word left = source.below(20); left > 0; --left) sum += source.below(50);
  return sum <= 100 ? LawResult::kept() : LawResult::broken(std::to_string(sum));
}

LawResult odd_is_undecided(Source& source) {
  return source.below(8) % 2 == 0 ? LawResult::kept() : LawResult::undecided("odd");
}

LawResult trips_over_a_check(Source& source) {
  TP_CHECK(source.below(100) < 50, "a planted bug");
  return LawResult::kept();
}

LawResult mostly_does_not_apply(Source& source) {
  source.classify(source.below(2) == 0 ? "even" : "odd");
  return source.below(4) == 0 ? LawResult::kept() : LawResult::not_applicable();
}

// "A layout of registers has one warp and at most 32 elements of a dimension."
LawResult blocked_is_tiny(Source& source) {
  const gen::TritonSubject subject = gen::blocked(source);
  source.say("layout", [&] { return triton::to_string(*subject.layout); });
  const auto& warps = subject.layout->as<triton::Blocked>()->warps_per_cta;
  const Word count = std::accumulate(warps.begin(), warps.end(), Word{1}, std::multiplies<>());
  const bool is_large = std::ranges::max(subject.shape) > 32;
  return count > 1 && is_large ? LawResult::broken("large") : LawResult::kept();
}

const std::vector<Law>& planted() {
  static const std::vector<Law> kLaws = {
      {"P1", "NumberIsSmall", "numbers", "No number is above 700", number_is_small},
      {"P2", "SumIsSmall", "numbers", "No sum is above 100", sum_is_small},
      {"P3", "OddIsUndecided", "open", "Only even numbers are decided", odd_is_undecided},
      {"P4", "TripsOverACheck", "bugs", "A check never trips", trips_over_a_check},
      {"P5", "MostlyDoesNotApply", "open", "One in four applies", mostly_does_not_apply},
      {"P6", "BlockedIsTiny", "layouts", "Layouts are tiny", blocked_is_tiny},
  };
  return kLaws;
}

const Law& law(const char* number) {
  return *std::ranges::find_if(planted(),
                               [&](const Law& row) { return std::string(number) == row.number; });
}

Settings settings_of(std::vector<const Law*> chosen, Word cases, Shard shard = {}) {
  Settings settings;
  settings.seed = 7;
  settings.laws = std::move(chosen);
  settings.cases = cases;
  settings.shard = shard;
  return settings;
}

Outcome run_law(const char* number, Word cases) {
  Silent silent;
  return run(settings_of({&law(number)}, cases), silent);
}

TEST(Campaign, FindsAPlantedMistakeAndShrinksIt) {
  const Outcome number = run_law("P1", 100);
  ASSERT_EQ(number.failures.size(), 1u);
  EXPECT_EQ(number.failures[0].subject, "number = 701\n");
  EXPECT_EQ(number.failures[0].what, "it is above 700");
  EXPECT_TRUE(number.failures[0].is_smallest);
  EXPECT_GT(number.tallies[0].broken, 10u);
  EXPECT_EQ(number.tallies[0].cases, 100u);
  // No number of it can be smaller or left out.
  const Outcome sum = run_law("P2", 100);
  ASSERT_EQ(sum.failures.size(), 1u);
  EXPECT_EQ(sum.failures[0].what, "101");
}

TEST(Campaign, ShrinksALayoutToItsSmallestWarpsAndTensor) {
  const Outcome outcome = run_law("P6", 500);
  ASSERT_EQ(outcome.failures.size(), 1u);
  EXPECT_EQ(outcome.failures[0].subject,
            "layout = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], "
            "order = [0]}>\n");
}

TEST(Campaign, CountsWhatDidNotApplyAndWhatNobodyDecided) {
  const Outcome open = run_law("P3", 200);
  ASSERT_EQ(open.failures.size(), 1u);
  EXPECT_TRUE(open.failures[0].is_undecided);
  EXPECT_EQ(open.failures[0].choices, std::vector<Word>{1});
  EXPECT_EQ(open.tallies[0].broken, 0u);
  EXPECT_NEAR(static_cast<double>(open.tallies[0].undecided), 100, 30);
  const Outcome discards = run_law("P5", 400);
  EXPECT_TRUE(discards.failures.empty());
  EXPECT_NEAR(static_cast<double>(discards.tallies[0].discards), 300, 40);
  ASSERT_EQ(discards.tallies[0].kinds.size(), 2u);
  EXPECT_EQ(discards.tallies[0].kinds[0].second + discards.tallies[0].kinds[1].second, 400u);
}

TEST(Campaign, SaysOfAnInternalErrorThatItIsOne) {
  const Outcome outcome = run_law("P4", 50);
  ASSERT_EQ(outcome.failures.size(), 1u);
  EXPECT_TRUE(outcome.failures[0].is_internal);
  EXPECT_EQ(outcome.failures[0].choices, std::vector<Word>{50});
}

TEST(Campaign, SaysOfALawThatItIsNotTheSameTwice) {
  int tries = 0;
  const Law fickle{"X1", "Fickle", "open", "It holds but once", [&](Source& source) {
                     gen::said(source, "number", source.below(10));
                     return ++tries == 3 ? LawResult::broken("now") : LawResult::kept();
                   }};
  Silent silent;
  const Outcome outcome = run(settings_of({&fickle}, 10), silent);
  ASSERT_EQ(outcome.failures.size(), 1u);
  EXPECT_EQ(outcome.failures[0].what, "it is not the same when it is tried again: it holds");
  EXPECT_FALSE(outcome.failures[0].is_undecided);
}

TEST(Campaign, DrawsTheSameCaseWhateverElseIsTried) {
  Silent silent;
  std::vector<const Law*> all;
  for (const Law& row : planted()) all.push_back(&row);
  const Outcome together = run(settings_of(all, 600), silent);
  const Outcome alone = run_law("P1", 100);
  EXPECT_EQ(together.failures[0].case_number, alone.failures[0].case_number);
  EXPECT_EQ(together.tallies[0].broken, alone.tallies[0].broken);
  Settings other = settings_of({&law("P1")}, 100);
  other.seed = 8;
  EXPECT_NE(run(other, silent).tallies[0].broken, alone.tallies[0].broken);
}

TEST(Campaign, SharesCasesAsEquallyAsCanBe) {
  Silent silent;
  const Outcome outcome = run(settings_of({&law("P1"), &law("P2"), &law("P3")}, 100), silent);
  EXPECT_EQ(outcome.tallies[0].cases, 34u);
  EXPECT_EQ(outcome.tallies[1].cases, 33u);
  EXPECT_EQ(outcome.tallies[2].cases, 33u);
}

TEST(Campaign, EndsWhenItsTimeIsOver) {
  Silent silent;
  Settings settings = settings_of({&law("P5")}, 0);
  settings.cases = std::nullopt;
  settings.seconds = 0.05;
  const Outcome outcome = run(settings, silent);
  EXPECT_GT(outcome.tallies[0].cases, 1000u);
  EXPECT_LT(outcome.seconds, 5);
}

const Context kContext{"1.2.3", "", ""};

// The lines of a campaign, without what the clock says.
std::vector<Json> lines_of(const Settings& settings) {
  Silent silent;
  const Outcome outcome = run(settings, silent);
  std::vector<Json> lines = {campaign_json(settings, kContext, 0)};
  for (const Failure& failure : outcome.failures) {
    lines.push_back(failure_json(failure, settings, kContext));
  }
  for (const Tally& tally : outcome.tallies) lines.push_back(tally_json(tally));
  return lines;
}

std::string text_of(const std::vector<Json>& lines) {
  std::string text;
  for (const Json& line : lines) text += line.dump() + "\n";
  return text;
}

std::vector<std::string> without_clock(std::vector<Json> lines) {
  std::vector<std::string> result;
  for (Json& line : lines) {
    line.erase("seconds");
    line.erase("rate");
    // Kinds come in the order in which they were first drawn.
    if (line.contains("kinds")) line["kinds"] = nlohmann::json(line["kinds"]);
    result.push_back(line.dump());
  }
  std::ranges::sort(result);
  return result;
}

std::vector<const Law*> all_planted() {
  std::vector<const Law*> all;
  for (const Law& row : planted()) all.push_back(&row);
  return all;
}

TEST(CampaignShards, JoinToTheWhole) {
  for (const Word cases : {Word{6}, Word{100}, Word{1003}}) {
    std::vector<std::pair<std::string, std::string>> files;
    for (Word index = 1; index <= 4; ++index) {
      const auto lines = lines_of(settings_of(all_planted(), cases, {index, 4}));
      files.emplace_back(std::to_string(index), text_of(lines));
    }
    const auto merged = merge(files);
    ASSERT_TRUE(merged) << merged.error().message;
    EXPECT_TRUE(merged->missing.empty());
    const auto whole = lines_of(settings_of(all_planted(), cases));
    EXPECT_EQ(without_clock(merged->lines), without_clock(whole)) << cases;
    EXPECT_EQ(exit_code_of(merged->lines), exit_code_of(whole));
  }
}

std::string refusal_of(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& text : texts) files.emplace_back("file" + std::to_string(files.size()), text);
  const auto merged = merge(files);
  return merged ? "" : merged.error().message;
}

TEST(CampaignShards, AreRefusedWhereTheyDoNotFitTogether) {
  const auto text = [](const Settings& settings) { return text_of(lines_of(settings)); };
  const std::vector<const Law*> one = {&law("P1")};
  const std::string first = text(settings_of(one, 40, {1, 2}));
  EXPECT_EQ(refusal_of({first, first}), "file1: has the cases of file0: shard 1/2");
  EXPECT_EQ(refusal_of({first, text(settings_of(one, 41, {2, 2}))}),
            "file1: cases is 41, but 40 in file0");
  EXPECT_EQ(refusal_of({first, text(settings_of(one, 40, {2, 3}))}),
            "file1: is shard 2/3, but file0 is shard 1/2");
  Settings other_seed = settings_of(one, 40, {2, 2});
  other_seed.seed = 8;
  EXPECT_EQ(refusal_of({first, text(other_seed)}), "file1: seed is 8, but 7 in file0");
  EXPECT_EQ(refusal_of({first, text(settings_of({&law("P2")}, 40, {2, 2}))}),
            R"(file1: laws is ["P2"], but ["P1"] in file0)");
  std::string other_version = text(settings_of(one, 40, {2, 2}));
  other_version.replace(other_version.find("1.2.3"), 5, "1.2.4");
  EXPECT_EQ(refusal_of({first, other_version}),
            R"(file1: version is "1.2.4", but "1.2.3" in file0)");
  EXPECT_EQ(refusal_of({first.substr(0, first.rfind("{\"law\""))}),
            "file0: ended early: it has no line of law P1");
  EXPECT_EQ(refusal_of({""}), "file0: has no campaign's line");
  EXPECT_NE(refusal_of({"{"}), "");
  EXPECT_NE(refusal_of({R"({"campaign": {"shard": 3}})"}), "");
  EXPECT_EQ(refusal_of({}), "there is nothing to merge");
}

TEST(CampaignShards, SayWhichAreMissing) {
  const auto part = text_of(lines_of(settings_of({&law("P5")}, 40, {2, 3})));
  const auto merged = merge({{"file", part}});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->missing, (std::vector<std::string>{"1/3", "3/3"}));
  EXPECT_EQ(exit_code_of(merged->lines), 3);
}

TEST(CampaignReport, HasTheExitCodeOfTheWorstLine) {
  EXPECT_EQ(exit_code_of(lines_of(settings_of({&law("P5")}, 50))), 0);
  EXPECT_EQ(exit_code_of(lines_of(settings_of({&law("P1"), &law("P3")}, 100))), 1);
  EXPECT_EQ(exit_code_of(lines_of(settings_of({&law("P3")}, 50))), 3);
  EXPECT_EQ(exit_code_of(lines_of(settings_of({&law("P1"), &law("P4")}, 100))), 4);
}

TEST(CampaignReport, NamesTheCommandThatTriesACaseAgain) {
  const Settings settings = settings_of({&law("P1")}, 100);
  Silent silent;
  const Failure failure = run(settings, silent).failures.at(0);
  EXPECT_EQ(replay_command(failure, settings, kContext),
            "tileproof fuzz --law P1 --seed 7 --case " + std::to_string(failure.case_number));
  EXPECT_EQ(replay_command(failure, settings, {"1.2.3", "", "python3 o.py"}),
            "tileproof fuzz --against 'python3 o.py' --law P1 --seed 7 --case " +
                std::to_string(failure.case_number));
  Failure kept = failure;
  kept.corpus_file = "P1-x.txt";
  EXPECT_EQ(replay_command(kept, settings, {"1.2.3", "my folder", ""}),
            "tileproof fuzz --law P1 --cases 0 --corpus 'my folder'");
  Settings again = settings;
  again.cases = std::nullopt;
  again.only_case = failure.case_number;
  const Outcome outcome = run(again, silent);
  EXPECT_EQ(outcome.tallies[0].cases, 1u);
  ASSERT_EQ(outcome.failures.size(), 1u);
  EXPECT_EQ(outcome.failures[0].choices, failure.choices);
}

TEST(Corpus, KeepsAFailureAndTriesItFirst) {
  const TemporaryFolder folder;
  const std::string corpus = folder.path("corpus");
  Silent silent;
  const auto found = run_with_corpus(settings_of({&law("P1")}, 100), planted(), corpus, silent);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->replayed, 0u);
  ASSERT_EQ(silent.told.size(), 1u);
  const auto kept = read_corpus(corpus, planted());
  ASSERT_TRUE(kept) << kept.error().message;
  ASSERT_EQ(kept->size(), 1u);
  EXPECT_EQ(kept->front().choices, silent.told[0].choices);
  EXPECT_EQ(kept->front().subject, "number = 701\n");
  // With no case at all, it is found again.
  Silent again;
  const auto replayed = run_with_corpus(settings_of({&law("P1")}, 0), planted(), corpus, again);
  ASSERT_TRUE(replayed);
  EXPECT_EQ(replayed->replayed, 1u);
  ASSERT_EQ(again.told.size(), 1u);
  EXPECT_EQ(again.told[0].corpus_file, kept->front().file);
  EXPECT_FALSE(again.told[0].is_undecided);
  // A campaign of other laws leaves it alone.
  const auto others = run_with_corpus(settings_of({&law("P5")}, 0), planted(), corpus, again);
  ASSERT_TRUE(others);
  EXPECT_EQ(others->replayed, 0u);
}

TEST(Corpus, PassesOverAFailureThatIsMended) {
  Kept kept{"P1-x.txt", &law("P1"), {700}, "number = 700\n"};
  EXPECT_FALSE(replay(kept));
  // The choices draw another subject than the file has: nothing was shown of that.
  kept.subject = "number = 701\n";
  const auto failure = replay(kept);
  ASSERT_TRUE(failure);
  EXPECT_TRUE(failure->is_undecided);
  EXPECT_NE(failure->what.find("another subject"), std::string::npos);
}

TEST(Corpus, RefusesFilesThatAreNoFailures) {
  const auto refusal = [](const std::string& text) {
    const auto kept = parse_kept("f.txt", text, planted());
    return kept ? "" : kept.error().message;
  };
  EXPECT_EQ(refusal("law: P1 x\nchoices: 1 2\nsubject:\n  a\nwhat:\n  b\n"), "");
  EXPECT_EQ(refusal("law: P9\nchoices: 1\n"), "f.txt:1: there is no law 'P9'");
  EXPECT_EQ(refusal("law: P1\nchoices: 1 x\n"), "f.txt:2: choices must be numbers below 2^64");
  EXPECT_EQ(refusal("law: P1\n"), "f.txt: must have a law and its choices");
  EXPECT_EQ(refusal("laws: P1\n"),
            "f.txt:1: lines begin with law:, choices:, subject:, what:, or two blanks");
}

TEST(ChosenLaws, AreThoseNamedAndThoseOfFamilies) {
  const auto numbers = [](const std::vector<std::string>& names,
                          const std::vector<std::string>& families) {
    const auto chosen = choose_laws(planted(), names, families);
    if (!chosen) return chosen.error().message;
    std::string text;
    for (const Law* row : *chosen) text += row->number;
    return text;
  };
  EXPECT_EQ(numbers({}, {}), "P1P2P3P4P5P6");
  EXPECT_EQ(numbers({"P4", "SumIsSmall"}, {}), "P2P4");
  EXPECT_EQ(numbers({"P1"}, {"open"}), "P1P3P5");
  EXPECT_EQ(numbers({"P7"}, {}), "there is no law 'P7'; laws are P1, P2, P3, P4, P5, P6");
  EXPECT_EQ(numbers({}, {"x"}),
            "there is no family 'x'; families are numbers, open, bugs, layouts");
}

TEST(Shards, AreTwoNumbers) {
  EXPECT_EQ(parse_shard("2/4").value(), (Shard{2, 4}));
  for (const char* text : {"0/4", "5/4", "1", "1/", "/4", "1/4/4", "-1/4", "a/b", "", "1/0"}) {
    EXPECT_FALSE(parse_shard(text)) << text;
  }
}

TEST(Catalogue, HasEachNumberAndNameOnceAndASentenceForEachLaw) {
  std::vector<std::string> seen;
  for (const Law& row : laws::all_laws()) {
    for (const char* part : {row.number, row.name}) {
      EXPECT_EQ(std::ranges::find(seen, part), seen.end()) << part;
      seen.emplace_back(part);
    }
    EXPECT_GT(std::string(row.sentence).size(), 15u) << row.number;
  }
  EXPECT_GE(laws::all_laws().size(), 61u);
}

// Discarded cases show nothing: a law applies to one case in eight at least.
TEST(Catalogue, HasNoLawThatRarelyAppliesOrNamesNoSubject) {
  Silent silent;
  std::vector<const Law*> all;
  for (const Law& row : laws::all_laws()) all.push_back(&row);
  const Outcome outcome = run(settings_of(all, 40 * all.size()), silent);
  for (const Tally& tally : outcome.tallies) {
    EXPECT_LE(tally.discards * 8, tally.cases * 7) << tally.law->number;
    Source source = case_source(7, *tally.law, 0);
    source.tell();
    judge(*tally.law, source);
    EXPECT_FALSE(source.subject().empty()) << tally.law->number;
  }
  for (const Failure& failure : silent.told) ADD_FAILURE() << failure.subject << failure.what;
}

}  // namespace
}  // namespace tileproof::campaign
