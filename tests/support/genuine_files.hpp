// The 150 files that Triton 3.6 wrote (tests/data/ttgir), for tests that look at all of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tileproof {

// The .ttgir files in and below a folder of the test data, in order of their paths.
inline std::vector<std::filesystem::path> ttgir_files(const std::string& folder_under_test_data) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(TILEPROOF_TEST_DATA) / folder_under_test_data)) {
    if (entry.path().extension() == ".ttgir") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot open " + path.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// A file with its name and text.
struct GenuineFile {
  std::string name;
  std::string text;
};

inline std::vector<GenuineFile> genuine_files() {
  std::vector<GenuineFile> files;
  for (const auto& path : ttgir_files("ttgir")) {
    files.push_back(
        {path.parent_path().filename().string() + "/" + path.filename().string(), file_text(path)});
  }
  return files;
}

// Without their ends.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace tileproof
