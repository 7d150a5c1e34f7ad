// Limits of time and memory: those that mean nothing are bad input, and one that is reached leaves
// the question open.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

const std::string kQuickKernel = std::string(TILEPROOF_TEST_DATA) + "/planted/holds_swizzle.ttgir";
// No engine but Z3's is asked, and none decides it in a second.
const std::string kOnlyByZ3 =
    "prove injective 'offset(a: 1000, b: 1000) = a*a*7 + b*131*a + b' --engine smt ";

TEST(ProgramTimeLimit, IsANumberOfSeconds) {
  for (const char* seconds :
       {"nan", "-nan", "inf", "1e300", "1e10", "-1", "-0.001", "", "5s", "ten"}) {
    for (const std::string& command :
         {std::string("prove injective 4:1"), "check " + kQuickKernel}) {
      const auto run = run_program(command + " --time-limit=" + quoted(seconds));
      EXPECT_EQ(run.exit_code, 2) << command << " " << seconds;
      EXPECT_EQ(run.out, "");
      EXPECT_NE(run.err.find("--time-limit"), std::string::npos) << run.err;
    }
  }
  for (const char* seconds : {"0", "0.5", "1e9"}) {
    const auto run = run_program("prove injective 4:1 --time-limit " + std::string(seconds));
    EXPECT_EQ(run.exit_code, 0) << seconds;
  }
}

TEST(ProgramTimeLimit, OfABatchRequestIsANumberOfSeconds) {
  const auto error_for = [](const std::string& seconds) {
    const auto answer = run_program("batch",
                                    R"({"op": "prove", "claim": "injective", "layout": "4:1", )"
                                    R"("time_limit": )" +
                                        seconds + "}\n")
                            .json();
    return answer.at("ok") == true ? "" : answer.at("error").at("message").get<std::string>();
  };
  for (const char* seconds : {"-1", "1e300", "1e10", "\"\"", "\"1\"", "null", "[]", "true"}) {
    EXPECT_EQ(error_for(seconds), "field 'time_limit' must be seconds, from 0 to 1e9") << seconds;
  }
  EXPECT_EQ(error_for("0"), "");
  EXPECT_EQ(error_for("0.25"), "");
}

TEST(ProgramMemoryLimit, OfABatchRequestIsANumberOfMegabytes) {
  const auto answer_of = [](const std::string& megabytes) {
    return run_program("batch",
                       R"({"op": "prove", "claim": "injective", "layout": "4:1", )"
                       R"("memory_limit": )" +
                           megabytes + "}\n")
        .json();
  };
  for (const char* megabytes : {"0", "1073741825"}) {
    EXPECT_EQ(answer_of(megabytes).at("error").at("message"),
              "field 'memory_limit' must be megabytes, from 1 to 2^30")
        << megabytes;
  }
  for (const char* megabytes : {"-1", "0.5", "\"x\"", "null", "[]", "true"}) {
    EXPECT_EQ(answer_of(megabytes).at("ok"), false) << megabytes;
  }
  const auto answer = answer_of("100");
  EXPECT_EQ(answer.at("verdict"), "proved");
  EXPECT_FALSE(answer.contains("ignored"));
}

TEST(ProgramMemoryLimit, LeavesTheQuestionOpenHoweverSmallItIs) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "memory is not limited under the sanitizer";
#endif
  for (const char* megabytes : {"1", "2", "16", "24", "32"}) {
    const auto run =
        run_program(kOnlyByZ3 + "--time-limit 20 --memory-limit " + std::string(megabytes));
    EXPECT_EQ(run.exit_code, 3) << megabytes << ": " << run.err;
    EXPECT_NE(run.out.find("memory limit of "), std::string::npos) << run.out;
  }
}

// A shell's limit, or a container's, may be lower than the program's own.
TEST(ProgramMemoryLimit, MayBeSetByWhoeverStartsIt) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer takes more address space than any limit leaves";
#endif
  const std::string many = "offset(row: 65536, col: 65536) = (row * 65543 + col * 3) % 4294967291";
  for (const char* kilobytes : {"100000", "150000", "300000", "600000"}) {
    const std::string limited = "ulimit -v " + std::string(kilobytes) + ";";
    const auto run = run_program(
        "prove injective " + quoted(many) + " --engine enumerate --time-limit 0.2", "", limited);
    EXPECT_EQ(run.exit_code, 3) << kilobytes << ": " << run.out << run.err;
    const std::string layout = R"({"op": "layout", "layout": "8:1"})"
                               "\n";
    const std::string request =
        R"({"op": "prove", "claim": "injective", "time_limit": 0.2, "layout": ")" + many + "\"}\n";
    const auto batch = run_program("batch", layout + request + layout, limited);
    EXPECT_EQ(batch.exit_code, 0) << kilobytes << ": " << batch.err;
    EXPECT_EQ(std::ranges::count(batch.out, '\n'), 3) << batch.out;
  }
}

// A module takes a kilobyte, however little stands in it: not what most kernels' operations take.
TEST(ProgramMemoryLimit, LeavesRoomForAFileOfModules) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer takes more address space than any limit leaves";
#endif
  const auto exit_code_of = [](const std::string& module) {
    std::string modules;
    for (int i = 0; i < 50'000; ++i) modules += module;
    return run_program("check -", modules, "ulimit -v 600000;").exit_code;
  };
  EXPECT_EQ(exit_code_of("module {}\n"), 0);
  EXPECT_EQ(exit_code_of("module {tt.f}\n"), 3);
}

// A daemon, or a shell's trap, may leave signals ignored.
TEST(ProgramSignals, OfChildrenAreTakenThoughTheyWereIgnored) {
  const auto run = run_program(kOnlyByZ3 + "--time-limit 0.2", "", "trap '' CHLD;");
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
}

TEST(ProgramSignals, OfAFileThatMayNotGrowAreAMessage) {
  const TemporaryFolder folder;
  const auto run = run_program("museum > " + folder.path("out"), "", "ulimit -f 0;");
  EXPECT_EQ(run.exit_code, 2);
}

TEST(ProgramMemoryLimit, IsANumberOfMegabytes) {
  for (const char* megabytes :
       {"0", "-1", "", "1.5", "nan", "1e300", "99999999999999999999", "17592186044416"}) {
    const auto run = run_program("prove injective 4:1 --memory-limit=" + quoted(megabytes));
    EXPECT_EQ(run.exit_code, 2) << megabytes;
    EXPECT_NE(run.err.find("--memory-limit"), std::string::npos) << run.err;
  }
}

}  // namespace
}  // namespace tileproof
