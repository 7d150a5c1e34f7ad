// What does `tileproof fuzz` print, with which exit code does it end, and do shards that run side
// by side join to the whole?
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

std::vector<json> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<json> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

std::vector<std::string> without_clock(std::vector<json> lines) {
  std::vector<std::string> result;
  for (json& line : lines) {
    line.erase("seconds");
    line.erase("rate");
    result.push_back(line.dump());
  }
  std::ranges::sort(result);
  return result;
}

TEST(FuzzProgram, FindsNoLawBrokenAndPrintsTheRates) {
  const auto run = run_program("fuzz --cases 2000 --family gf2 --family linear-layout");
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_NE(run.out.find("gf2 "), std::string::npos);
  EXPECT_NE(run.out.find("/s"), std::string::npos);
  EXPECT_NE(run.out.find("2000"), std::string::npos);
  EXPECT_EQ(run.err, "");  // no terminal, no progress
}

TEST(FuzzProgram, TellsItsProgressWhereItIsAskedTo) {
  const auto run = run_program("fuzz --budget 0.5 --law F1 --progress");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.err.find(" cases  "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("1 of 1 laws"), std::string::npos) << run.err;
}

TEST(FuzzProgram, JoinsFourShardsToTheWhole) {
  const TemporaryFolder folder;
  const std::string campaign = "fuzz --seed 3 --cases 1003 --family gf2 --family triton --json";
  // As docs/fuzzing.md has it for a shell.
  const std::string shards = "for i in 1 2 3 4; do '" TILEPROOF_PROGRAM "' " + campaign +
                             " --shard $i/4 > " + folder.path("") + "/$i.jsonl & done; wait";
  ASSERT_EQ(std::system(shards.c_str()), 0);
  std::string files;
  for (const char* shard : {"1", "2", "3", "4"}) {
    files += " " + folder.path(std::string(shard) + ".jsonl");
  }
  const auto merged = run_program("fuzz merge --json" + files);
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  const auto whole = run_program(campaign);
  EXPECT_EQ(without_clock(lines_of(merged.out)), without_clock(lines_of(whole.out)));
  // One of them alone is no campaign, and says so.
  const auto part = run_program("fuzz merge " + folder.path("2.jsonl"));
  EXPECT_EQ(part.exit_code, 3);
  EXPECT_NE(part.out.find(R"(missing shards: ["1/4","3/4","4/4"])"), std::string::npos);
  const auto twice = run_program("fuzz merge " + folder.path("2.jsonl") + files);
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_NE(twice.err.find("has the cases of"), std::string::npos) << twice.err;
}

TEST(FuzzProgram, ListsLawsWithTheirSentences) {
  const auto run = run_program("fuzz --list --law L5 --law ApplyingIsLinear");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(
      run.out,
      "F1   gf2            ApplyingIsLinear: M unit(i) is column i, and M (x ^ y) = M x ^ M y.\n"
      "L5   linear-layout  SurjectiveMeansEachValueIsReached: A layout is surjective iff each "
      "value is reached.\n");
}

