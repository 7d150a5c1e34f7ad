// What does a law say of its subjects?  That it holds, that it is broken and where, or that they do
// not meet its precondition.  Laws are plain predicates: random tests, exhaustive tests and fuzzers
// call the same functions.
#pragma once

#include <string>
#include <utility>

#include "core/result.hpp"

namespace tileproof::laws {

struct LawResult {
  bool holds = true;
  bool applied = true;     // false: the precondition is not met, so nothing was shown
  std::string what_broke;  // the place and both values; empty if the law holds

  static LawResult kept() { return {}; }
  static LawResult not_applicable() { return {true, false, {}}; }
  // An operation that the law needs failed.
  static LawResult failed(const std::string& what, const Error& error) {
    return broken(what + " fails: " + error.message);
  }
  static LawResult broken(std::string what) { return {false, true, std::move(what)}; }
};

}  // namespace tileproof::laws
