// Is each planted mistake refuted, with the counterexample that its file expects, and nothing else?
#include "tests/support/planted_files.hpp"

#include <gtest/gtest.h>

#include <set>

#include "checkers/ttgir/check_file.hpp"
#include "tests/support/findings.hpp"

namespace tileproof {
namespace {

CheckOptions options_of(const std::string& text) {
  CheckOptions options;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::string value;
    words >> value;
    if (word == "--target") {
      options.target = Target::parse(value).value();
    } else if (word == "--max-conflicts") {
      options.max_conflicts = std::stoull(value);
    } else {
      throw std::runtime_error("unknown option " + word);
    }
  }
  return options;
}

bool has_numbers(const Finding& finding, const std::map<std::string, Word>& numbers) {
  const Fields fields = fields_of(finding.verdict);
  for (const auto& [name, value] : numbers) {
    const auto field = fields.find(name);
    const auto found =
        field != fields.end() ? std::optional(field->second) : detail_number(finding, name);
    if (found != value) return false;
  }
  return true;
}

bool is_expected(const Finding& finding, const Expectation& expectation) {
  return expectation.verdict == to_string(finding.verdict) &&
         expectation.question == to_string(finding.question) && expectation.line == finding.line &&
         words_of(finding.verdict).find(expectation.words) != std::string::npos &&
         has_numbers(finding, expectation.numbers);
}

bool is_expected(const InputError& error, const Expectation& expectation) {
  const auto column = expectation.numbers.find("column");
  return expectation.verdict == "error" && expectation.line == error.line &&
         (column == expectation.numbers.end() || column->second == error.column) &&
         error.message.find(expectation.words) != std::string::npos;
}

template <typename Said>
std::size_t count_expected(const std::vector<Said>& all, const Expectation& expectation) {
  std::size_t count = 0;
  for (const Said& said : all) count += is_expected(said, expectation) ? 1U : 0U;
  return count;
}

template <typename Said>
bool is_any_of(const Said& said, const std::vector<Expectation>& expectations) {
  for (const auto& expectation : expectations) {
    if (is_expected(said, expectation)) return true;
  }
  return false;
}

class PlantedFiles : public ::testing::TestWithParam<PlantedFile> {};

void expect_found_out(const PlantedFile& file) {
  const auto report = check_ttgir(file.name, file.text, options_of(file.options));
  for (const auto& expectation : file.expectations) {
    EXPECT_EQ(
        count_expected(report.findings, expectation) + count_expected(report.errors, expectation),
        1U)
        << expectation.text;
  }
  for (const Finding& finding : report.findings) {
    EXPECT_TRUE(is_proved(finding.verdict) || is_any_of(finding, file.expectations))
        << describe(finding);
  }
  for (const InputError& error : report.errors) {
    EXPECT_TRUE(is_any_of(error, file.expectations))
        << "error line " << error.line << " column " << error.column << ": " << error.message;
  }
  // errors before refuted before unknown
  const int exit_code = !report.errors.empty()      ? 2
                        : report.counts.refuted > 0 ? 1
                        : report.counts.unknown > 0 ? 3
                                                    : 0;
  EXPECT_EQ(exit_code, file.exit_code);
}

TEST_P(PlantedFiles, AreFoundOutAsTheyExpect) { expect_found_out(GetParam()); }

// A folder for each row of docs/checking.md's tables: what holds, and each claim broken alone.
class PlantedOperations : public ::testing::TestWithParam<std::string> {};

TEST_P(PlantedOperations, AreFoundOutAsTheyExpect) {
  const auto files = planted_files_in("planted/operations/" + GetParam());
  EXPECT_GE(files.size(), 4U);
  std::size_t holding = 0;
  for (const auto& file : files) {
    SCOPED_TRACE(file.path);
    expect_found_out(file);
    holding += file.exit_code == 0 ? 1U : 0U;
  }
  EXPECT_GE(holding, 1U);
  EXPECT_LT(holding, files.size());
}

INSTANTIATE_TEST_SUITE_P(All,
                         PlantedOperations,
                         ::testing::ValuesIn(planted_operations()),
                         [](const auto& kind) { return kind.param; });

INSTANTIATE_TEST_SUITE_P(All,
                         PlantedFiles,
                         ::testing::ValuesIn(planted_files()),
                         [](const auto& file) { return file.param.name; });

TEST(PlantedFilesTogether, HaveEveryVerdictForEveryQuestionThatCanHaveIt) {
  std::set<std::string> kinds;
  auto files = planted_files();
  for (const auto& kind : planted_operations()) {
    for (auto& file : planted_files_in("planted/operations/" + kind))
      files.push_back(std::move(file));
  }
  for (const auto& file : files) {
    for (const auto& expectation : file.expectations) {
      kinds.insert(expectation.verdict + " " + expectation.question);
    }
  }
  EXPECT_EQ(kinds,
            (std::set<std::string>{"error ",
                                   "proved bank_conflicts",
                                   "proved bounds",
                                   "proved conversion",
                                   "proved vectorization",
                                   "refuted alignment",
                                   "refuted bank_conflicts",
                                   "refuted bounds",
                                   "refuted conversion",
                                   "refuted layout",
                                   "refuted operands",
                                   "refuted overlap",
                                   "refuted types",
                                   "refuted view",
                                   "unknown alignment",
                                   "unknown bank_conflicts",
                                   "unknown bounds",
                                   "unknown conversion",
                                   "unknown layout",
                                   "unknown operands",
                                   "unknown overlap",
                                   "unknown types",
                                   "unknown vectorization",
                                   "unknown view"}));
}

TEST(PlantedFilesTogether, AreRefutedAlikeInOneFile) {
  std::string whole;
  std::size_t refuted = 0;
  for (const auto& file : planted_files()) {
    if (file.exit_code != 1 || !file.options.empty()) continue;
    whole += file.text + "// -----\n";
    refuted += check_ttgir(file.name, file.text, {}).counts.refuted;
  }
  const auto report = check_ttgir("whole", whole, {});
  EXPECT_TRUE(report.errors.empty());
  EXPECT_EQ(report.counts.refuted, refuted);
}

}  // namespace
}  // namespace tileproof