TEST(FuzzProgram, RefusesWhatItDoesNotUnderstand) {
  for (const auto& [arguments, message] : std::vector<std::pair<std::string, std::string>>{
           {"--law L99", "there is no law 'L99'"},
           {"--family nothing", "there is no family 'nothing'"},
           {"--shard 5/4", "must be I/N"},
           {"--cases x", "cases"},
           {"--cases 1 --budget 1", "--budget"},
           {"--case 1 --shard 1/2", "--case"},
           {"--budget -1", "--budget"},
           {"--budget nan", "--budget"},
           {"--budget inf", "--budget"},
           {"--corpus " + std::string(300, 'x'), "File name too long"},
           {"merge no_such_file", "no_such_file"},
           {"--against false", "'false' "},
           {"--against 'echo hello; cat'", "answers what is no JSON object"},
       }) {
    const auto run = run_program("fuzz " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments << run.out;
    EXPECT_NE(run.err.find(message), std::string::npos) << arguments << "\n" << run.err;
  }
}

TEST(FuzzProgram, TriesWhatIsKeptFirst) {
  const TemporaryFolder folder;
  // A subject that these choices do not draw: nothing can be shown of it.
  static_cast<void>(folder.file("F1-x.txt", "law: F1\nchoices: 0\nsubject:\n  m = none\n"));
  const auto run = run_program("fuzz --cases 0 --law F1 --corpus " + folder.path());
  EXPECT_EQ(run.exit_code, 3) << run.out;
  EXPECT_EQ(run.out.find("UNDECIDED  F1  kept in F1-x.txt\n"), 0u) << run.out;
  for (const char* nothing : {"--cases 0", "--budget 0", "--cases 1 --shard 2/3"}) {
    EXPECT_EQ(run_program(std::string("fuzz --law F1 ") + nothing).exit_code, 3) << nothing;
  }
  const auto one = run_program("fuzz --law F1 --case 5 --json");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(lines_of(one.out).back().at("cases"), 1);
}

// The program itself is a partner that answers all, once with a mistake in its answers.
const std::string kPartner = "'" TILEPROOF_PROGRAM "' batch";

TEST(FuzzProgram, AgreesWithItself) {
  const auto run = run_program("fuzz --cases 190 --against " + quoted(kPartner));
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_NE(run.out.find("linear_layout"), std::string::npos);
  EXPECT_NE(run.out.find("cute"), std::string::npos);
}

TEST(FuzzProgram, FindsWhereAPartnerAnswersOtherwise) {
  const TemporaryFolder folder;
  const std::string liar = kPartner + R"( | sed -u 's/"injective":true/"injective":false/')";
  const auto run = run_program("fuzz --cases 100 --json --law Flags --against " + quoted(liar) +
                               " --corpus " + folder.path("corpus"));
  EXPECT_EQ(run.exit_code, 1) << run.out;
  const json failure = lines_of(run.out).front().at("failure");
  EXPECT_EQ(failure.at("law"), "Q2");
  EXPECT_EQ(failure.at("what"), "injective is true here and false to the partner");
  // The smallest layout that is injective: one bit.
  EXPECT_NE(failure.at("subject").get<std::string>().find(R"({"bases":[["register",[[1]]]])"),
            std::string::npos)
      << failure.at("subject");
  // Again, by the command that was printed, and from the folder.
  const std::string again = failure.at("replay");
  ASSERT_EQ(again.find("tileproof "), 0u);
  EXPECT_EQ(run_program(again.substr(10)).exit_code, 1);
  const auto kept = run_program("fuzz --cases 0 --against " + quoted(liar) + " --corpus " +
                                folder.path("corpus"));
  EXPECT_EQ(kept.exit_code, 1) << kept.out;
  EXPECT_EQ(run_program("fuzz --cases 0 --against " + quoted(kPartner) + " --corpus " +
                        folder.path("corpus"))
                .exit_code,
            0);
}

TEST(FuzzProgram, SaysOfAPartnerThatEndsWhatItWasAsked) {
  // It ends at each question of a campaign.
  const std::string partner = R"(sed -u -e '/hello/!Q7' -e 's/.*/{"ok":true}/')";
  const auto run = run_program("fuzz --cases 1 --law Flags --against " + quoted(partner));
  EXPECT_EQ(run.exit_code, 1) << run.out;
  EXPECT_NE(run.out.find("the partner ended without an answer (exit code 7)"), std::string::npos)
      << run.out;
}

TEST(FuzzProgram, IsNotCleanWhereAPartnerAnswersNothing) {
  const std::string mute =
      R"(sed -u 's/.*/{"ok":false,"error":{"code":"unsupported","message":""}}/')";
  const auto run = run_program("fuzz --cases 20 --against " + quoted(mute));
  EXPECT_EQ(run.exit_code, 3) << run.out;
  EXPECT_NE(run.out.find("100.0 %"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace tileproof
