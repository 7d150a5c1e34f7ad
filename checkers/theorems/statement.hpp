// What does a theorem state?  Formulas over variables: wherever `given` is true, `then` is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checkers/limits/limits.hpp"
#include "checkers/questions/formula.hpp"
#include "core/verdict.hpp"

namespace tileproof::theorems {

// The offsets of the theorems about bits, which are evaluated in 64.
inline constexpr unsigned kWordBits = 32;
inline constexpr Word kAllWords = Word{1} << kWordBits;

template <typename Bool>
struct Implication {
  Bool given;
  Bool then;
};
template <typename Bool>
Implication(Bool, Bool) -> Implication<Bool>;

struct Statement {
  Formula holds;                   // `given` implies `then`
  std::optional<Formula> vacuous;  // not `given`: must not be true everywhere
  // So many of the first variables, parameters of an encoding, are taken value by value: divisors
  // are numbers then, or few values are left.
  std::size_t cases = 0;
  // All natural numbers from the first of each variable on, and no step wraps around.
  bool is_over_integers = false;
};

// body(a, at) gives an Implication.
template <typename Body>
Statement wherever(std::vector<Axis> variables, const Body& body) {
  const auto holds = [body](const auto& a, auto at) {
    const auto [given, then] = body(a, at);
    return a.bool_or(a.bool_not(given), then);
  };
  const auto vacuous = [body](const auto& a, auto at) { return a.bool_not(body(a, at).given); };
  return {Formula::of(variables, holds), Formula::of(variables, vacuous)};
}
// body(a, at) is true of all values.
template <typename Body>
Statement everywhere(std::vector<Axis> variables, const Body& body) {
  return {Formula::of(std::move(variables), body), std::nullopt};
}
inline Statement over_integers(Statement statement) {
  statement.is_over_integers = true;
  return statement;
}
inline Statement by_cases(std::size_t cases, Statement statement) {
  statement.cases = cases;
  return statement;
}

// A natural number from `first` on.
inline Axis natural(std::string name, Word first = 0) {
  return {std::move(name), ~Word{0} - first, first};
}

// Every statement in turn, each decided by the engines of checkers/engines: proved, refuted with
// the smallest counterexample, or unknown; unknown, too, where nothing meets what is given.  The
// limits are those of all together.
Verdict prove(const std::vector<Statement>& statements,
              const std::string& scope,
              const Limits& limits);

template <typename A>
using WordOf = typename std::decay_t<A>::Word;

// All of them.
template <typename A, typename First, typename... Bools>
First all(const A& a, First result, const Bools&... conditions) {
  ((result = a.bool_and(result, conditions)), ...);
  return result;
}

template <Algebra A>
typename A::Bool implies(const A& a, typename A::Bool p, typename A::Bool q) {
  return a.bool_or(a.bool_not(p), q);
}

template <Algebra A>
typename A::Bool at_most(const A& a, typename A::Word x, typename A::Word y) {
  return a.bool_not(a.ult(y, x));
}

// x < 2^bits
template <Algebra A>
typename A::Bool fits(const A& a, typename A::Word x, typename A::Word bits) {
  return a.eq(a.lshr(x, bits), 0);
}

}  // namespace tileproof::theorems
