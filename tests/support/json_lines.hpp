// Reads the recorded observations that tests replay: files of one JSON value for each line,
// gzipped.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace tileproof {

// Requires: TILEPROOF_TEST_DATA is the folder tests/data.  Throws if the file cannot be read or
// parsed; a test that gets an empty list would otherwise pass.
inline std::vector<nlohmann::json> read_json_lines(const std::string& path_under_test_data) {
  const std::string path = std::string(TILEPROOF_TEST_DATA) + "/" + path_under_test_data;
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), &gzclose);
  if (!file) throw std::runtime_error("cannot open " + path);
  std::string text;
  std::vector<char> chunk(1 << 16);
  int got = 0;
  while ((got = gzread(file.get(), chunk.data(), static_cast<unsigned>(chunk.size()))) > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
  if (got < 0) throw std::runtime_error("cannot read " + path);

  std::vector<nlohmann::json> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) lines.push_back(nlohmann::json::parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  if (lines.empty()) throw std::runtime_error("nothing in " + path);
  return lines;
}

}  // namespace tileproof
