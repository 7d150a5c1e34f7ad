// What was answered of layouts, conversions and accesses in the files before?  Kernels of one model
// share them, so that a run over many files asks each question once.
#pragma once

#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/layout_check.hpp"
#include "checkers/shared_access/access_check.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "checkers/ttgir/finding.hpp"
#include "core/result.hpp"

namespace tileproof {

// Answers by the text of what was asked.  Thread-safe.
template <typename T>
class AnswersByText {
 public:
  // What is known, or else what `find` finds.  It stays where it is.
  template <typename Find>
  const T& of(const std::string& key, const Find& find) {
    {
      const std::shared_lock lock(mutex_);
      if (const auto at = answers_.find(key); at != answers_.end()) return at->second;
    }
    // Nobody waits for who is looking: two threads may find the same.
    T found = find();
    const std::unique_lock lock(mutex_);
    return answers_.try_emplace(key, std::move(found)).first->second;
  }

 private:
  std::shared_mutex mutex_;
  std::unordered_map<std::string, T> answers_;
};

// By the texts of the layouts, their shapes, the kernel's size and the target, under one limit.
struct KnownAnswers {
  AnswersByText<Result<LayoutAnswer>> layouts;
  AnswersByText<Result<ConversionAnswer>> conversions;
  AnswersByText<Detail> plans;
  AnswersByText<Result<Verdict>> accesses;
  AnswersByText<Result<BoundsAnswer>> bounds;
  AnswersByText<Result<ExplainedConflicts>> costs;
};

}  // namespace tileproof
