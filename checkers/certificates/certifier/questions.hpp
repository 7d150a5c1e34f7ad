// What does a claim say of its layouts?  Some questions, stated here again, so that an engine's
// wrong question is not asked again.  Each asks whether something happens: the claim is true if
// nothing of it does.
#pragma once

#include <functional>
#include <tuple>

#include "checkers/certificates/certifier/circuit.hpp"
#include "checkers/certificates/certifier/sums.hpp"
#include "checkers/claims/claim.hpp"

namespace tileproof::certificates {

using Maps = std::vector<IndexMap>;  // one after the other

template <typename A>
using At = std::span<const typename A::Word>;

// The value of maps one after the other; of none it is the point.
template <Algebra A>
std::vector<typename A::Word> values(const A& a, const Maps& maps, At<A> at) {
  std::vector words(at.begin(), at.end());
  for (const IndexMap& map : maps) {
    const Words<A> next = evaluate(a, map, At<A>(words));
    words.assign(next.begin(), next.end());
  }
  return words;
}

template <typename A>
using Happens = std::function<typename A::Bool(const A&, At<A>)>;

struct Question {
  std::string name;
  // Is there an assignment of these at which it happens?
  std::vector<Axis> variables = {};
  std::tuple<Happens<U64>, Happens<Sums>, Happens<Circuit>> happens = {};
  // "distinct": do these maps take fewer values than so many, for each value of parameters?
  Maps maps = {};
  Word count = 0;
};
using Questions = std::vector<Question>;

// Of surjective claims the next line says how many values there are.
Questions questions_of(const Claim& claim, Lines& lines);

// What "distinct" follows from, with the layout in the next line: a "section" or an "inverse".
Questions parts_of(const Question& question, const std::string& kind, Lines& lines);

}  // namespace tileproof::certificates
