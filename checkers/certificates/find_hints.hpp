// From which clauses does each step of a DRAT proof follow?  A solver does not say; this finds it
// by unit propagation, so that the certifier need not search.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "checkers/certificates/certifier/evidence.hpp"

namespace tileproof::certificates {

// The lines of evidence by drat: of the clauses that the solver added those that the contradiction
// needs, each with the numbers of the clauses that it follows from.  Clauses that are given have
// the numbers from 1 on, the others follow.
//
//   given 1: x1 x2   2: x1 -x2   3: -x1 x2   4: -x1 -x2       drat  1 0       lines  1 0 1 2
//                                                                    0               0 5 3 4
//
// nullopt if a step does not follow by unit propagation, if there is no contradiction at the end,
// or after 2^31 visits of clauses.
std::optional<std::string> with_hints(const Clauses& given, std::string_view drat);

}  // namespace tileproof::certificates
