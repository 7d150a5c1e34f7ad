// What does each claim say?  For every kind three functions, in a file of its own:
//
//   questions_of   cuts it into questions, of which each is asked if those before it hold
//   is_broken      does this break the claim?  Evaluated on the layouts' definitions, and in other
//                  words than the questions, so that a wrong question refutes nothing
//   describe       says it in the user's words
//
// `at` are values of the variables of the question that an engine found broken.
#pragma once

#include "checkers/claims/claim.hpp"
#include "core/verdict.hpp"

namespace tileproof::kinds {

using At = std::span<const Word>;

#define TP_KIND(Kind)                                                 \
  Questions questions_of(const Kind& claim);                          \
  bool is_broken(const Kind& claim, const Question& question, At at); \
  Counterexample describe(const Kind& claim, const Question& question, At at);
TP_KIND(Injective)
TP_KIND(Surjective)
TP_KIND(Onto)
TP_KIND(Bijective)
TP_KIND(InBounds)
TP_KIND(NoWrap)
TP_KIND(Aligned)
TP_KIND(Equal)
TP_KIND(ConflictFree)
TP_KIND(Converts)
#undef TP_KIND

// ---- What several of them share

// That the values of outputs stay within the sizes that somebody wrote; nullopt if nobody did.
std::optional<Question> stated_sizes(const IndexMap& map);
// That the outputs, where nothing ensures it, stay within the sizes of the first axes of another
// map, whose inputs they are.
std::optional<Question> within_inputs(const IndexMap& map, const IndexMap& inputs);

// A point and a value of a map: "(row 3, col 5)", "offset 12".
std::string point_text(const IndexMap& map, At point);
std::string value_text(const IndexMap& map, At value);
void add_point(Counterexample& to, const IndexMap& map, At point, const std::string& prefix = "");
void add_value(Counterexample& to, const IndexMap& map, At value, const std::string& prefix = "");

// Words from 2^63 on are numbers below 0 for a map of CuTe's, and for an index expression they are
// not.  That where just one of two maps is signed, the other has no such word; nullopt if both are
// alike.  Asked after that their words are the same.
std::optional<Question> same_signs(const IndexMap& one, const IndexMap& two);
// Do two values differ, as numbers?
bool differ(const IndexMap& one, At value, const IndexMap& two, At other);

// Of the questions above: a value that is beyond a bound.
bool is_beyond(const Question& question, At at);
Counterexample describe_beyond(const Question& question, At at);

}  // namespace tileproof::kinds
