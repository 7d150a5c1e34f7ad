// Does the program still print what the README quotes, and do files say what docs/ quote of them?
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "core/target.hpp"
#include "tests/support/program.hpp"

namespace tileproof {
namespace {

const std::string kRoot = TILEPROOF_SOURCE_DIR;

// The lines of the README between the command that runs the program and the end of its block.
std::vector<std::string> quoted_output(const std::string& command) {
  std::istringstream readme(text_of_file(kRoot + "/README.md"));
  std::vector<std::string> lines;
  bool is_inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (is_inside && line == "```") break;
    if (is_inside) lines.push_back(line);
    if (line == "$ " + command) is_inside = true;
  }
  return lines;
}

TEST(Readme, QuotesWhatTheProgramPrintsInItsOrder) {
  const std::string example = "examples/wrong_conversion.ttgir";
  const auto quoted = quoted_output("build/tileproof check " + example);
  ASSERT_GE(quoted.size(), 4U);
  const auto run = run_program("check " + example, "", "cd '" + kRoot + "' &&");
  std::size_t at = 0;
  for (const std::string& line : quoted) {
    const auto found = run.out.find(line + "\n", at);
    ASSERT_NE(found, std::string::npos) << "not printed here: " << line << "\nin\n" << run.out;
    at = found + line.size();
  }
}

TEST(Readme, QuotesACertificateThatIsValid) {
  const std::string page = text_of_file(kRoot + "/docs/claims.md");
  const std::size_t start = page.find("tileproof certificate ");
  ASSERT_NE(start, std::string::npos);
  const TemporaryFolder folder;
  const std::string file =
      folder.file("proof.txt", page.substr(start, page.find("```", start) - start));
  EXPECT_EQ(run_program("certify " + file).exit_code, 0);
}

// The commands of a page, each with the output that is quoted below it.
std::vector<std::pair<std::string, std::string>> quoted_runs(const std::string& page,
                                                             const std::string& program) {
  std::istringstream text(text_of_file(kRoot + "/" + page));
  std::vector<std::pair<std::string, std::string>> runs;
  bool is_inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("$ ", 0) == 0 || line == "```") is_inside = false;
    if (is_inside) runs.back().second += line + "\n";
    if (line.rfind("$ " + program + " ", 0) == 0) {
      runs.emplace_back(line.substr(program.size() + 3), "");
      is_inside = true;
    }
  }
  return runs;
}

TEST(Readme, QuotesWhatProvePlanAndBuffersPrint) {
  std::size_t quoted = 0;
  for (const auto& [page, program] :
       {std::pair("README.md", "build/tileproof"), std::pair("docs/claims.md", "tileproof")}) {
    for (const auto& [arguments, output] : quoted_runs(page, program)) {
      const std::string command = arguments.substr(0, arguments.find(' '));
      if (command != "prove" && command != "plan" && command != "buffers") continue;
      EXPECT_EQ(run_program(arguments, "", "cd '" + kRoot + "' &&").out, output) << arguments;
      ++quoted;
    }
  }
  EXPECT_EQ(quoted, 7U);
}

// Seconds differ from run to run.
std::string without_seconds(const std::string& text) {
  static const std::regex seconds("[0-9]+[.][0-9]{3}  ");
  return std::regex_replace(text, seconds, "");
}

TEST(Readme, QuotesWhatTheMuseumPrints) {
  std::size_t quoted = 0;
  for (const auto& [page, program] :
       {std::pair("README.md", "build/tileproof"), std::pair("docs/museum.md", "tileproof")}) {
    for (const auto& [arguments, output] : quoted_runs(page, program)) {
      if (arguments.rfind("museum", 0) != 0 || output.empty()) continue;
      const std::string printed = without_seconds(run_program(arguments).out);
      std::istringstream lines(without_seconds(output));
      for (std::string line; std::getline(lines, line);) {
        if (line == "...") continue;
        EXPECT_NE(printed.find(line + "\n"), std::string::npos) << line << "\n" << printed;
        ++quoted;
      }
    }
  }
  EXPECT_EQ(quoted, 11U);
}

// The blocks of code of a page, each begun by a comment that names its file.
std::vector<std::pair<std::string, std::string>> quoted_code(const std::string& page) {
  std::istringstream text(text_of_file(kRoot + "/" + page));
  std::vector<std::pair<std::string, std::string>> blocks;
  bool is_inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line == "```") is_inside = false;
    if (is_inside && blocks.back().first.empty()) {
      blocks.back().first = line.substr(std::string("// ").size());
    } else if (is_inside) {
      blocks.back().second += line + "\n";
    }
    if (line == "```cpp") {
      blocks.emplace_back();
      is_inside = true;
    }
  }
  return blocks;
}

