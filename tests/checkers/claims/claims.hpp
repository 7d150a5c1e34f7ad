// Layouts and claims for tests, from their texts.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "checkers/claims/prove.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof::testing {

inline IndexMap map_of(const std::string& text, const std::vector<Word>& shape = {}) {
  auto map = parse_index_map(text, shape);
  TP_CHECK(map.has_value(), text + ": " + (map ? "" : map.error().message));
  return *std::move(map);
}

inline Claim claim_of(Result<Claim> claim) {
  TP_CHECK(claim.has_value(), claim ? "" : claim.error().message);
  return *std::move(claim);
}

inline const EngineName kAllEngines[] = {EngineName::kF2,
                                         EngineName::kStrides,
                                         EngineName::kResidues,
                                         EngineName::kRanges,
                                         EngineName::kSat,
                                         EngineName::kSmt,
                                         EngineName::kEnumerate};

// "proved", "refuted: <counterexample>", "unknown: <reason>"
inline std::string summary(const Verdict& verdict) {
  std::string text = to_string(verdict);
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
    text += ": " + refuted->counterexample().text;
  }
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) text += ": " + unknown->reason;
  return text;
}

}  // namespace tileproof::testing
