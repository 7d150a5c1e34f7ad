#include "checkers/ttgir/check_file.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "checkers/ttgir/finding_key.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "core/check.hpp"
#include "encodings/ttgir/reader.hpp"

namespace tileproof {

const char* to_string(Topic question) {
  switch (question) {
    case Topic::kLayout:
      return "layout";
    case Topic::kTypes:
      return "types";
    case Topic::kConversion:
      return "conversion";
    case Topic::kView:
      return "view";
    case Topic::kBounds:
      return "bounds";
    case Topic::kAlignment:
      return "alignment";
    case Topic::kOperands:
      return "operands";
    case Topic::kOverlap:
      return "overlap";
    case Topic::kVectorization:
      return "vectorization";
    case Topic::kBankConflicts:
      return "bank_conflicts";
    case Topic::kGlobalAccess:
      return "global_access";
  }
  TP_CHECK(false, "unknown question");
}

namespace {

// Findings are large: their numbers are sorted, and each finding is moved once.
void sort_by_line(std::vector<Finding>& findings) {
  std::vector<std::size_t> order(findings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return findings[i].line; });
  std::vector<Finding> sorted;
  sorted.reserve(findings.size());
  for (const std::size_t i : order) sorted.push_back(std::move(findings[i]));
  findings = std::move(sorted);
}

}  // namespace

FileReport check_ttgir(const std::string& name,
                       std::string_view text,
                       const CheckOptions& options) {
  FileReport report;
  report.file = name;
  const ttgir::File file = ttgir::read(text);
  for (const mlir::ParseError& error : file.errors) {
    const auto at = file.lines.line_column(error.offset);
    report.errors.push_back({at.line, at.column, error.message});
  }
  for (const ttgir::Module& module : file.modules) {
    ModuleChecker(module, file.lines, options, report).run();
  }
  sort_by_line(report.findings);
  add_keys(report);
  for (const Finding& finding : report.findings) {
    if (is_proved(finding.verdict)) ++report.counts.proved;
    if (is_refuted(finding.verdict)) ++report.counts.refuted;
    if (is_unknown(finding.verdict)) ++report.counts.unknown;
  }
  return report;
}

}  // namespace tileproof
