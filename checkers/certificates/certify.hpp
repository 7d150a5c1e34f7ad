// Is this certificate a proof of its claim?  The certifier reads the claim as it is stated,
// rebuilds the questions from the layouts, and replays the evidence; it shares no code with the
// engines that found it.  A certificate is lines of text:
//
//   tileproof certificate 1
//   claim bijective                             the claim (stated_claim.hpp)
//   layout map [4 4] #ttg.swizzled_shared<...>
//   prove injective by gf2                      for each question, its evidence:
//   row 1                                       ...
//   prove onto by parts                         a question that follows from parts
//   prove within by strides
//   digest 0123456789abcdef                     of all bytes before this line
//
// Kinds of evidence:
//
//   gf2        injective: for each input bit, outputs' bits whose XOR it is; onto: for each output
//              bit, inputs that flip it alone; within: a basis of the differences of values
//   strides    injective: an order in which the terms of a sum are found from the value; onto: an
//              order without gaps, and inputs that flip one parity alone; else: nothing
//   enumerate  nothing; the certifier visits all cases
//   drat       clauses added and deleted until a contradiction, each by unit propagation
//   parts      the proofs of the questions that it follows from
//
// The digest tells damage; no proof rests on it.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "checkers/certificates/stated_claim.hpp"

namespace tileproof {

struct Certified {
  StatedClaim claim;
  std::vector<std::string> steps;  // "injective by gf2", in the file's order
  std::size_t bytes = 0;
  std::size_t clauses = 0;  // of all drat steps: rebuilt, and added by proofs
  std::size_t lemmas = 0;
};

struct RefusedCertificate {
  std::size_t line = 0;  // from 1
  std::string reason;
};

using CertifyResult = std::variant<Certified, RefusedCertificate>;

// Any text; refuses files above 256 MiB and evidence that takes too long to replay.
CertifyResult certify(std::string_view text);

// "digest 0123456789abcdef" of what comes before it: FNV-1a with 64 bits.
std::string digest_line(std::string_view text);

}  // namespace tileproof
