// The files that `tileproof check` reads and writes besides what it checks and prints: baselines,
// SARIF, JUnit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checkers/reports/baseline.hpp"
#include "checkers/ttgir/finding.hpp"
#include "cli/output_file.hpp"
#include "core/result.hpp"

namespace tileproof::cli {

// Paths; "" for what is not asked for.
struct CheckOutputPaths {
  std::string baseline;
  std::string write_baseline;
  std::string sarif;
  std::string junit;
};

class CheckOutputs {
 public:
  // Before any file is checked: reads the baseline, and fails where something cannot be written, or
  // would be written over what else is written, read or checked.
  static Result<CheckOutputs> open(const CheckOutputPaths& paths,
                                   const std::vector<std::string>& checked);

  // Compares the report with the baseline, if there is one.
  void compare(FileReport& report);
  // Takes in what is to be written of it.
  void add(const FileReport& report);
  // Fails (kIo) where something cannot be written, (kUsage) where a baseline is to be written of
  // files that could not be read.
  std::optional<Error> write(bool has_input_errors);

  // Of the comparison; nothing without a baseline.
  [[nodiscard]] std::optional<BaselineCounts> counts() const;

 private:
  CheckOutputs() = default;

  std::optional<Baseline> known_;
  std::optional<Baseline> next_;
  std::optional<OutputFile> baseline_;
  std::optional<OutputFile> sarif_;
  std::optional<OutputFile> junit_;
  std::vector<FileReport> reports_;  // where a file is written of all of them
};

}  // namespace tileproof::cli
