#include "checkers/buffers/claims.hpp"

namespace tileproof::buffers {

Questions questions_of(const Bounded& claim) {
  return {{"within", Below{claim.map, {claim.bound}}}};
}

bool is_broken(const Bounded& claim, const Question& /*question*/, At at) {
  return value_at(claim.map, reversed(at))[0] >= claim.bound;
}

Counterexample describe(const Bounded& claim, const Question& /*question*/, At at) {
  const auto point = reversed(at);
  return claim.words(point, value_at(claim.map, point)[0]);
}

}  // namespace tileproof::buffers
