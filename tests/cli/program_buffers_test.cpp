// What does `tileproof buffers` print, and with which exit code does it end?
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

constexpr const char* kPlan = R"(buffers cuda:100;
spec s: smem;
smem a[2]: f32[64, 64] in s;
smem b[2]: f16[64, 64] in s;
overlap s = shared(a, b);
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(BuffersProgram, EndsAsItsFindingsSay) {
  EXPECT_EQ(run_program("buffers -", kPlan).exit_code, 0);
  EXPECT_EQ(run_program("buffers -", replaced(kPlan, "a[2]", "a[9]")).exit_code, 0);
  EXPECT_EQ(run_program("buffers - --target cuda:89", replaced(kPlan, "a[2]", "a[9]")).exit_code,
            1);
  EXPECT_EQ(run_program("buffers -", replaced(kPlan, "f16[64, 64]", "f16[48]")).exit_code, 3);
  EXPECT_EQ(run_program("buffers -", replaced(kPlan, "shared(a, b)", "shared(a, c)")).exit_code, 2);
  EXPECT_EQ(run_program("buffers - --target cuda:0", kPlan).exit_code, 2);
  EXPECT_EQ(run_program("buffers no_such_file").exit_code, 2);
}

TEST(BuffersProgram, SaysWhereWhatIsWrong) {
  const auto run = run_program("buffers -", replaced(kPlan, "shared(a, b)", "shared(a, c)"));
  EXPECT_EQ(run.err, "tileproof buffers: -:5:23: 'c' is no allocation in 's'\n");
}

TEST(BuffersProgram, PrintsEachClaimAndTheStorages) {
  const auto plan =
      replaced(replaced(kPlan, "a[2]: f32[64, 64] in s", "a[2]: f32[64, 64] in s at i * 16384"),
               "b[2]: f16[64, 64] in s",
               "b[2]: f16[64, 64] in s at i * 8192");
  const auto run = run_program("buffers - --colour never", plan);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.out.find("REFUTED  shared a, b\n    a[0] and b[1] have bytes 8192 to 16383 in "
                         "common, and are of index 0 and 1\n"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("    smem s: 32768 bytes\n"), std::string::npos) << run.out;
}

TEST(BuffersProgram, PrintsOneObjectOfJson) {
  const auto answer = run_program("buffers - --json", kPlan).json();
  EXPECT_EQ(answer.at("verdict"), "proved");
  EXPECT_EQ(answer.at("storages").at(0).at("size"), 32768);
  EXPECT_EQ(answer.at("allocations").at(1).at("begins"), (std::vector<int>{0, 16384}));
  EXPECT_EQ(answer.at("findings").at(2).at("claim"), "shared");
}

}  // namespace
}  // namespace tileproof
