// What does each question ask?  A sentence for those who meet it in a report of another program.
#pragma once

#include <array>
#include <string>

#include "checkers/ttgir/finding.hpp"

namespace tileproof {

inline constexpr std::array kTopics = {Topic::kLayout,
                                       Topic::kTypes,
                                       Topic::kConversion,
                                       Topic::kView,
                                       Topic::kBounds,
                                       Topic::kAlignment,
                                       Topic::kOperands,
                                       Topic::kOverlap,
                                       Topic::kVectorization,
                                       Topic::kBankConflicts,
                                       Topic::kGlobalAccess};

// "Every element arrives where it belongs."
std::string short_help(Topic topic);

}  // namespace tileproof
