// One engine alone, for tests that compare it with the others, and engines that do not answer.
#pragma once

#include "checkers/engines/decide.hpp"

namespace tileproof {

inline const Decider kVisit = by_engine(EngineName::kEnumerate);

// All engines, but for questions of one name, which are left open.
inline Decider all_but(const std::string& name) {
  return [name](const Question& question) -> Decision {
    if (question.name == name) return {Open{"it is left open"}, ""};
    return by_all_engines()(question);
  };
}

}  // namespace tileproof
