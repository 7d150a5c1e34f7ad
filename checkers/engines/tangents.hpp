// Where is a map that is not linear likely to break a question?  At a point it has a tangent: the
// map over GF(2) that has its value there and at each point one input bit away.
//
//   col | row << 3  at row 1:  the column's bit 3 changes nothing, so (1, 8) and (1, 0) collide
//
// What breaks the question on a tangent is tried on the definition.  This refutes and never proves.
#pragma once

#include <optional>

#include "checkers/engines/engines.hpp"

namespace tileproof {

// The smallest of those tried, for injectivity, Below and Same; nullopt if none holds on the
// definition, or for maps with parameters.
std::optional<Broken> broken_on_tangents(const Question& question);

}  // namespace tileproof
