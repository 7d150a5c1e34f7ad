// What Triton's own verifier and layout inference reject is never proved: 2,466 small modules, each
// with what Triton 3.9.0 said of it (tests/triton_witness/generate.py).
#include <gtest/gtest.h>

#include <map>

#include "checkers/ttgir/check_file.hpp"
#include "tests/support/findings.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof {
namespace {

bool concerns(const FileReport& report, const std::string& op) {
  for (const OperationCounts& counts : report.operations) {
    if (counts.op == op) return true;
  }
  return false;
}

TEST(TritonWitness, WhatItRejectsIsNeverProved) {
  std::map<std::string, std::size_t> verdicts;
  for (const auto& row : read_json_lines("triton/witness.jsonl.gz")) {
    const std::string text = row.at("text");
    const std::string op = row.at("op");
    const auto report = check_ttgir("witness", text, {});
    const bool accepted = row.at("accepted");
    const bool holds =
        report.errors.empty() && report.counts.refuted == 0 && report.counts.unknown == 0;
    ++verdicts[(accepted ? "accepted, " : "rejected, ") +
               std::string(holds ? "holds" : "does not hold")];
    if (accepted || !holds) continue;
    // Operations on numbers alone are none of ours.
    if (!concerns(report, op)) continue;
    const std::string what = op + ": " + row.at("what").get<std::string>();
    ADD_FAILURE() << what << "\n" << row.at("message") << "\n" << text;
  }
  EXPECT_GE(verdicts["accepted, holds"], 840U);
  EXPECT_GE(verdicts["rejected, does not hold"], 1'200U);
}

}  // namespace
}  // namespace tileproof
