// What does a claim say of its layouts, rebuilt from what is stated alone?  A claim is one or more
// questions; most are "for no values of these variables does it happen that ...".  This text is the
// certifier's own, so that a wrong question of an engine is not asked again here.
#pragma once

#include "checkers/certificates/stated_claim.hpp"
#include "core/target.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::certificates {

struct Question {
  enum class What {
    kInjective,     // two points of `map` with one value
    kOnto,          // a value of `map` that no point has
    kWithin,        // an output that is not below its bound
    kNoWrap,        // a step that leaves the machine's integers
    kAligned,       // a vector that starts off its multiple
    kEqual,         // a point where `map` and `other` differ
    kConflictFree,  // two lanes that want two words of one bank
    kRoundTrip,     // a place that does not read what was written there
    kConverts,      // the same, or a place that reads what nobody wrote
  };

  What what;
  IndexMap map;  // the only one; a; memory; written
  // b; access; read
  std::optional<IndexMap> other = {};
  std::optional<IndexMap> source = {};
  std::optional<IndexMap> destination = {};
  std::vector<std::optional<Word>> bounds = {};  // for each output
  unsigned bits = 32;
  bool is_signed = true;
  Word element_bits = 8;
  Word bytes = 1;
  Word vector = 1;
  std::size_t along = 0;  // the axis, of the lane for kConflictFree
  std::vector<Word> zero_bits = {};
  const AccessRule* rule = nullptr;
};

// "injective", "onto", "within" ...
std::string_view name(Question::What what);

// Do the layouts exist, and do they fit each other?  All questions together are the claim.
Result<std::vector<Question>> questions(const StatedClaim& claim);

// The parts that a question follows from:
//   onto         as many points as there are values, all different, all within
//   converts     the source holds all elements, and the round trip is right
//   round-trip   one injective layout writes and reads; elements are within its inputs
// Fails where that does not apply.
Result<std::vector<Question>> parts(const Question& question);

// Is it about single assignments of variables?  All but kOnto and kConverts are.
bool is_pointwise(const Question& question);

// Requires: is_pointwise(question).
std::vector<Axis> variables(const Question& question);

}  // namespace tileproof::certificates
