// The main job: what holds, what is refuted and what costs more than it must in a TTGIR file?
//
// For every distinct (layout, shape) of a tensor or memory descriptor: the question `layout`.
// For every convert_layout: `conversion`.  For every local_load, local_store and local_alloc with a
// source: `conversion` (the data that is moved is the data that the memory's layout has there),
// `vectorization`, `bank_conflicts` and `bounds`.  What is met but not supported is unknown, with
// the reason; other operations on memory are counted as skipped.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "checkers/limits/limits.hpp"
#include "checkers/ttgir/finding.hpp"
#include "core/target.hpp"

namespace tileproof {

struct CheckOptions {
  // Used where the file names no target, or instead of it.
  std::optional<Target> target;
  // More conflicts than this in one warp's access refute `bank_conflicts`.
  std::optional<Word> max_conflicts;
  // Findings have the claims that certificates can show.
  bool states_claims = false;
  // Of each engine that is asked a question.
  Limits limits;
};

// Reads and checks the text of a file; `name` is only reported.
FileReport check_ttgir(const std::string& name, std::string_view text, const CheckOptions& options);

}  // namespace tileproof
