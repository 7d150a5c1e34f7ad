// What was known to be wrong before?  A file that names the findings of an earlier check, so that
// a check fails only on what is new.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "checkers/ttgir/finding.hpp"
#include "core/result.hpp"

namespace tileproof {

// Of findings that are not proved, how many ...
struct BaselineCounts {
  Counts fresh;                 // are in no baseline
  Counts unchanged;             // are in it
  std::size_t gone = 0;         // are in it, of files that were checked, and were not found
  std::size_t not_checked = 0;  // are in it, of other files
};

// {"new": {"refuted": 1, "unknown": 0}, "unchanged": {...}, "gone": 2, "not_checked": 0}
nlohmann::ordered_json to_json(const BaselineCounts& counts);

class Baseline {
 public:
  // `path`: where the baseline is or will be.  Files are named in it as seen from its folder, so
  // that it means the same wherever a check is started.
  explicit Baseline(const std::string& path);

  // What print() wrote.  Fails (kSyntax, kInvalid) where that is damaged, (kUnsupported) where it
  // is of another version.
  static Result<Baseline> parse(const std::string& path, const std::string& text);

  // The same for a place elsewhere, without what it has of files that are no longer there.
  [[nodiscard]] Baseline moved_to(const std::string& path) const;

  // Says of each finding of the report whether it is new, and which are gone.
  void compare(FileReport& report);
  // Of all reports that were compared.
  [[nodiscard]] BaselineCounts counts() const;

  // Takes in what a report has that is not proved, in the place of what there is of its file.
  void set(const FileReport& report);

  // JSON, a line for each finding, so that version control shows what changed; ends with a newline.
  // Ensures: parse gives it back.
  [[nodiscard]] std::string print() const;

  [[nodiscard]] const std::map<std::string, std::vector<FindingIdentity>>& files() const {
    return files_;
  }

 private:
  [[nodiscard]] std::string name_of(const std::string& file) const;
  // The path of a file that the baseline names, from the root.
  [[nodiscard]] std::string path_of(const std::string& name) const;
  [[nodiscard]] bool is_there(const std::string& name) const;

  std::string folder_;
  std::map<std::string, std::vector<FindingIdentity>> files_;
  std::map<std::string, std::size_t> gone_;  // of the files that were compared
  Counts fresh_;
  Counts unchanged_;
};

}  // namespace tileproof
