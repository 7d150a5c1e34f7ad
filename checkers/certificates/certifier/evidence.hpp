// Does this evidence answer a question?  One function for each kind, which throws Refused if not.
#pragma once

#include "checkers/certificates/certifier/questions.hpp"

namespace tileproof::certificates {

// The value of a map as one sum: its outputs are digits of one number.
struct Packed {
  struct Term {
    Word inputs;  // without parameters, which are one number for two points
    Word largest;
    Int128 stride;  // positive
  };
  Sum sum;
  std::vector<Term> terms;  // of the inputs, largest strides first
  Word inputs;              // the bits of all
};
Packed packed(const Question& question, bool is_linear);

// "strides", or "gf2" of layouts that are linear.
void replay_sums(Lines& lines, const Question& question, bool is_linear);
void visit_cases(const Question& question, std::size_t claim_bytes);
Clauses clauses_of(const Question& question);
void replay_drat(Lines& lines, const Clauses& given);

}  // namespace tileproof::certificates
