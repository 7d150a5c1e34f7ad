// Which statements about layouts hold for *all* parameters?  Each is stated exactly, with what it
// ranges over, and decided when asked; statements that many believe and that fail are listed
// with their smallest counterexample.
#pragma once

#include <span>
#include <string_view>

#include "checkers/theorems/statement.hpp"

namespace tileproof::theorems {

enum class Expectation { kHolds, kFails };

struct Theorem {
  std::string_view id;         // "swizzle-injective"
  std::string_view statement;  // one sentence; for kFails: the one that is false
  std::string_view scope;      // "32-bit words, all shift amounts < 32"
  Expectation expectation = Expectation::kHolds;
  std::vector<Statement> (*statements)() = nullptr;
};

std::span<const Theorem> theorems();

Verdict prove(const Theorem& theorem, const Limits& limits);

// Is the verdict the one that is expected?  Not if it is unknown.
bool is_as_expected(const Theorem& theorem, const Verdict& verdict);

}  // namespace tileproof::theorems
