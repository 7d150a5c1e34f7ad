// Which lines would convince the certifier?  One search for each kind; throws Refused, or gives an
// error, if it finds none.
#pragma once

#include <string>

#include "checkers/certificates/certifier/evidence.hpp"
#include "checkers/sat/solver.hpp"

namespace tileproof::certificates {

// Strides, or gf2 of layouts that are linear.  Of questions other than "injective" and "onto" there
// is nothing to find.
std::string find_sums(const Question& question, bool is_linear);
// Fails with kNotSolvable if the question has a case.
Result<std::string> find_drat(const Question& question, const sat::Budget& budget);

}  // namespace tileproof::certificates
