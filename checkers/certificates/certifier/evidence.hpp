// Does this evidence answer a question?  One function for each kind, which throws Refused if not.
#pragma once

#include <boost/container/small_vector.hpp>

#include "checkers/certificates/certifier/circuit.hpp"
#include "checkers/certificates/certifier/sums.hpp"
#include "checkers/questions/question.hpp"

namespace tileproof::certificates {

// Each axis as a sum: one of 2^k values is k bits, another is whole.
std::vector<Sum> inputs_of(const std::vector<Axis>& axes);

void replay_sums(const Question& question);
void visit_cases(const Question& question, std::size_t bytes);  // of the formulas
Gates gates_of(const Question& question);
// The questions from which this one follows, with what the next line says:
//
//   stronger   the question that a claim gives with it
//   points     of `covers`: there are as many points as values, and no two have one
//   section    a layout that chooses points with different values, as many as there are
//   values     so many offsets are meant, where the largest is not said
//   inverse    of `distinct`: a layout that finds each point from its value
//   shift      a number that is added to an offset that can be below 0
Questions parts_of(const Question& question, const std::string& kind, Lines& lines);

using Clause = boost::container::small_vector<Literal, 4>;  // some literal of it is true
struct Clauses {
  std::size_t variables = 1;  // with 0, which is false
  std::vector<Clause> list = {};
};
Clauses clauses_of(const Gates& gates);
void replay_drat(Lines& lines, Clauses clauses);

}  // namespace tileproof::certificates
