// One engine alone, for tests that compare it with the others.
#pragma once

#include "checkers/engines/decide.hpp"

namespace tileproof {

inline const Decider kVisit = by_engine(EngineName::kEnumerate);

}  // namespace tileproof
