// Layouts and claims for tests, from their texts, and what each engine says of a claim.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
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

// The claim's question of this name.  Requires: it has one.
inline Question question_of(const Claim& claim, const std::string& name) {
  for (Question& question : questions_of(claim)) {
    if (question.name == name) return std::move(question);
  }
  TP_CHECK(false, "the claim has no question '" + name + "'");
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

// What the engines say that decide the claim, and what `prove` says; those that say the same stand
// together, in one line:
//
//   "f2 sat smt enumerate prove: proved"
inline std::string decisions(const Claim& claim, const Limits& limits = {}) {
  std::vector<std::pair<std::string, std::string>> groups;  // engines, words
  const auto add = [&](std::string_view engine, const Verdict& verdict) {
    if (is_unknown(verdict)) return;
    const std::string words = summary(verdict);
    for (auto& [engines, said] : groups) {
      if (said != words) continue;
      engines += " " + std::string(engine);
      return;
    }
    groups.emplace_back(engine, words);
  };
  for (const EngineName engine : kAllEngines) {
    add(to_string(engine), prove_by(engine, claim, limits));
  }
  add("prove", prove(claim, limits));
  std::string text;
  for (const auto& [engines, words] : groups) {
    text += (text.empty() ? "" : "\n") + engines + ": " + words;
  }
  return text;
}

}  // namespace tileproof::testing
