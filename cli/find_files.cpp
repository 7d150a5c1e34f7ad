#include "cli/find_files.hpp"

#include <algorithm>
#include <filesystem>

namespace tileproof::cli {
namespace {

namespace fs = std::filesystem;

bool is_wanted(const fs::path& path) {
  return path.extension() == ".ttgir" ||
         (path.extension() == ".gz" && path.stem().extension() == ".ttgir");
}

// An entry that cannot be examined, such as a link to nothing, is left to the reader's message.
std::string problem_of(const fs::directory_entry& entry) {
  std::error_code error;
  const fs::file_status status = entry.status(error);
  if (error || !fs::exists(status) || fs::is_regular_file(status)) return "";
  return "it is no regular file";
}

void look_into(const fs::path& folder, std::vector<FoundFile>& found) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  while (!error && entries != fs::directory_iterator()) {
    const fs::directory_entry& entry = *entries;
    std::error_code ignored;
    // A link to a folder could lead round in a circle.
    if (entry.is_directory(ignored)) {
      if (!entry.is_symlink(ignored)) look_into(entry.path(), found);
    } else if (is_wanted(entry.path())) {
      found.push_back({entry.path().string(), problem_of(entry)});
    }
    entries.increment(error);
  }
  if (error) found.push_back({folder.string(), error.message()});
}

}  // namespace

std::vector<FoundFile> find_files(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return {{path}};
  std::vector<FoundFile> found;
  look_into(path, found);
  std::sort(found.begin(), found.end(), [](const FoundFile& a, const FoundFile& b) {
    return a.path < b.path;
  });
  if (found.empty()) found.push_back({path, "the folder has no .ttgir or .ttgir.gz files"});
  return found;
}

}  // namespace tileproof::cli
