// Genuine files written otherwise without a change of meaning: comments anywhere, broken lines,
// other spaces and line ends.  The same is found in them.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "checkers/ttgir/check_file.hpp"
#include "tests/support/findings.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof {
namespace {

// Where a line may be broken: behind these words, outside of strings.
std::string broken(const std::string& line, std::mt19937_64& random) {
  if (line.find('"') != std::string::npos) return line;
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    text += line[i];
    const auto before = line.substr(0, i + 1);
    const bool may = before.ends_with(" -> ") || before.ends_with(" : ") || before.ends_with(", ");
    if (may && random() % 8 == 0) text += random() % 2 == 0 ? "\n      " : "// in between\n  ";
  }
  return text;
}

std::string rewritten(const std::string& text, std::mt19937_64& random) {
  const std::string end = random() % 3 == 0 ? "\r\n" : "\n";
  std::string other;
  for (const std::string& line : lines_of(text)) {
    if (random() % 16 == 0) other += "  // a = 4 : i32, %x -> tensor<4xf16>" + end;
    if (random() % 16 == 0) other += end;
    if (random() % 8 == 0) other += "\t ";
    other += random() % 4 == 0 ? broken(line, random) : line;
    if (random() % 16 == 0) other += " // {\"ttg.num-warps\" = 1 : i32}";
    other += end;
  }
  return other;
}

std::vector<std::string> said(const FileReport& report) {
  std::vector<std::string> all;
  for (const Finding& finding : report.findings) {
    all.push_back(finding.op + " " + to_string(finding.question) + " " +
                  to_string(finding.verdict));
  }
  // A line that is broken may put a type behind its operation.
  std::sort(all.begin(), all.end());
  return all;
}

TEST(RewrittenFiles, AreAnsweredAlike) {
  constexpr int kRewrites = 10;      // of each file
  std::mt19937_64 random(20261124);  // NOLINT: a fixed seed
  CheckOptions options;
  options.known = std::make_shared<KnownAnswers>();
  for (const auto& file : genuine_files()) {
    const auto right = said(check_ttgir(file.name, file.text, options));
    for (int i = 0; i < kRewrites; ++i) {
      const std::string text = rewritten(file.text, random);
      const auto report = check_ttgir(file.name, text, options);
      ASSERT_TRUE(report.errors.empty())
          << file.name << ":" << report.errors[0].line << " " << report.errors[0].message << "\n"
          << text;
      const auto now = said(report);
      std::vector<std::string> more;
      std::set_symmetric_difference(
          now.begin(), now.end(), right.begin(), right.end(), std::back_inserter(more));
      ASSERT_TRUE(more.empty()) << file.name << ": " << more[0] << "\n" << text;
    }
  }
}

}  // namespace
}  // namespace tileproof
