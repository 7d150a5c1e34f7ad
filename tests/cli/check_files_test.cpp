// Files that are checked at once: their reports come in order, and none is made for nothing.
#include "cli/check_files.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "checkers/ttgir/known_answers.hpp"

namespace tileproof::cli {
namespace {

std::vector<FoundFile> planted() { return find_files(TILEPROOF_TEST_DATA "/planted"); }

CheckOptions shared_answers() {
  CheckOptions options;
  options.known = std::make_shared<KnownAnswers>();
  return options;
}

class CheckFiles : public ::testing::TestWithParam<unsigned> {};

TEST_P(CheckFiles, ReportsEachFileInOrderAsAloneByItself) {
  const auto files = planted();
  ASSERT_GT(files.size(), 100U);
  std::size_t number = 0;
  check_files(files, shared_answers(), GetParam(), [&](const FileReport& report) {
    EXPECT_EQ(report.file, files[number].path);
    check_files({files[number]}, CheckOptions{}, 1, [&](const FileReport& alone) {
      EXPECT_EQ(report.errors.size(), alone.errors.size()) << report.file;
      EXPECT_EQ(report.findings.size(), alone.findings.size()) << report.file;
      EXPECT_EQ(report.counts.proved, alone.counts.proved) << report.file;
      EXPECT_EQ(report.counts.refuted, alone.counts.refuted) << report.file;
      EXPECT_EQ(report.counts.unknown, alone.counts.unknown) << report.file;
      return true;
    });
    ++number;
    return true;
  });
  EXPECT_EQ(number, files.size());
}

TEST_P(CheckFiles, EndsAfterAReportThatIsNotTaken) {
  std::size_t taken = 0;
  check_files(
      planted(), shared_answers(), GetParam(), [&](const FileReport&) { return ++taken < 3; });
  EXPECT_EQ(taken, 3U);
}

TEST_P(CheckFiles, EndsWhereTakingFails) {
  const auto fails = [](const FileReport&) -> bool { throw std::runtime_error("full"); };
  EXPECT_THROW(check_files(planted(), shared_answers(), GetParam(), fails), std::runtime_error);
}

TEST_P(CheckFiles, ReportsAFileThatCannotBeRead) {
  auto files = planted();
  files.resize(3);
  files[1].path = "nowhere.ttgir";
  std::vector<std::size_t> errors;
  check_files(files, shared_answers(), GetParam(), [&](const FileReport& report) {
    errors.push_back(report.errors.size());
    return true;
  });
  EXPECT_EQ(errors[1], 1U);
  EXPECT_EQ(errors.size(), 3U);
}

INSTANTIATE_TEST_SUITE_P(Jobs, CheckFiles, ::testing::Values(1U, 2U, 7U), [](const auto& jobs) {
  return "Of" + std::to_string(jobs.param);
});

}  // namespace
}  // namespace tileproof::cli
