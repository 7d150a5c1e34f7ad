#include "checkers/reports/baseline.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "checkers/requests/json.hpp"
#include "checkers/ttgir/finding_key.hpp"
#include "encodings/characters.hpp"

namespace tileproof {
namespace {

using requests::Json;

// Of this form, and of what keys are made of.
constexpr int kVersion = 1;

Error damaged(const std::string& what) {
  return {ErrorCode::kInvalid, "the baseline is damaged: " + what};
}

bool is_text(const Json& object, const char* field) {
  return object.contains(field) && object[field].is_string();
}

Result<FindingIdentity> read_identity(const Json& object, const std::string& where) {
  if (!object.is_object()) return damaged(where + " is no object");
  for (const char* field : {"key", "verdict", "question", "op", "function", "says"}) {
    if (!is_text(object, field)) return damaged(where + " has no text '" + field + "'");
  }
  const auto types = object.find("types");
  const bool are_texts = types != object.end() && types->is_array() &&
                         std::ranges::all_of(*types, [](const Json& t) { return t.is_string(); });
  if (!are_texts) return damaged(where + " has no list of texts 'types'");
  const auto place = object.find("place");
  if (place == object.end() || !place->is_number_unsigned()) {
    return damaged(where + " has no number 'place'");
  }
  const FindingIdentity identity{object["verdict"],
                                 object["question"],
                                 object["op"],
                                 object["function"],
                                 types->get<std::vector<std::string>>(),
                                 object["says"],
                                 place->get<std::size_t>()};
  if (identity.verdict != "refuted" && identity.verdict != "unknown") {
    return damaged(where + " has the verdict '" + identity.verdict + "'");
  }
  if (key_of(identity) != object["key"].get<std::string>()) {
    return damaged(where + " has the key " + object["key"].get<std::string>() +
                   ", and what it says has " + key_of(identity));
  }
  return identity;
}

// As it is spelled from the root on, but that `..` leads out of where a link leads.
std::filesystem::path whole_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto absolute = fs::absolute(path, error);
  fs::path whole;
  for (const fs::path& part : error ? fs::path(path) : absolute) {
    if (part == "..") {
      if (fs::is_symlink(whole, error)) whole = fs::weakly_canonical(whole, error);
      whole = whole.parent_path();
    } else if (part != ".") {
      whole /= part;
    }
  }
  return whole;
}

void count(Counts& counts, const std::string& verdict) {
  ++(verdict == "refuted" ? counts.refuted : counts.unknown);
}

}  // namespace

Json to_json(const BaselineCounts& counts) {
  const auto both = [](const Counts& some) {
    return Json{{"refuted", some.refuted}, {"unknown", some.unknown}};
  };
  return Json{{"new", both(counts.fresh)},
              {"unchanged", both(counts.unchanged)},
              {"gone", counts.gone},
              {"not_checked", counts.not_checked}};
}

Baseline::Baseline(const std::string& path) : folder_(whole_path(path).parent_path().string()) {}

std::string Baseline::name_of(const std::string& file) const {
  if (file == "-") return file;
  return with_valid_characters(whole_path(file).lexically_relative(folder_).generic_string());
}

std::string Baseline::path_of(const std::string& name) const {
  if (name == "-") return name;
  return (std::filesystem::path(folder_) / name).lexically_normal().string();
}

bool Baseline::is_there(const std::string& name) const {
  std::error_code ignored;
  return name == "-" || std::filesystem::exists(path_of(name), ignored);
}

Baseline Baseline::moved_to(const std::string& path) const {
  Baseline moved(path);
  for (const auto& [name, identities] : files_) {
    if (is_there(name)) moved.files_.emplace(moved.name_of(path_of(name)), identities);
  }
  return moved;
}

Result<Baseline> Baseline::parse(const std::string& path, const std::string& text) {
  const auto read = requests::parse_object(text);
  if (!read) return Error{ErrorCode::kSyntax, "this is no baseline of tileproof: no JSON object"};
  const Json& whole = *read;
  if (!is_text(whole, "tool") || whole["tool"] != "tileproof" || !whole.contains("baseline")) {
    return Error{ErrorCode::kSyntax, "this is no baseline of tileproof"};
  }
  if (whole["baseline"] != kVersion) {
    return Error{ErrorCode::kUnsupported,
                 "the baseline has version " + whole["baseline"].dump() + ", and version " +
                     std::to_string(kVersion) + " is read: write it anew with --write-baseline"};
  }
  const auto files = whole.find("files");
  if (files == whole.end() || !files->is_array()) return damaged("there is no list 'files'");
  Baseline baseline(path);
  for (const Json& file : *files) {
    const auto findings = file.is_object() ? file.find("findings") : file.end();
    if (!file.is_object() || !is_text(file, "file") || findings == file.end() ||
        !findings->is_array()) {
      return damaged("an entry of 'files' has no text 'file' and no list 'findings'");
    }
    const std::string name = file["file"];
    const auto [entry, is_first] = baseline.files_.try_emplace(name);
    if (!is_first) return damaged("'" + name + "' is there twice");
    std::set<std::string> keys;
    for (const Json& finding : *findings) {
      const auto where =
          "finding " + std::to_string(entry->second.size() + 1) + " of '" + name + "'";
      TP_TRY(identity, read_identity(finding, where));
      if (!keys.insert(key_of(identity)).second) return damaged(where + " is there twice");
      entry->second.push_back(std::move(identity));
    }
  }
  return baseline;
}

void Baseline::compare(FileReport& report) {
  const auto name = name_of(report.file);
  const auto entry = files_.find(name);
  std::map<std::string, const FindingIdentity*> left;
  if (entry != files_.end()) {
    for (const auto& identity : entry->second) left.emplace(key_of(identity), &identity);
  }
  const auto found = identities_of(report);
  std::size_t next = 0;
  for (Finding& finding : report.findings) {
    if (is_proved(finding.verdict)) continue;
    const auto& identity = found[next++];
    finding.is_new = left.erase(key_of(identity)) == 0;
    count(*finding.is_new ? fresh_ : unchanged_, identity.verdict);
  }
  report.gone.emplace();
  // Of what could not be read to its end, nothing is known to be gone.
  const bool is_whole = report.errors.empty();
  if (entry != files_.end() && is_whole) {
    for (const auto& identity : entry->second) {
      if (left.contains(key_of(identity))) report.gone->push_back(identity);
    }
  }
  gone_[name] = report.gone->size();
}

BaselineCounts Baseline::counts() const {
  BaselineCounts counts{fresh_, unchanged_};
  for (const auto& [name, number] : gone_) counts.gone += number;
  for (const auto& [name, identities] : files_) {
    if (!gone_.contains(name)) counts.not_checked += identities.size();
  }
  return counts;
}

void Baseline::set(const FileReport& report) {
  const auto name = name_of(report.file);
  auto identities = identities_of(report);
  if (identities.empty()) {
    files_.erase(name);
  } else {
    files_[name] = std::move(identities);
  }
}

std::string Baseline::print() const {
  std::string text =
      "{\"tool\": \"tileproof\", \"baseline\": " + std::to_string(kVersion) + ", \"files\": [";
  const char* before_file = "\n";
  for (const auto& [name, identities] : files_) {
    text += before_file + std::string("{\"file\": ") + Json(name).dump() + ", \"findings\": [";
    const char* before = "\n  ";
    for (const auto& identity : identities) {
      text += before + requests::identity_json(identity).dump();
      before = ",\n  ";
    }
    text += "\n]}";
    before_file = ",\n";
  }
  return text + "\n]}\n";
}

}  // namespace tileproof
