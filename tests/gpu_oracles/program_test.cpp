// The program tileproof-oracle, as scripts use it: what it prints and its exit code.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace tileproof::oracles {
namespace {

constexpr const char* kHeaderLine =
    R"({"oracle":"wavefronts","device":"a device","compute_capability":"9.0","driver":"13.0",)"
    R"("runtime":"13.0","toolkit":"nvcc 13.0","source_hash":"0","date":"2026-11-20"})"
    "\n";

// All 32 lanes load the word at 0.
std::string broadcast(int wavefronts) {
  std::string zeros = "0";
  for (int lane = 1; lane < 32; ++lane) zeros += ",0";
  return R"({"in":{"instruction":"ld.shared.b32","byte_address":[)" + zeros +
         R"(]},"out":{"wavefronts":)" + std::to_string(wavefronts) +
         R"(,"bank_conflicts":0}})"
         "\n";
}

ProgramRun replay_of(const std::string& text) {
  const TemporaryFolder folder;
  return run_program("replay " + quoted(folder.file("observations", text)));
}

TEST(OracleProgram, ListsWhatEachOracleAsks) {
  const auto run = run_program("list");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.out.find("wavefronts: what one shared-memory instruction"), std::string::npos);
}

TEST(OracleProgram, SaysThatModelAndDeviceAgree) {
  const auto run = replay_of(kHeaderLine + broadcast(1));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.find("AGREE   wavefronts: 1 of 1 observations on a device, 2026-11-20"), 0u)
      << run.out;
}

TEST(OracleProgram, SaysWhereModelAndDeviceDiffer) {
  const auto run = replay_of(kHeaderLine + broadcast(1) + broadcast(2));
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(run.out.find("DIFFER  wavefronts: 1 of 2 observations"), 0u) << run.out;
  EXPECT_NE(run.out.find("line 3: ld.shared.b32 at [0,0,"), std::string::npos);
  EXPECT_NE(run.out.find("the model says 1 wavefronts and 0 conflicts, the device 2 wavefronts"),
            std::string::npos);
}

TEST(OracleProgram, ListsTheModelsThatARunCanBeHeldAgainst) {
  const auto run = run_program("list");
  EXPECT_NE(run.out.find("--against phase-error: "), std::string::npos) << run.out;
  const auto unknown = run_program("run wavefronts --against moon-phase");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(
      unknown.err.find("wavefronts has no model 'moon-phase'; there are: model, phase-error, "),
      std::string::npos)
      << unknown.err;
}

TEST(OracleProgram, ReplaysAgainstAPlantedError) {
  const TemporaryFolder folder;
  std::string addresses;  // lanes 2 and 16 want one word, the others another of its bank
  for (int lane = 0; lane < 32; ++lane) {
    addresses += (lane == 0 ? "" : ",") + std::to_string(lane == 2 || lane == 16 ? 128 : 0);
  }
  const std::string line = R"({"in":{"instruction":"st.shared.b64","byte_address":[)" + addresses +
                           R"(]},"out":{"wavefronts":4,"bank_conflicts":2}})"
                           "\n";
  const std::string file = quoted(folder.file("observations", kHeaderLine + line));
  EXPECT_EQ(run_program("replay " + file).exit_code, 0);
  EXPECT_EQ(run_program("replay " + file + " --against model").exit_code, 0);
  EXPECT_EQ(run_program("replay " + file + " --against phase-error").exit_code, 1);
  EXPECT_EQ(run_program("replay " + file + " --against moon-phase").exit_code, 2);
}

TEST(OracleProgram, RefusesWhatItDoesNotKnow) {
  for (const char* arguments : {"",
                                "lost",
                                "list all",
                                "run nothing",
                                "run --budget",
                                "run --budget x",
                                "run --budget 0",
                                "run wavefronts fragments",
                                "run --time '(8,8):(9,1)'",
                                "run exhaustive --time '(8,8):(9,1)' --against model",
                                "run exhaustive --time '(8,8):(9,1)' --shape 8,x",
                                "run exhaustive --shape 8,8",
                                "run exhaustive --json",
                                "run plans --conversions f --against definition-error",
                                "run plans --conversions f --cases 3",
                                "run --conversions f",
                                "run plans --program f",
                                "run plans --source s --destination d --shape 32",
                                "run plans --program f --source s --destination d",
                                "run plans --program f --source s --destination d --shape 3y",
                                "run --program f --source s --destination d --shape 32",
                                "run plans --program f --source s --destination d --shape 32 "
                                "--against model",
                                "run plans --program f --source s --destination d --shape 32 "
                                "--time '(8,8):(9,1)'",
                                "replay /no/such/file"}) {
    EXPECT_EQ(run_program(arguments).exit_code, 2) << arguments;
  }
  EXPECT_EQ(replay_of(kHeaderLine).exit_code, 2) << "no observation";
}

// On a machine with a device this would ask it, which is no test of this file.
TEST(OracleProgram, SkipsWithoutADeviceAndDoesNotPass) {
  const auto run = run_program("run wavefronts --cases 0 --against model");
  if (run.out.find("skipped") == std::string::npos) GTEST_SKIP() << "there is a device";
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.out.find("skipped: no device ("), 0u) << run.out;
  const auto timed = run_program("run exhaustive --time '(8,8):(9,1)' --json");
  EXPECT_EQ(timed.exit_code, 3);
  EXPECT_EQ(timed.out, run.out);
}

}  // namespace
}  // namespace tileproof::oracles
