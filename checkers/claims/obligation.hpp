// What are engines asked?  Each claim but surjectivity says "for all values of these variables it
// does not happen that ..."; what must not happen is one formula over an algebra, in a form that
// solvers answer fast.  What the claims mean is said elsewhere (meaning.hpp).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "checkers/claims/claim.hpp"

namespace tileproof {

// The variables of a claim, the most significant first: of several counterexamples, the smallest in
// this order is shown.  Requires: the claim is not Surjective or Bijective.
std::vector<Axis> variables(const Claim& claim);

// A map's axes in the order of variables: the slowest, which is the last, first.
std::vector<Axis> slowest_first(const IndexMap& map, const std::string& prefix = "");
// A point from the order of variables to that of the axes, or back.
std::vector<Word> reversed(std::span<const Word> values);

// Does the claim fail at these values?  Instances are compiled beside the engines.
template <Algebra A>
typename A::Bool fails_at(const A& a, const Claim& claim, std::span<const typename A::Word> at);

// "all 2^14 points", "all 6144 points, for each of 17 values of the parameters"
std::string scope(const Claim& claim);

// Is the formula short enough that its circuit or term is built in no time?
bool is_small(const Claim& claim);

}  // namespace tileproof
