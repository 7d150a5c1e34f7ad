// Verdicts as values to compare.
#pragma once

#include <map>
#include <string>

#include "core/verdict.hpp"
#include "tests/support/layouts.hpp"

namespace tileproof {

// "proved f2", "refuted enumerate", "unknown"
inline std::string verdict_and_engine(const Verdict& verdict) {
  if (const auto* proved = std::get_if<Proved>(&verdict)) return "proved " + proved->engine();
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) return "refuted " + refuted->engine();
  return "unknown";
}

// What a verdict says to people: the scope, the counterexample or the reason.
inline std::string words_of(const Verdict& verdict) {
  if (const auto* proved = std::get_if<Proved>(&verdict)) return proved->scope();
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) return refuted->counterexample().text;
  return std::get<Unknown>(verdict).reason;
}

using Fields = std::map<std::string, Word>;

// The numbers of the counterexample; none unless refuted.
inline Fields fields_of(const Verdict& verdict) {
  Fields fields;
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
    for (const auto& [name, value] : refuted->counterexample().fields) {
      if (const auto* number = std::get_if<Word>(&value)) fields[name] = *number;
    }
  }
  return fields;
}

}  // namespace tileproof
