// What do tests ask of findings?  Their details by name, and one line of words for messages.
#pragma once

#include <optional>
#include <string>

#include "checkers/ttgir/finding.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof {

inline std::optional<Word> detail_number(const Finding& finding, const std::string& name) {
  for (const auto& [key, value] : finding.detail) {
    if (key != name) continue;
    if (const auto* number = std::get_if<Word>(&value)) return *number;
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
  }
  return std::nullopt;
}

inline std::string detail_text(const Finding& finding, const std::string& name) {
  for (const auto& [key, value] : finding.detail) {
    if (key != name) continue;
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
  }
  return "";
}

// "refuted conversion line 12 (ttg.convert_layout): at register 1 ..."
inline std::string describe(const Finding& finding) {
  return std::string(to_string(finding.verdict)) + " " + to_string(finding.question) + " line " +
         std::to_string(finding.line) + " (" + finding.op + "): " + words_of(finding.verdict);
}

}  // namespace tileproof
