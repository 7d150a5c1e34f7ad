// Which lines would convince the certifier?  One search for each kind; what is found has been
// replayed by the check of that kind.
#pragma once

#include <string>

#include "checkers/certificates/evidence.hpp"
#include "checkers/sat/solver.hpp"

namespace tileproof::certificates {

// Fails (kUnsupported) with the reason why there is none.
Result<std::string> find_gf2(const Question& question);
Result<std::string> find_strides(const Question& question);
// Fails with kNotSolvable if the question has a case.
Result<std::string> find_drat(const Question& question, const sat::Budget& budget);

}  // namespace tileproof::certificates
