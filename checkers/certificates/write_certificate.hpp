// How is a proved claim written down so that `certify` accepts it?  Evidence is looked for kind by
// kind, cheap ones first, and each is replayed by the certifier before it is kept: what is returned
// is a proof.
//
//   tileproof certificate 1
//   claim bijective                             the claim (stated_claim.hpp)
//   layout map [] (4,3):(3,1)
//   prove injective by strides                  for each question, its evidence:
//   order 0 1 2                                 ...
//   prove onto by strides
//   preimage 2                                  ...
//   digest 0123456789abcdef                     of all bytes before this line
//
// Questions are "injective", "onto" and those at whose cases something must not happen: "within",
// "no-wrap", "aligned", "equal", "conflict-free".  Kinds of evidence:
//
//   gf2        for layouts that are linear over GF(2), and
//   strides    for sums of strides: the outputs are digits of one number, a sum of terms, which are
//              a stride times the parity of input bits or times a whole input
//                injective: "order", in which each term is found from the value, and for each
//                input bit a "row" of terms whose parities' XOR it is
//                onto: for each term a "preimage", the input bits that change it alone
//                else: nothing; the bounds of the sums show it
//   enumerate  nothing; the certifier visits all cases
//   drat       clauses that follow from those of the question, up to a contradiction: literals as
//              in DIMACS, 0, and the numbers of the clauses from which it follows, each of which
//              has one literal left, the last none
//   parts      of "onto": the proofs that points are as many as values, different and within
#pragma once

#include <string>
#include <string_view>

#include "checkers/certificates/stated_claim.hpp"
#include "checkers/limits/limits.hpp"

namespace tileproof {

// The certificate's text.  `engine` names the engine that proved the claim (prove.hpp): its kind of
// evidence is tried first; "" for none.  Fails (kNotSolvable) if the claim turns out not to hold,
// and (kUnsupported) if no kind of evidence was found within the limits.
Result<std::string> write_certificate(const StatedClaim& claim,
                                      std::string_view engine,
                                      const Limits& limits);

}  // namespace tileproof
