// What was answered of layouts, conversions and accesses in the files before?  Kernels of one model
// share them, so that a run over many files asks each question once.
#pragma once

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/global_access/global_access.hpp"
#include "checkers/layout/layout_check.hpp"
#include "checkers/shared_access/access_check.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "checkers/ttgir/answers_by_text.hpp"
#include "checkers/ttgir/finding.hpp"
#include "checkers/ttgir/known_layouts.hpp"
#include "core/result.hpp"

namespace tileproof {

// By the layouts on their shapes, the kernel's size and the target, under one limit.
struct KnownAnswers {
  PlacedLayouts placed;
  AnswersByText<Result<LayoutAnswer>> layouts;
  AnswersByText<Result<ConversionAnswer>> conversions;
  AnswersByText<Detail> plans;
  AnswersByText<Result<Verdict>> accesses;
  AnswersByText<Result<BoundsAnswer>> bounds;
  AnswersByText<Result<ExplainedConflicts>> costs;
  AnswersByText<Result<GlobalAccessCost>> global_costs;
};

}  // namespace tileproof
