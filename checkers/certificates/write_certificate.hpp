// How is a proved claim written down so that `certify` accepts it?  Evidence is looked for kind by
// kind, cheap ones first, and each is replayed by the certifier before it is kept: what is returned
// is a proof.
//
//   tileproof certificate 3
//   claim injective                             the claim (checkers/claims/stated_claim.hpp)
//   layout map [] (4,3):(3,1)
//   prove distinct by inverse                   for each question, its evidence
//   inverse (x0, x1)(v0: 12) = ...              from the value back to the point
//   prove within by sums                        for each question that it leads to, likewise
//   prove equal by sums
//   digest 0123456789abcdef                     of all bytes before this line
//
// The questions of a claim are those of checkers/claims/kinds.hpp.  After "prove case by case" come
// those for each value of the parameters, the last parameter slowest (cases_of).  Kinds of
// evidence:
//
//   sums       nothing: as weighted sums of parities and inputs, for all inputs at once, it shows.
//              That covers what is linear over GF(2), and strides
//   enumerate  nothing: the certifier visits all cases
//   drat       clauses that follow from those of the question, up to a contradiction: literals as
//              in DIMACS, 0, and the numbers of the clauses from which it follows, each of which
//              has one literal left, the last none
//   stronger   the question that the claim gives with it, from which it follows
//   inverse    of what must have different values: a layout that finds the point from its value.
//              Where all is linear it is the inverse matrix
//   shift      the same, where offsets are below 0: a number that is added to them
//   values     of what is covered, where the largest offset is not said: the number of offsets
//   points     of what is covered: there are as many points as values, all different
//   section    of what is covered: a layout that chooses enough points with different values
#pragma once

#include <string>
#include <string_view>

#include "checkers/certificates/program_certifier/stated_program.hpp"
#include "checkers/claims/stated_claim.hpp"
#include "checkers/limits/limits.hpp"

namespace tileproof {

// The certificate's text.  The kind of evidence that belongs to the engine (prove.hpp) is tried
// first; for "" the shortest is.  Fails (kNotSolvable) if the claim turns out not to hold,
// and (kUnsupported) if no kind of evidence was found within the limits.
Result<std::string> write_certificate(const StatedClaim& claim,
                                      std::string_view engine,
                                      const Limits& limits);

// Of a program of moves: its claim (program_certifier/stated_program.hpp) and "prove moves by run",
// which the certifier does.  Fails (kNotSolvable) if the claim turns out not to hold, and
// (kUnsupported) if the certifier does not run programs that are so long.
Result<std::string> write_program_certificate(const certificates::StatedProgram& claim);

// Of what was proved.  That it turns out not to hold is a mistake of our own, and stops the
// program.
void check_that_it_holds(const Result<std::string>& certificate, std::string_view claim = {});

}  // namespace tileproof
