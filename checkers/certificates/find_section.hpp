// Which points have all values, each once?  The evidence that as many values are taken where some
// points have the same.
#pragma once

#include <string>

#include "checkers/certificates/certifier/evidence.hpp"

namespace tileproof::certificates {

struct Section {
  Word count;               // of the values
  std::string layout = "";  // to the points
  // From the values back to where the section starts; "" where find_inverse finds it.
  std::string inverse = "";
};

// Throws Refused if the map is no sum of strides that reach all values.
Section find_section(const IndexMap& map);

}  // namespace tileproof::certificates
