// Standard streams that are closed or full: what could not be written is no success.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

const std::string kHoldingKernel =
    std::string(TILEPROOF_TEST_DATA) + "/planted/holds_swizzle.ttgir";
const std::string kRefutedKernel =
    std::string(TILEPROOF_TEST_DATA) + "/planted/layout_is_not_surjective.ttgir";
const std::string kOneWarp =
    "'#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>'";
const std::string kRequests = "{\"op\": \"view\"}\n{\"op\": \"view\"}\n";

// The program with these streams; a shell applies them last.
ProgramRun run_with_streams(const std::string& arguments, const std::string& streams) {
  return run_program(arguments, kRequests, "sh -c 'exec \"$0\" \"$@\" " + streams + "'");
}

std::vector<std::string> all_commands() {
  return {"check " + kHoldingKernel,
          "check " + kRefutedKernel,
          "check --json " + kHoldingKernel,
          "prove injective 4:1",
          "prove injective 4:0 --json",
          "certify " + kHoldingKernel,
          "show " + kOneWarp + " --tensor 'tensor<32xf16>'",
          "batch",
          "oracle list",
          "--help",
          "prove --help",
          "--version"};
}

TEST(ProgramStreams, ThatAreFullLoseNoVerdictInSilence) {
  for (const std::string& arguments : all_commands()) {
    const auto run = run_with_streams(arguments, ">/dev/full");
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.err.find("tileproof: cannot write to standard output"), 0U)
        << arguments << ": " << run.err;
  }
}

TEST(ProgramStreams, ThatAreClosedForOutputAreNoSuccess) {
  for (const std::string& arguments : all_commands()) {
    EXPECT_EQ(run_with_streams(arguments, ">&-").exit_code, 2) << arguments;
  }
}

// A file that the program opens must not become its standard output.
TEST(ProgramStreams, ThatAreClosedDoNotEndUpInAFile) {
  const TemporaryFolder folder;
  const std::string proof = folder.path("proof");
  EXPECT_EQ(run_with_streams("prove injective 4:1 --certificate " + proof, ">&-").exit_code, 2);
  EXPECT_EQ(text_of_file(proof).find("PROVED"), std::string::npos);
}

TEST(ProgramStreams, ForMessagesMayBeFullOrClosed) {
  for (const char* streams : {"2>/dev/full", "2>&-"}) {
    EXPECT_EQ(run_with_streams("prove injective 4:1", streams).exit_code, 0) << streams;
    EXPECT_EQ(run_with_streams("prove injective 4:0", streams).exit_code, 1) << streams;
    EXPECT_EQ(run_with_streams("prove nonsense 4:1", streams).exit_code, 2) << streams;
    EXPECT_EQ(run_with_streams("check --json /nowhere", streams).exit_code, 2) << streams;
  }
}

TEST(ProgramStreams, BatchSaysThatItCannotReadItsInput) {
  const auto closed = run_with_streams("batch", "<&-");
  EXPECT_EQ(closed.exit_code, 2);
  EXPECT_EQ(closed.err, "tileproof batch: cannot read standard input: Bad file descriptor\n");
  const auto folder = run_with_streams("batch", "</");
  EXPECT_EQ(folder.exit_code, 2);
  EXPECT_EQ(folder.err, "tileproof batch: cannot read standard input: Is a directory\n");
  EXPECT_EQ(run_with_streams("batch", "</dev/null").exit_code, 0);
}

TEST(ProgramStreams, CheckSaysThatItCannotReadItsInput) {
  const auto closed = run_with_streams("check -", "<&-");
  EXPECT_EQ(closed.exit_code, 2);
  EXPECT_NE(closed.out.find("cannot read '-': Bad file descriptor"), std::string::npos)
      << closed.out;
}

TEST(CertifierStreams, ThatAreFullAreNoSuccess) {
  const TemporaryFolder folder;
  const std::string proof = folder.path("proof");
  ASSERT_EQ(run_program("prove injective 4:1 --certificate " + proof).exit_code, 0);
  const std::string command = "'" TILEPROOF_CERTIFIER "' " + proof;
  EXPECT_EQ(std::system((command + " >/dev/null").c_str()), 0);
  EXPECT_EQ(std::system((command + " >/dev/full 2>/dev/null").c_str()), 2 << 8);
}

}  // namespace
}  // namespace tileproof
