// Does each plan of tests/data/buffers get the findings that stand in it?
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "checkers/buffers/check_buffers.hpp"
#include "encodings/buffers/parse_buffers.hpp"

namespace tileproof::buffers {
namespace {

struct PlanFile {
  std::string name;
  std::string text;
};
void PrintTo(const PlanFile& file, std::ostream* out) { *out << file.name; }

std::vector<PlanFile> plan_files() {
  std::vector<PlanFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(TILEPROOF_TEST_DATA "/buffers")) {
    if (entry.path().extension() != ".buffers") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    files.push_back({entry.path().stem().string(), text.str()});
  }
  std::ranges::sort(files, {}, &PlanFile::name);
  return files;
}

// "refuted shared qk, p buffer=1 other_buffer=3": those lines of the file.
std::vector<std::string> expected(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# EXPECT: ")) list.push_back(line.substr(10));
  }
  return list;
}

// The same of a finding, with the numbers that the expectation has.
std::string said(const BufferFinding& finding, const std::string& expectation) {
  std::string text = std::string(to_string(finding.verdict)) + " " + finding.claim;
  for (const std::string& name : finding.of) text += (&name == &finding.of[0] ? " " : ", ") + name;
  static const std::regex kNumber("(\\w+)=\\d+");
  const auto* refuted = std::get_if<Refuted>(&finding.verdict);
  for (std::sregex_iterator it(expectation.begin(), expectation.end(), kNumber), end;
       it != end && refuted != nullptr;
       ++it) {
    for (const auto& [name, value] : refuted->counterexample().fields) {
      if (name == (*it)[1]) text += " " + name + "=" + std::to_string(std::get<Word>(value));
    }
  }
  return text;
}

class BufferPlans : public ::testing::TestWithParam<PlanFile> {};

TEST_P(BufferPlans, KeepTheirPromiseOrAreBlamedForWhatTheyBreak) {
  const std::string& text = GetParam().text;
  const auto report = check_buffers(parse_buffers(text).value());
  const auto wanted = expected(text);
  std::size_t next = 0;
  for (const BufferFinding& finding : report.findings) {
    if (is_proved(finding.verdict)) continue;
    ASSERT_LT(next, wanted.size()) << said(finding, "");
    EXPECT_EQ(said(finding, wanted[next]), wanted[next]);
    ++next;
  }
  EXPECT_EQ(next, wanted.size());
  const std::string verdict = report.verdict();
  const std::string code = verdict == "proved" ? "0" : verdict == "refuted" ? "1" : "3";
  EXPECT_NE(text.find("# EXIT: " + code + "\n"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, BufferPlans, ::testing::ValuesIn(plan_files()), [](const auto& file) {
  return file.param.name;
});

TEST(BufferReport, SaysWhereEverythingLies) {
  const auto report = check_buffers(parse_buffers(R"(buffers cuda:100; spec s: smem;
    smem a[2]: f32[64, 64] in s; smem b[2]: f32[64, 64] in s; overlap s = distinct(a, b);)")
                                        .value());
  ASSERT_EQ(report.storages.size(), 1U);
  EXPECT_EQ(report.storages[0].size, 65536U);
  ASSERT_EQ(report.allocations.size(), 2U);
  EXPECT_EQ(report.allocations[1].begins, (std::vector<Word>{16384, 49152}));
}

TEST(BufferReport, RemarksOnMembersOfOtherNumbersOfIndices) {
  const auto report = check_buffers(parse_buffers(R"(buffers cuda:100; spec s: smem;
    smem a[2]: f32[64, 64] in s; smem b[4]: f16[64, 64] in s; overlap s = shared(a, b);)")
                                        .value());
  ASSERT_EQ(report.remarks.size(), 1U);
  EXPECT_EQ(report.remarks[0], "in shared(a, b), a has buffers of 2 indices and b of 4");
}

}  // namespace
}  // namespace tileproof::buffers
