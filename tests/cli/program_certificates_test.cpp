// `tileproof check --certificates`: do certificates that it writes replay alone, and does it say
// what has none?
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

std::string data(const std::string& file) {
  return std::string(TILEPROOF_TEST_DATA) + "/" + file + " ";
}

const std::string kSome =
    data("ttgir/sm90/attention_64x32x128_w4.ttgir") + data("planted/holds_swizzle.ttgir") +
    data("planted/holds_partition.ttgir") + data("planted/holds_conversion.ttgir") +
    data("planted/padding_loaded_without.ttgir");

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST(ProgramCheckCertificates, ReplayAlone) {
  const TemporaryFolder folder;
  const auto run = run_program("check " + kSome + "--json --certificates " + folder.path("proofs"));
  EXPECT_EQ(run.exit_code, 1) << run.err;  // a planted mistake
  std::set<std::string> named;
  const auto whole = run.json();
  for (const auto& file : whole.at("files")) {
    for (const auto& finding : file.at("findings")) {
      const bool is_proved = finding.at("verdict") == "proved";
      const auto& names = finding.at("certificates");
      EXPECT_TRUE(is_proved || names.empty()) << finding;
      EXPECT_FALSE(finding.contains("no_evidence")) << finding;
      EXPECT_TRUE(!is_proved || !names.empty() || finding.contains("not_claimed")) << finding;
      for (const auto& name : names) named.insert(name.get<std::string>());
    }
  }
  EXPECT_GT(named.size(), 20U);
  std::set<std::string> written;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("proofs"))) {
    written.insert(entry.path().filename().string());
  }
  EXPECT_EQ(written, named);
  const std::string report = folder.path("report");
  const std::string command =
      "'" TILEPROOF_CERTIFIER "' " + folder.path("proofs") + "/* > " + report;
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(count_of(text_of_file(report), ": valid\n"), written.size());
}

// Names are those of claims, so that the same claim has the same name again.
TEST(ProgramCheckCertificates, AreNamedAlikeInEachRun) {
  const auto names = [&](const std::string& file) {
    const TemporaryFolder folder;
    const auto run = run_program("check --json " + file + "--certificates " + folder.path());
    std::set<std::string> found;
    const auto whole = run.json();
    for (const auto& finding : whole.at("files").at(0).at("findings")) {
      for (const auto& name : finding.at("certificates")) found.insert(name.get<std::string>());
    }
    return found;
  };
  const auto once = names(data("planted/holds_swizzle.ttgir"));
  EXPECT_FALSE(once.empty());
  EXPECT_EQ(names(data("planted/holds_swizzle.ttgir")), once);
}

TEST(ProgramCheckCertificates, AreCountedInTheSummary) {
  const TemporaryFolder folder;
  const auto run = run_program("check " + data("planted/holds_swizzle.ttgir") + "--certificates " +
                               folder.path());
  const auto files = std::filesystem::directory_iterator(folder.path());
  const auto count = std::distance(begin(files), end(files));
  EXPECT_NE(
      run.out.find("\n" + std::to_string(count) + " certificates written to " + folder.path()),
      std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("not all can be claimed; for 0 no evidence was found"), std::string::npos)
      << run.out;
}

TEST(ProgramCheckCertificates, AreNotSpokenOfUnlessTheyAreAskedFor) {
  const auto run = run_program("check --json " + data("planted/holds_swizzle.ttgir"));
  EXPECT_FALSE(run.json().at("files").at(0).at("findings").at(0).contains("certificates"));
}

TEST(ProgramCheckCertificates, NeedAFolder) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file", "");
  const auto run = run_program("check " + data("planted/holds_swizzle.ttgir") + "--certificates " +
                               file + "/in");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("cannot make"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace tileproof
