// Which files does a path among those to check mean?
#pragma once

#include <string>
#include <vector>

namespace tileproof::cli {

struct FoundFile {
  std::string path;
  std::string problem = {};  // why it is not to be read, "" if it is
};

// The path itself; for a folder, the .ttgir and .ttgir.gz files in and below it, in their order.
// What cannot be looked into or read among them is there with its problem.
std::vector<FoundFile> find_files(const std::string& path);

}  // namespace tileproof::cli
