// Genuine files written otherwise without a change of meaning: comments anywhere, lines that are
// broken or joined, other spaces and line ends.  The same is found in them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "checkers/ttgir/check_file.hpp"
#include "tests/support/findings.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof {
namespace {

// What stands in them means nothing.
constexpr std::array kComments{"// in between",
                               "// was 2, \"ttg.num-warps\" = 8 : i32",
                               "// ttg.target = \"cuda:70\"} {",
                               "// one \" and >) ]}",
                               "// -----, %x -> tensor<4xf16>"};
constexpr std::array kLineComments{
    "// ------- main loop", "// -----+----", "// 4 : i32, %x", "  // }", "//"};

std::string comment(std::mt19937_64& random) { return kComments.at(random() % kComments.size()); }

// Breaks the line at spaces outside of strings.
std::string broken(const std::string& line, std::mt19937_64& random) {
  std::string text;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    text += line[i];
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) in_string = !in_string;
    if (in_string || line[i] != ' ' || random() % 12 != 0) continue;
    text += random() % 2 == 0 ? "\n      " : comment(random) + "\n  ";
  }
  return text;
}

// With or without a space on either side of punctuation outside of strings.
std::string spaced(const std::string& line, std::mt19937_64& random) {
  constexpr std::string_view kPunctuation = ",<>()[]{}=";
  std::string text;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const char last = i == 0 ? '\0' : line[i - 1];
    if (c == '"' && last != '\\') in_string = !in_string;
    const bool is_mark = !in_string && kPunctuation.find(c) != std::string_view::npos;
    const bool is_arrow = c == '>' && last == '-';
    const bool may = is_mark && !is_arrow && random() % 10 == 0;
    if (may && random() % 2 == 0) text += ' ';
    text += c;
    if (may && random() % 2 == 0) text += ' ';
    if (is_mark && line[i + 1 < line.size() ? i + 1 : i] == ' ' && random() % 10 == 0) ++i;
  }
  return text;
}

std::string rewritten(const std::string& text, std::mt19937_64& random) {
  const std::string end = random() % 3 == 0 ? "\r\n" : "\n";
  std::string other;
  for (const std::string& line : lines_of(text)) {
    if (random() % 16 == 0) other += kLineComments.at(random() % kLineComments.size()) + end;
    if (random() % 16 == 0) other += end;
    if (random() % 8 == 0) other += "\t ";
    const auto way = random() % 8;
    other += way < 2 ? broken(line, random) : way < 4 ? spaced(line, random) : line;
    if (random() % 16 == 0) other += " " + comment(random);
    // A comment ends with its line.
    const bool may_join = !line.empty() && other.find("//", other.rfind('\n') + 1) == other.npos;
    other += may_join && random() % 4 == 0 ? " " : end;
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
