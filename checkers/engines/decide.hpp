// Which engines are asked a question, and in which order?  By what its structure calls for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "checkers/engines/engines.hpp"

namespace tileproof {

enum class EngineName { kF2, kStrides, kResidues, kRanges, kSat, kSmt, kIntegers, kEnumerate };

// "f2", "strides", "residues", "ranges", "sat", "smt", "integers", "enumerate"
std::string_view to_string(EngineName engine);
std::optional<EngineName> engine_named(std::string_view name);

// An engine that was asked where structure did not decide, and how long it took.
struct Search {
  std::string_view engine;
  double seconds;
  bool decides;
};

struct Decision {
  Answer answer;
  std::string_view engine;            // that answered; empty if it is open
  std::vector<Search> searches = {};  // by decide(): in their order
  double seconds = 0;                 // that these took, of those side by side the longest
};

// By one engine alone; what breaks the question need not be the smallest.
Decision decide_by(EngineName engine, const Question& question, const Limits& limits);

// By those that take no search.
Decision decide_by_structure(const Question& question, const Limits& limits);

// By the first engine that decides it.
Decision decide(const Question& question, const Limits& limits);

// The same question broken at the smallest values of its variables, as far as the limits allow.
Decision with_smallest(const Question& question, Decision found, const Limits& limits);

// Says the definition again that the value is wanted and nothing has it?  Of few points all are
// visited, of more the engine's argument is followed.  Requires: `missing` names a value.
bool is_missing(const Covers& asked, const Missing& missing);

// How a checker has its questions decided, with the smallest counterexample: by the first engine
// that decides, or, where engines are compared, by one alone.
using Decider = std::function<Decision(const Question&)>;
Decider by_all_engines(Limits limits = {});
Decider by_engine(EngineName engine, Limits limits = {});

}  // namespace tileproof
