#include "cli/check_outputs.hpp"

#include <filesystem>
#include <utility>

#include "checkers/reports/junit.hpp"
#include "checkers/reports/sarif.hpp"
#include "cli/read_input.hpp"

namespace tileproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;

// Where a file is written that need not be there yet.
fs::path written_at(const std::string& path, std::error_code& error) {
  fs::path at = fs::absolute(path, error);
  std::error_code missing;  // of what is not there
  for (int i = 0; i < kMostLinks && !error && fs::is_symlink(at, missing); ++i) {
    at = at.parent_path() / fs::read_symlink(at, error);
  }
  return error ? at : fs::weakly_canonical(at, error);
}

// However they are written, and whether or not they are there yet.
bool are_one_file(const std::string& a, const std::string& b) {
  if (a == b) return true;
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error)) return fs::equivalent(a, b, error);
  const fs::path whole_a = written_at(a, error);
  const fs::path whole_b = error ? fs::path() : written_at(b, error);
  return !error && whole_a == whole_b;
}

Result<Baseline> read_baseline(const std::string& path) {
  const auto text = read_input(path);
  if (!text) {
    return Error{text.error().code, text.error().message + "; --write-baseline writes one"};
  }
  auto baseline = Baseline::parse(path, *text);
  if (!baseline) return Error{baseline.error().code, path + ": " + baseline.error().message};
  return baseline;
}

}  // namespace

Result<CheckOutputs> CheckOutputs::open(const CheckOutputPaths& paths,
                                        const std::vector<std::string>& checked) {
  const std::pair<const char*, const std::string&> written[] = {
      {"--write-baseline", paths.write_baseline},
      {"--sarif", paths.sarif},
      {"--junit", paths.junit}};
  std::vector<std::pair<const char*, std::string>> others{{"--baseline", paths.baseline}};
  for (const std::string& path : checked) others.emplace_back("what is checked", path);
  for (const auto& one : written) {
    if (one.second.empty()) continue;
    for (const auto& other : others) {
      // A baseline may be written anew.
      const bool is_anew = &one == &written[0] && &other == &others[0];
      if (is_anew || other.second.empty() || !are_one_file(one.second, other.second)) continue;
      return Error{
          ErrorCode::kUsage,
          std::string(one.first) + " and " + other.first + " name one file, '" + one.second + "'"};
    }
    others.emplace_back(one.first, one.second);
  }
  CheckOutputs outputs;
  if (!paths.baseline.empty()) {
    TP_TRY(baseline, read_baseline(paths.baseline));
    outputs.known_ = std::move(baseline);
  }
  if (!paths.write_baseline.empty()) {
    outputs.next_ = outputs.known_ ? outputs.known_->moved_to(paths.write_baseline)
                                   : Baseline(paths.write_baseline);
  }
  const std::pair<std::optional<OutputFile>&, const std::string&> files[] = {
      {outputs.baseline_, paths.write_baseline},
      {outputs.sarif_, paths.sarif},
      {outputs.junit_, paths.junit}};
  for (const auto& [file, path] : files) {
    if (path.empty()) continue;
    TP_TRY(opened, OutputFile::open(path));
    file.emplace(std::move(opened));
  }
  return outputs;
}

void CheckOutputs::compare(FileReport& report) {
  if (known_) known_->compare(report);
}

void CheckOutputs::add(const FileReport& report) {
  if (next_) next_->set(report);
  if (sarif_ || junit_) reports_.push_back(report);
}

std::optional<Error> CheckOutputs::write(bool has_input_errors) {
  if (sarif_) {
    if (auto error = sarif_->write(sarif_text(reports_, TILEPROOF_VERSION))) return error;
  }
  if (junit_) {
    if (auto error = junit_->write(junit_text(reports_))) return error;
  }
  if (!baseline_) return std::nullopt;
  if (has_input_errors) {
    return Error{ErrorCode::kUsage,
                 "no baseline is written, since not all of the input could be read"};
  }
  return baseline_->write(next_->print());
}

std::optional<BaselineCounts> CheckOutputs::counts() const {
  if (!known_) return std::nullopt;
  return known_->counts();
}

}  // namespace tileproof::cli
