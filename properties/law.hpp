// What is a law, and what does it say of a subject?  That it holds, that it is broken and where,
// that it does not apply, or that nobody could decide it.  Laws are plain predicates: random tests,
// exhaustive tests, campaigns and other people's tests call the same functions.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "core/result.hpp"
#include "properties/source.hpp"

namespace tileproof::laws {

struct LawResult {
  bool holds = true;
  bool applied = true;     // false: the precondition is not met, so nothing was shown
  std::string what_broke;  // the place and both values; empty if the law holds
  bool decided = true;     // false: an engine gave up, so nothing was shown; what_broke says why

  static LawResult kept() { return {}; }
  static LawResult not_applicable() { return {true, false, {}, true}; }
  static LawResult undecided(std::string why) { return {true, false, std::move(why), false}; }
  // An operation that the law needs failed.
  static LawResult failed(const std::string& what, const Error& error) {
    return broken(what + " fails: " + error.message);
  }
  static LawResult broken(std::string what) { return {false, true, std::move(what), true}; }
};

// One row of the catalogue (catalogue.hpp), over which tests and campaigns walk.
struct Law {
  const char* number;    // "L1", unique
  const char* name;      // "ValueIsTheXorOfBases", unique
  const char* family;    // "linear-layout"
  const char* sentence;  // what it says, for people
  // Draws a subject fit for it, names its parts (Source::say) and judges it.  The same choices give
  // the same result.
  std::function<LawResult(gen::Source& source)> draw_and_check;
};

}  // namespace tileproof::laws
