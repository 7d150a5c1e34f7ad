// Genuine files written otherwise without a change of meaning: comments anywhere, lines that are
// broken or joined, other spaces and line ends.  The same is found in them.
#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/ttgir/check_file.hpp"
#include "properties/files/rewritten_text.hpp"
#include "tests/support/findings.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof {
namespace {

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
  constexpr int kRewrites = 10;  // of each file
  gen::Source random = gen::Source::random(20261124);
  CheckOptions options;
  options.known = std::make_shared<KnownAnswers>();
  for (const auto& file : genuine_files()) {
    const auto right = said(check_ttgir(file.name, file.text, options));
    for (int i = 0; i < kRewrites; ++i) {
      const std::string text = laws::rewritten(file.text, random);
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
