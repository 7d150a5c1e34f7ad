// A report for people: what is refuted first, then what is not known, then what costs more than it
// must, then what holds.
#pragma once

#include <string>

#include "checkers/reports/baseline.hpp"
#include "checkers/ttgir/certificates.hpp"
#include "checkers/ttgir/finding.hpp"
#include "cli/colour.hpp"

namespace tileproof::cli {

// The report of one file; ends with a newline.
std::string report_text(const FileReport& report, const Painter& paint);
// One line over all files.
std::string summary_text(const Counts& all,
                         std::size_t files,
                         std::size_t errors,
                         const Painter& paint);
// One line: what a baseline has, and what it has not.
std::string baseline_text(const BaselineCounts& counts,
                          const std::string& path,
                          const Painter& paint);
// How many certificates were written, and which proved findings have none.
std::string certified_text(const CertifiedCounts& counts,
                           std::size_t written,
                           const std::string& folder);

}  // namespace tileproof::cli
