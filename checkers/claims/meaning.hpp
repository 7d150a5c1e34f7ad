// What does a claim say of its layouts?  Some questions, each about all values of some variables:
// do these break it?  The claim is true if no question is broken, and only then.
//
// This is the definition of the nine claims.  Certificates are checked against it
// (checkers/certificates/certifier/) and counterexamples are replayed on it (counterexample.hpp).
// Engines ask in words of their own (obligation.hpp): a wrong question of theirs refutes nothing,
// and what it proves has no certificate.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkers/claims/claim.hpp"

namespace tileproof::meaning {

using Maps = std::vector<IndexMap>;               // one after the other; none is the identity
using Bounds = std::vector<std::optional<Word>>;  // what each output must be below

// Every output is below its bound.
struct Within {
  Maps maps;
  Bounds bounds;
};

// Both have the same values at the same point.
struct Same {
  Maps one;
  Maps two;
};

// Of all points, so many have different values, for each value of parameters.  Two with one value
// break it where all must differ.
struct Distinct {
  Maps maps;
  Word count;
};

using Statement = std::variant<Within, Same, Distinct, NoWrap, Aligned, ConflictFree, Converts>;

struct Question {
  std::string name;  // "within", "equal", "distinct", or the claim's own
  std::vector<Axis> variables;
  Statement statement;

  // Is it true if no values of the variables break it?  Else it also says what must be there.
  [[nodiscard]] bool is_pointwise() const;
};
using Questions = std::vector<Question>;

// Of all inputs of a layout; Errors if one is a parameter.
Result<Bounds> sizes_of_inputs(const IndexMap& map);

// Errors if there are not as many bounds as outputs.
Result<Question> within(Maps maps, Bounds bounds);
Question equal(Maps one, Maps two);
Question distinct(Maps maps, Word count);

// Of a surjective claim `values` says how many values there are; of offsets that is the largest
// plus 1.  Errors where the claim's parts do not fit.
Result<Questions> questions_of(const Claim& claim, std::optional<Word> values = {});

template <typename A>
using At = std::span<const typename A::Word>;

// The values of maps one after the other.
template <Algebra A>
std::vector<typename A::Word> values(const A& a, const Maps& maps, At<A> at);

// Do these values of its variables break it?  Instances are compiled where they are used.
template <Algebra A>
typename A::Bool breaks(const A& a, const Question& question, At<A> at);

}  // namespace tileproof::meaning
