// Does this evidence answer a question?  One function for each kind, which throws Refused if not.
#pragma once

#include <boost/container/small_vector.hpp>

#include "checkers/certificates/certifier/circuit.hpp"
#include "checkers/certificates/certifier/sums.hpp"
#include "checkers/claims/meaning.hpp"

namespace tileproof::certificates {

using meaning::Question;
using meaning::Questions;

// Each axis as a sum: one of 2^k values is k bits, another is whole.
std::vector<Sum> inputs_of(const std::vector<Axis>& axes);

void replay_sums(const Question& question);
void visit_cases(const Question& question, std::size_t bytes);  // of the formulas
Gates gates_of(const Question& question);
// What a conversion of "all" elements follows from, or what "distinct" does: with the number in the
// next line, a "shift", or the layout, a "section" or an "inverse".
Questions parts_of(const Question& question, const std::string& kind, Lines& lines);

using Clause = boost::container::small_vector<Literal, 4>;  // some literal of it is true
struct Clauses {
  std::size_t variables = 1;  // with 0, which is false
  std::vector<Clause> list = {};
};
Clauses clauses_of(const Gates& gates);
void replay_drat(Lines& lines, Clauses clauses);

}  // namespace tileproof::certificates
