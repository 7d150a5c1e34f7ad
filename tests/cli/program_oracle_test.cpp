// `tileproof oracle` is the program of the oracles under another name.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

const std::string kObservations = std::string(TILEPROOF_TEST_DATA) + "/h200/lanes.jsonl.gz";

TEST(OracleCommand, ListsTheOracles) {
  const auto run = run_program("oracle list");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.out.find("\nwavefronts: what one shared-memory instruction"), std::string::npos);
}

TEST(OracleCommand, ReplaysAFile) {
  const auto run = run_program("oracle replay " + quoted(kObservations));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.find("AGREE   lanes: "), 0U) << run.out;
}

// The program may be started from any folder, by either name.
TEST(OracleCommand, FindsWhatWasRecordedFromAnyFolder) {
  const TemporaryFolder folder;
  for (const std::string& program :
       {std::string("'" TILEPROOF_PROGRAM "' oracle"), std::string("'" TILEPROOF_ORACLE "'")}) {
    const std::string command = "cd / && " + program + " replay > " + folder.path("out") + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << text_of_file(folder.path("out"));
    EXPECT_NE(text_of_file(folder.path("out")).find("AGREE   lanes: "), std::string::npos);
  }
}

TEST(OracleCommand, RefusesWhatHasNoEndOrEndsEarly) {
  EXPECT_EQ(run_program("oracle replay /dev/zero", "", "timeout 60").exit_code, 2);
  const TemporaryFolder folder;
  const std::string whole = text_of_file(kObservations);
  const auto cut = run_program("oracle replay " +
                               folder.file("lanes.jsonl.gz", whole.substr(0, whole.size() - 100)));
  EXPECT_EQ(cut.exit_code, 2) << cut.out;
  EXPECT_EQ(run_program("oracle run lanes --budget inf").exit_code, 2);
}

TEST(OracleCommand, FailsWhereItsAnswerCannotBeWritten) {
  EXPECT_EQ(std::system("'" TILEPROOF_ORACLE "' list > /dev/full 2> /dev/null"), 2 << 8);
  EXPECT_EQ(std::system("'" TILEPROOF_ORACLE "' list > /dev/null"), 0);
}

// On a machine with a device this would ask it, which is no test of this file.
TEST(OracleCommand, SkipsWithoutADeviceAndDoesNotPass) {
  const auto run = run_program("oracle run lanes --cases 1 --against model");
  if (run.out.find("skipped") == std::string::npos) GTEST_SKIP() << "there is a device";
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.out.find("skipped: no device ("), 0U) << run.out;
}

TEST(OracleCommand, RefusesWhatItDoesNotKnow) {
  for (const char* arguments :
       {"oracle", "oracle lost", "oracle run nothing", "oracle replay /no"}) {
    EXPECT_EQ(run_program(arguments).exit_code, 2) << arguments;
  }
}

}  // namespace
}  // namespace tileproof
