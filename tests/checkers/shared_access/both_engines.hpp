// A bank-conflict count by both engines, which must agree.
#pragma once

#include <gtest/gtest.h>

#include "checkers/shared_access/bank_conflicts.hpp"

namespace tileproof {

// The count by the engine that bank_conflicts chooses; it fails the test if the other one differs.
inline BankConflicts conflicts(const SharedAccess& access) {
  const auto chosen = bank_conflicts(access);
  EXPECT_TRUE(chosen.has_value()) << chosen.error().message;
  const auto other = chosen->engine == "enumerate" ? bank_conflicts(access)
                                                   : bank_conflicts_by_enumeration(access);
  EXPECT_EQ(chosen->rule, other->rule);
  EXPECT_EQ(chosen->vector_bits, other->vector_bits);
  EXPECT_EQ(chosen->instructions_per_warp, other->instructions_per_warp);
  EXPECT_EQ(chosen->wavefronts, other->wavefronts);
  EXPECT_EQ(chosen->ideal_wavefronts, other->ideal_wavefronts);
  EXPECT_EQ(chosen->worst_instruction_wavefronts, other->worst_instruction_wavefronts);
  return *chosen;
}

}  // namespace tileproof
