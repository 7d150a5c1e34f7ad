// Why can something not happen?  Clauses that CaDiCaL derives, each with those that it follows
// from.
#pragma once

#include <string>

#include "checkers/certificates/certifier/circuit.hpp"
#include "checkers/sat/solver.hpp"
#include "core/result.hpp"

namespace tileproof::certificates {

// The lines of a proof that what is required of the gates cannot be.  Fails with kNotSolvable if it
// can, and with kUnsupported if the budget ends or a step has no hints.
Result<std::string> find_drat(const Gates& gates, const sat::Budget& budget);

}  // namespace tileproof::certificates
