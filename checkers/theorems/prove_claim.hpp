// Does a claim hold for all its inputs?  Asked of an engine of checkers/smt: first whether any
// inputs meet `given` at all (a claim about nothing is no theorem), then whether some break `then`.
// Those are made as small as possible, the first input first, and replayed over U64.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "checkers/limits/limits.hpp"
#include "checkers/smt/engine.hpp"
#include "checkers/smt/integer_engine.hpp"
#include "checkers/theorems/claim.hpp"
#include "core/verdict.hpp"

namespace tileproof::theorems {

// "bits = 2, base = 0, x = 4", and the same as fields.
Counterexample counterexample_of(std::span<const Input> inputs,
                                 std::span<const Word> values,
                                 bool is_smallest);

namespace detail {

inline smt::Z3Word new_variable(smt::Engine& engine, const Input& input) {
  return engine.variable(input.size.value_or(kAllWords));
}
inline smt::Z3Word new_variable(smt::IntegerEngine& engine, const Input& input) {
  return input.size ? engine.variable(*input.size) : engine.natural();
}

template <typename C>
Claim<U64> at(const C& claim, const std::vector<Word>& values) {
  return claim.claim(U64{}, std::span<const Word>(values));
}

}  // namespace detail

// Lowers the values one after the other, each to the smallest that some counterexample has together
// with those before; false if the engine stopped before the end.
template <typename Engine>
bool make_smallest(Engine& engine,
                   const std::vector<typename Engine::A::Word>& words,
                   typename Engine::A::Bool broken,
                   std::vector<Word>& values) {
  const auto& a = engine.algebra();
  for (std::size_t i = 0; i < words.size(); ++i) {
    Word low = 0;   // none below
    Word step = 1;  // small numbers are likely, so look there first
    while (low < values[i]) {
      const Word probe = std::min(values[i] - low, step) + low - 1;
      switch (
          engine.check(a.bool_and(broken, at_most(a, words[i], typename Engine::A::Word(probe))))) {
        case smt::Answer::kSat:
          for (std::size_t k = i; k < words.size(); ++k) values[k] = engine.value(words[k]);
          step = 1;
          break;
        case smt::Answer::kUnsat:
          low = probe + 1;
          step *= 2;
          break;
        case smt::Answer::kStopped:
          return false;
      }
    }
    broken = a.bool_and(broken, a.eq(words[i], typename Engine::A::Word(values[i])));
  }
  return true;
}

template <typename Engine, typename C>
Verdict prove_claim(Engine& engine, const C& claim, const std::string& scope) {
  const auto& a = engine.algebra();
  const std::vector<Input> inputs = claim.inputs();
  std::vector<smt::Z3Word> words;  // without `first`
  std::vector<smt::Z3Word> arguments;
  for (const Input& input : inputs) {
    words.push_back(detail::new_variable(engine, input));
    arguments.push_back(a.add(words.back(), input.first));
  }
  const auto [given, then] = claim.claim(a, std::span<const smt::Z3Word>(arguments));
  engine.require(given);
  switch (engine.check(true)) {
    case smt::Answer::kUnsat:
      return Unknown{"nothing meets the precondition, so that the claim says nothing"};
    case smt::Answer::kStopped:
      return Unknown{"is there a case? " + engine.reason()};
    case smt::Answer::kSat:
      break;
  }
  const auto broken = a.bool_not(then);
  switch (engine.check(broken)) {
    case smt::Answer::kUnsat:
      return Proved{"z3", scope};
    case smt::Answer::kStopped:
      return Unknown{engine.reason()};
    case smt::Answer::kSat:
      break;
  }
  std::vector<Word> values;
  for (const auto& word : words) values.push_back(engine.value(word));
  const bool is_smallest = make_smallest(engine, words, broken, values);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += inputs[i].first;
  return Refuted::replayed("z3", counterexample_of(inputs, values, is_smallest), [&] {
    const auto here = detail::at(claim, values);
    return here.given && !here.then;
  });
}

template <typename C>
Verdict prove_over_words(const C& claim,
                         const std::string& scope,
                         const Limits& limits,
                         unsigned width = kWordBits) {
  smt::Engine engine(limits, width);
  return prove_claim(engine, claim, scope);
}

template <typename C>
Verdict prove_over_integers(const C& claim, const std::string& scope, const Limits& limits) {
  smt::IntegerEngine engine(limits);
  return prove_claim(engine, claim, scope);
}

}  // namespace tileproof::theorems
