// The program from end to end: help, version, usage, colour, and batch with many lines.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace tileproof {
namespace {

using nlohmann::json;

const std::string kGoodFile = std::string(TILEPROOF_TEST_DATA) + "/planted/holds_swizzle.ttgir";
const std::string kRefutedFile =
    std::string(TILEPROOF_TEST_DATA) + "/planted/layout_is_not_surjective.ttgir";

TEST(Program, PrintsItsVersion) {
  const auto run = run_program("--version");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out.rfind("tileproof ", 0), 0U) << run.out;
  EXPECT_EQ(run.err, "");
}

TEST(Program, HelpsWithExamplesForEveryCommand) {
  for (const char* command : {"", "check ", "show ", "batch "}) {
    const auto run = run_program(std::string(command) + "--help");
    EXPECT_EQ(run.exit_code, 0) << command;
    EXPECT_NE(run.out.find("Example"), std::string::npos) << command;
    EXPECT_NE(run.out.find("tileproof"), std::string::npos) << command;
    EXPECT_EQ(run.err, "") << command;
  }
  EXPECT_NE(run_program("--help").out.find("0 all holds, 1 something is refuted"),
            std::string::npos);
}

TEST(Program, RefusesBadUsageWithExitCode2) {
  for (const char* arguments : {"",
                                "nonsense",
                                "--nonsense",
                                "check",
                                "check --nonsense",
                                "check --max-conflicts",
                                "check --max-conflicts many x.ttgir",
                                "check --max-conflicts -1 x.ttgir",
                                "show --nonsense",
                                "batch --nonsense",
                                "check --colour sometimes x.ttgir"}) {
    const auto run = run_program(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err, "") << arguments;
    EXPECT_EQ(run.out, "") << arguments;
  }
}

// Not as octal, hexadecimal or a number that wraps around, and not left out.
TEST(Program, TakesNumbersInDecimalDigits) {
  const std::string no_wrap = "prove no-wrap '(8,8):(9,1)' ";
  const std::string aligned = "prove aligned 8:1 ";
  for (const std::string& option : {no_wrap + "--bits",
                                    aligned + "--bytes",
                                    aligned + "--element-bits",
                                    aligned + "--vector",
                                    std::string("prove in-bounds 8:1 --allocation"),
                                    std::string("prove injective 8:1 --memory-limit"),
                                    std::string("fuzz --cases"),
                                    std::string("fuzz --case"),
                                    std::string("fuzz --cases 1 --seed"),
                                    std::string("plan a b --element-bits"),
                                    std::string("plan a b --element-bits 8 --bytes"),
                                    "check " + kGoodFile + " --jobs",
                                    "check " + kGoodFile + " --max-conflicts"}) {
    for (const char* number :
         {"", "-1", "+8", " 8", "8 ", "010", "0x10", "8.0", "1e1", "18446744073709551616"}) {
      const auto run = run_program(option + " " + quoted(number));
      EXPECT_EQ(run.exit_code, 2) << option << " " << number;
      EXPECT_NE(run.err.find("must be a whole number below 2^64, in decimal digits"),
                std::string::npos)
          << option << " " << number << "\n"
          << run.err;
    }
  }
  EXPECT_EQ(run_program(no_wrap + "--bits 32").exit_code, 0);
  EXPECT_EQ(run_program("check " + kGoodFile + " --max-conflicts 1000").exit_code, 0);
}

TEST(Program, NamesAnUnknownCommandAndThoseThatExist) {
  const std::string commands =
      "commands are check, show, prove, plan, realises, buffers, fuzz, museum, certify, batch, "
      "oracle\n";
  for (const char* word : {"foo", "chek", "check.", "", "Prove"}) {
    const auto run = run_program(quoted(word) + " --json file");
    EXPECT_EQ(run.exit_code, 2) << word;
    EXPECT_EQ(
        run.err.find("tileproof: there is no command '" + std::string(word) + "'; " + commands), 0U)
        << run.err;
  }
  EXPECT_EQ(run_program("").err.find("tileproof: a command is missing; " + commands), 0U);
}

TEST(Program, NamesTheTargetsThatItKnows) {
  for (const char* target : {"cuda:999", "cuda:91", "sm_60"}) {
    const auto run = run_program("check --target " + std::string(target) + " " + kGoodFile);
    EXPECT_EQ(run.exit_code, 2) << target;
    EXPECT_NE(run.err.find("is not known: expected cuda:70, 72, 75, 80, 86, 87, 88, 89, 90, 100, "
                           "101, 103, 110, 120, 121, or hip:gfx9xx, hip:gfx10xx, hip:gfx11xx, "
                           "hip:gfx12xx\n"),
              std::string::npos)
        << run.err;
  }
}

