// How is a point found from its value?  The evidence that values differ.
#pragma once

#include <string>

#include "checkers/certificates/certifier/evidence.hpp"

namespace tileproof::certificates {

// A layout from the values of a map to its points: the inverse matrix where all is linear over
// GF(2), else quotients and remainders.  Throws Refused if the map is no sum whose terms are
// determined one by one.
std::string find_inverse(const IndexMap& map);

}  // namespace tileproof::certificates
