// What was answered of layouts, conversions and accesses in the files before?  Kernels of one model
// share them, so that a run over many files asks each question once.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/layout_check.hpp"
#include "checkers/shared_access/access_check.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "checkers/ttgir/finding.hpp"

namespace tileproof {

// By the texts of the layouts, their shapes and the kernel's size, under one target and one limit.
struct KnownAnswers {
  std::map<std::string, LayoutAnswer> layouts;
  std::map<std::string, ConversionAnswer> conversions;
  std::map<std::string, Detail> plans;
  std::map<std::string, Verdict> accesses;
  std::map<std::string, BoundsAnswer> bounds;
  std::map<std::string, std::shared_ptr<const Result<ExplainedConflicts>>> costs;
};

}  // namespace tileproof