TEST(Program, RefusesAnUnknownTarget) {
  const auto run = run_program("check --target cuda:banana " + kGoodFile);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("--target"), std::string::npos) << run.err;
}

TEST(ProgramColour, IsOffWhereTheOutputIsNoTerminal) {
  EXPECT_EQ(run_program("check " + kRefutedFile).out.find('\033'), std::string::npos);
  EXPECT_NE(run_program("check --colour always " + kRefutedFile).out.find('\033'),
            std::string::npos);
  EXPECT_EQ(run_program("check --colour never " + kRefutedFile).out.find('\033'),
            std::string::npos);
}

TEST(ProgramColour, IsAskedForInBothSpellingsByCheckAndProve) {
  for (const std::string& command : {"check " + kRefutedFile, std::string("prove injective 4:0")}) {
    for (const char* option : {" --color ", " --colour "}) {
      const auto is_coloured = [&](const char* when) {
        return run_program(command + option + when).out.find('\033') != std::string::npos;
      };
      EXPECT_TRUE(is_coloured("always")) << command;
      EXPECT_FALSE(is_coloured("never")) << command;
      EXPECT_FALSE(is_coloured("auto")) << command;
      EXPECT_EQ(run_program(command + option + "sometimes").exit_code, 2) << command;
    }
  }
}

// `script` gives the program a terminal.
std::string on_a_terminal(const std::string& environment) {
  const TemporaryFolder folder;
  const std::string command = "script -qec \"" + environment + " " TILEPROOF_PROGRAM " check " +
                              kRefutedFile + "\" " + folder.path("typescript") + " > " +
                              folder.path("out") + " 2>&1";
  return std::system(command.c_str()) == 256 ? text_of_file(folder.path("out")) : "";  // NOLINT
}

TEST(ProgramColour, IsOnATerminalUnlessNoColorIsSet) {
  if (std::system("command -v script > /dev/null") != 0) {  // NOLINT
    GTEST_SKIP() << "the program `script`, which gives a terminal, is not installed";
  }
  EXPECT_NE(on_a_terminal("env -u NO_COLOR").find('\033'), std::string::npos);
  EXPECT_NE(on_a_terminal("env NO_COLOR=").find('\033'), std::string::npos);
  const auto plain = on_a_terminal("env NO_COLOR=1");
  EXPECT_NE(plain, "");
  EXPECT_EQ(plain.find('\033'), std::string::npos);
}

TEST(ProgramBatch, Answers1000LinesInTheirOrder) {
  const auto layout = json::parse(
      R"({"bases": [["x", [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512]]]],
          "out_dims": [["y", 1024]]})");
  std::string input;
  for (int i = 0; i < 1000; ++i) {
    if (i % 10 == 9) {
      input += "line " + std::to_string(i) + " is no JSON\n";
    } else {
      input += json{{"id", i},
                    {"op", "algebra"},
                    {"name", "apply"},
                    {"a", layout},
                    {"ins", json::array({json::array({"x", i})})}}
                   .dump() +
               "\n";
    }
  }
  const auto run = run_program("batch", input);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  std::istringstream lines(run.out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const auto answer = json::parse(line);
    if (count % 10 == 9) {
      EXPECT_EQ(answer.at("ok"), false);
      EXPECT_FALSE(answer.contains("id"));
    } else {
      EXPECT_EQ(answer.at("id"), count);
      EXPECT_EQ(answer.at("value"), json::array({json::array({"y", count})}));
    }
  }
  EXPECT_EQ(count, 1000);
}

TEST(ProgramBatch, AnswersALineWithoutAnEndAndEmptyLines) {
  EXPECT_EQ(run_program("batch", "").out, "");
  const auto run = run_program("batch", "\n{\"op\": 1}");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 2);
}

TEST(ProgramBatch, AnswersALineThatIsTooLongAndGoesOn) {
  const auto run = run_program(
      "batch", "{\"op\": \"" + std::string(40 << 20, 'a') + "\"}\n{\"op\": \"view\", \"id\": 5}\n");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out.find("{\"ok\":false,\"error\":{\"code\":\"syntax\",\"message\":\"the line is "
                         "longer than 16 MiB\"}}\n{\"id\":5,"),
            0U)
      << run.out;
}

TEST(ProgramBatch, SurvivesALineOfManyMegabytesAndZeros) {
  const auto run = run_program("batch",
                               std::string(8 << 20, '[') + "\n" + std::string(1000, '\0') +
                                   "\n{\"op\": \"view\", \"id\": 5}\n");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 3);
  EXPECT_NE(run.out.find("\"id\":5"), std::string::npos);
}

}  // namespace
}  // namespace tileproof