TEST(Architecture, QuotesItsExamples) {
  const auto blocks = quoted_code("docs/architecture.md");
  EXPECT_EQ(blocks.size(), 5U);
  for (const auto& [file, code] : blocks) {
    EXPECT_NE(text_of_file(kRoot + "/" + file).find(code), std::string::npos) << file << code;
  }
}

TEST(Architecture, NamesFilesThatExist) {
  std::istringstream words(text_of_file(kRoot + "/docs/architecture.md"));
  std::size_t files = 0;
  for (std::string word; words >> word;) {
    if (word.rfind("checkers/", 0) != 0 && word.rfind("encodings/", 0) != 0) continue;
    EXPECT_TRUE(std::filesystem::exists(kRoot + "/" + word)) << word;
    ++files;
  }
  EXPECT_GE(files, 12U);
}

// "0 to 3, 20 to 23"
std::string span_text(const AccessRule::Basis& basis) {
  std::set<unsigned> span = {0};
  for (const unsigned vector : basis) {
    const std::set<unsigned> before = span;
    for (const unsigned lane : before) span.insert(lane ^ vector);
  }
  std::string text;
  for (const unsigned lane : span) {
    if (span.contains(lane - 1)) continue;
    unsigned last = lane;
    while (span.contains(last + 1)) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(lane) + " to " + std::to_string(last);
  }
  return text;
}

// Checking.md says of each LDS instruction of these targets, and of no other, what is said here.
TEST(Checking, HasTheGroupsOfAmdsInstructions) {
  const std::string page = text_of_file(kRoot + "/docs/checking.md");
  std::size_t named = 0;
  for (const std::string name : {"gfx942", "gfx950", "gfx1100", "gfx1201", "gfx1250"}) {
    const Target target = *Target::parse(name);
    std::vector<std::string> rows;
    for (std::size_t at = page.find("| " + name + " |"); at != std::string::npos;
         at = page.find("| " + name + " |", at + 1)) {
      rows.push_back(page.substr(at, page.find('\n', at) - at));
    }
    for (const AccessRule& rule : target.access_rules()) {
      const auto row = std::ranges::find_if(rows, [&](const std::string& text) {
        return text.find('`' + rule.instruction + '`') != std::string::npos;
      });
      ASSERT_NE(row, rows.end()) << name << " " << rule.instruction;
      EXPECT_TRUE(row->ends_with("| " + std::to_string(rule.banks) + " | " +
                                 span_text(rule.group_basis) + " |"))
          << name << " " << rule.instruction << ": " << *row;
    }
    for (const std::string& row : rows)
      named += static_cast<std::size_t>(std::ranges::count(row, '`')) / 2;
    named -= target.access_rules().size();
  }
  EXPECT_EQ(named, 0U);
}

TEST(Layouts, FormulaOfTheNvmmaExampleHolds) {
  const std::string page = text_of_file(kRoot + "/docs/layouts.md");
  const auto at = page.find("`offset(row, col) = col/32*16384");
  ASSERT_NE(at, std::string::npos);
  const std::string formula = page.substr(at + 1, page.find('`', at + 1) - at - 1);
  const std::string layout =
      "'#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>'";
  EXPECT_EQ(run_program("prove equal " + layout + " '" + formula + "' --shape 512x128").exit_code,
            0);
  EXPECT_EQ(
      run_program("prove equal " + layout + " '" + formula + " + 1' --shape 512x128").exit_code, 1);
}

TEST(Readme, LinksToFilesThatExist) {
  const std::string readme = text_of_file(kRoot + "/README.md");
  for (const char* file : {"docs/layouts.md",
                           "docs/checking.md",
                           "docs/claims.md",
                           "docs/architecture.md",
                           "docs/museum.md",
                           "docs/glossary.md",
                           "core/linear_layout.hpp",
                           "encodings/triton/blocked.hpp",
                           "examples/wrong_conversion.ttgir"}) {
    EXPECT_NE(readme.find(file), std::string::npos) << file;
    EXPECT_TRUE(std::filesystem::exists(kRoot + "/" + file)) << file;
  }
}

}  // namespace
}  // namespace tileproof
