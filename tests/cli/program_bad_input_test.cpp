// Bad input among good files: exit code 2, a message with file, line and column, and every other
// file answered as if it stood alone.
#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "tests/support/genuine_files.hpp"
#include "tests/support/program.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

const std::string kGood =
    std::string(TILEPROOF_TEST_DATA) + "/ttgir/sm90/matmul_fp16_128x128x64_w4.ttgir";

std::string kernel(const std::string& argument, const std::string& alias = "") {
  return "#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = "
         "[4, 1], "
         "order = [1, 0]}>\n" +
         alias +
         "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\"} {\n"
         "  tt.func public @f(%a: " +
         argument + ") {\n    tt.return\n  }\n}\n";
}

std::string noise() {
  std::mt19937_64 random(20260505);  // NOLINT: a fixed seed
  std::string bytes(5000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

struct Bad {
  const char* name;
  std::string text;
  const char* place;  // line:column of the first error
  const char* words;
};

void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.name; }

std::vector<Bad> bad_files() {
  const std::string good = text_of_file(kGood);
  return {
      {"Truncated", good.substr(0, good.size() / 2), "", "text ends"},
      {"UnknownKey",
       kernel("tensor<64x64xf16, #odd>",
              "#odd = #ttg.blocked<{sizePerLane = [1, 4], order = [1, 0]}>\n"),
       "2:22",
       "unexpected key 'sizePerLane' in blocked"},
      {"Shape3x5", kernel("tensor<3x5xf16, #blocked>"), "3:32", "size 3 of dimension 0"},
      {"Overflow",
       kernel("tensor<4611686018427387904x4611686018427387904xf16, #blocked>"),
       "3:32",
       "more than 2^62 elements"},
      {"HugeNumber", kernel("tensor<99999999999999999999999999x2xf16, #blocked>"), "", ""},
      {"RankMismatch", kernel("tensor<64xf16, #blocked>"), "3:40", "rank"},
      {"Nesting",
       kernel("tensor<64xf16, " + repeated("#ttg.slice<{dim = 0, parent = ", 3000) + "#blocked" +
              repeated("}>", 3000) + ">"),
       "",
       ""},
      {"NestedRegions", kernel("i32") + repeated("module {\n", 3000), "", ""},
      {"Noise", noise(), "1:1", ""},
      {"Zeros", std::string(1000, '\0'), "1:1", ""},
      {"NoMlir", "To be, or not to be: that is the question.\n", "1:1", ""},
  };
}

class ProgramBadInput : public ::testing::TestWithParam<Bad> {};

TEST_P(ProgramBadInput, IsNamedWithItsPlaceAndLosesNothingOfOtherFiles) {
  const auto& bad = GetParam();
  const TemporaryFolder folder;
  const std::string path = folder.file("bad.ttgir", bad.text);
  const auto run = run_program("check --json " + kGood + " " + path + " " + kGood);
  EXPECT_EQ(run.exit_code, 2) << run.err;
  // file:line:column: error: words
  std::smatch match;
  const std::regex form("^([^\n]*):([0-9]+):([0-9]+): error: ([^\n]+)\n");
  ASSERT_TRUE(std::regex_search(run.err, match, form)) << run.err;
  EXPECT_EQ(match[1], path);
  if (*bad.place != '\0') {
    EXPECT_EQ(match[2].str() + ":" + match[3].str(), bad.place) << run.err;
  }
  EXPECT_NE(match[4].str().find(bad.words), std::string::npos) << run.err;
  const auto files = run.json().at("files");
  ASSERT_EQ(files.size(), 3U);
  EXPECT_FALSE(files.at(1).at("errors").empty());
  const auto alone = run_program("check --json " + kGood).json().at("files").at(0);
  EXPECT_EQ(files.at(0), alone);
  EXPECT_EQ(files.at(2), alone);
  EXPECT_FALSE(alone.at("findings").empty());
  // People are told the same.
  const auto text = run_program("check " + path).out;
  EXPECT_NE(text.find(path + ":" + match[2].str() + ":" + match[3].str() + ": "), std::string::npos)
      << text;
}

INSTANTIATE_TEST_SUITE_P(Files,
                         ProgramBadInput,
                         ::testing::ValuesIn(bad_files()),
                         [](const auto& bad) { return std::string(bad.param.name); });

void expect_unreadable(const std::string& path) {
  const auto run = run_program("check --json " + path + " " + kGood);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("cannot read '" + path + "'"), std::string::npos) << run.err;
  EXPECT_FALSE(run.json().at("files").at(1).at("findings").empty());
}

TEST(ProgramUnreadableInput, MayBeMissing) { expect_unreadable("/nowhere/kernel.ttgir"); }

TEST(ProgramUnreadableInput, MayBeADirectoryWithoutFiles) {
  const TemporaryFolder folder;
  expect_unreadable(folder.path());
}

TEST(ProgramEmptyInput, HoldsNothingThatCouldBeWrong) {
  const TemporaryFolder folder;
  const auto run = run_program("check " + folder.file("empty.ttgir", ""));
  EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 2);
  EXPECT_NE(run.out, "");
}

TEST(ProgramCheckReading, OfHostileNestingIsFast) {
  const TemporaryFolder folder;
  const std::string path = folder.file("deep.ttgir", std::string(20 << 20, '<'));
  EXPECT_EQ(run_program("check " + path).exit_code, 2);
  EXPECT_EQ(
      run_program("check " + folder.file("open.ttgir", repeated("module {\n", 300000))).exit_code,
      2);
}

}  // namespace
}  // namespace tileproof
