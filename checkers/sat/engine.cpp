#include "checkers/sat/engine.hpp"

#include <algorithm>

#include "core/bits.hpp"
#include "core/check.hpp"

namespace tileproof::sat {

Engine::Engine(const Limits& limits, unsigned width)
    : algebra_(graph_, width), solver_(graph_), budget_(Budget::of_seconds(limits.seconds)) {}

Aig::Word Engine::variable(std::uint64_t size) {
  TP_CHECK(size > 0, "a variable without a value");
  const Aig::Word word = algebra_.input(log2_ceil(size));
  if (!is_power_of_two(size)) require(algebra_.ult(word, size));
  return word;
}

void Engine::require(const Aig::Bool& condition) {
  required_.push_back(condition);
  solver_.require(condition);
}

Answer Engine::check(const Aig::Bool& condition) { return solver_.check({&condition, 1}, budget_); }

std::uint64_t Engine::value(const Aig::Word& word) const {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < std::min(word.width(), 64u); ++i) {
    if (solver_.value(word.bit(i))) value |= std::uint64_t{1} << i;
  }
  return value;
}

Cnf Engine::question(const Aig::Bool& condition) const {
  std::vector<Lit> all = required_;
  all.push_back(condition);
  return to_cnf(graph_, all);
}

}  // namespace tileproof::sat
