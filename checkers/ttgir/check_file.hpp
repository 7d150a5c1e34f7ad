// The main job: what holds, what is refuted and what costs more than it must in a TTGIR file?
//
// Every operation with a tensor or memory is decided, or a finding says why not; what is asked of
// each is said in docs/checking.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "checkers/limits/limits.hpp"
#include "checkers/ttgir/finding.hpp"
#include "checkers/ttgir/known_answers.hpp"
#include "core/target.hpp"

namespace tileproof {

struct CheckOptions {
  // Used where the file names no target, or instead of it.
  std::optional<Target> target;
  // More conflicts than this in one warp's access refute `bank_conflicts`.
  std::optional<Word> max_conflicts;
  // Findings have the claims that certificates can show.
  bool states_claims = false;
  // Conversions are planned, so that what they must cost is known.
  bool plans_conversions = true;
  // Of each engine that is asked a question.
  Limits limits;
  // Of the files that are checked with these options; null where nothing is to be kept.
  std::shared_ptr<KnownAnswers> known;
};

// Reads and checks the text of a file; `name` is only reported.
FileReport check_ttgir(const std::string& name, std::string_view text, const CheckOptions& options);

}  // namespace tileproof
