// Reads what a planted file (tests/data/planted/README.md) expects to be said of it.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/bits.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof {

// "refuted conversion line 12 register=1 says "words"" in parts; for an error of the input, the
// verdict is "error" and there is no question.
struct Expectation {
  std::string text;
  std::string verdict;
  std::string question;
  std::size_t line = 0;
  std::map<std::string, Word> numbers;  // "column" too
  std::string words;
};

struct PlantedFile {
  std::string name;
  std::string path;
  std::string text;
  std::vector<Expectation> expectations;
  std::string options;  // as on the command line
  int exit_code = -1;
};

inline void PrintTo(const PlantedFile& file, std::ostream* out) { *out << file.name; }

inline Expectation read_expectation(const std::string& text) {
  Expectation expectation{text, "", "", 0, {}, ""};
  std::string rest = text;
  if (const auto says = rest.find(" says \""); says != std::string::npos) {
    expectation.words = rest.substr(says + 7, rest.size() - says - 8);
    rest.resize(says);
  }
  std::istringstream words(rest);
  words >> expectation.verdict;
  if (expectation.verdict != "error") words >> expectation.question;
  for (std::string word; words >> word;) {
    if (word == "line") {
      words >> expectation.line;
    } else if (word == "column") {
      words >> expectation.numbers["column"];
    } else if (const auto equals = word.find('='); equals != std::string::npos) {
      expectation.numbers[word.substr(0, equals)] = std::stoull(word.substr(equals + 1));
    } else {
      throw std::runtime_error("cannot read '" + word + "' in '" + text + "'");
    }
  }
  if (expectation.line == 0) throw std::runtime_error("no line in '" + text + "'");
  return expectation;
}

// Those in a folder of tests/data.  Throws if a file does not say what its exit code is.
inline std::vector<PlantedFile> planted_files_in(const std::string& folder) {
  std::vector<PlantedFile> files;
  const auto whole = std::filesystem::path(TILEPROOF_TEST_DATA) / folder;
  for (const auto& path : ttgir_files(folder)) {
    if (path.parent_path() != whole) continue;
    PlantedFile file{path.stem().string(), path.string(), file_text(path), {}, "", -1};
    for (const auto& line : lines_of(file.text)) {
      const auto after = [&](const std::string& key) { return line.substr(key.size()); };
      if (line.rfind("// EXPECT: ", 0) == 0) {
        file.expectations.push_back(read_expectation(after("// EXPECT: ")));
      } else if (line.rfind("// WITH: ", 0) == 0) {
        file.options = after("// WITH: ");
      } else if (line.rfind("// EXIT: ", 0) == 0) {
        file.exit_code = std::stoi(after("// EXIT: "));
      }
    }
    if (file.exit_code < 0) throw std::runtime_error(file.path + " does not say its exit code");
    files.push_back(std::move(file));
  }
  return files;
}

// One mistake each, in files of their own.
inline std::vector<PlantedFile> planted_files() { return planted_files_in("planted"); }

// The kinds of operations that have a folder of cases.
inline std::vector<std::string> planted_operations() {
  std::vector<std::string> kinds;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(TILEPROOF_TEST_DATA) / "planted/operations")) {
    kinds.push_back(entry.path().filename().string());
  }
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

}  // namespace tileproof
