// What would convince the certifier?  One search for each kind; throws Refused, or gives an error,
// if it finds nothing.
#pragma once

#include <string>

#include "checkers/certificates/certifier/evidence.hpp"
#include "checkers/sat/solver.hpp"

namespace tileproof::certificates {

// A layout from the values of maps to their points.  They must be sums whose terms are determined
// one by one.  Where all is linear over GF(2) it is the inverse matrix.
std::string find_inverse(const Maps& maps);

// Points of a layout that have all values, each once.
struct Section {
  std::string layout;
  Word count;
};
Section find_section(const IndexMap& map);

// The lines of a proof that what is required cannot be.  Fails with kNotSolvable if it can.
Result<std::string> find_drat(const Gates& gates, const sat::Budget& budget);

}  // namespace tileproof::certificates
