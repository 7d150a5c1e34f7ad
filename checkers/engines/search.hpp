// A search for a counterexample within limits: in a child process where the engine, or the size of
// the question, would not keep them.
#pragma once

#include <charconv>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "checkers/engines/engines.hpp"
#include "checkers/engines/solver_driver.hpp"
#include "checkers/limits/run_limited.hpp"
#include "core/check.hpp"

namespace tileproof {

// "1 1 12 7" and a line with the reason, which is empty here: found, the smallest, at 12 and 7.
std::string to_text(const SolverOutcome& outcome);
SolverOutcome outcome_from(const std::string& text);

// In this process: the smallest counterexample within the limits, as far as they are kept here.
SolverOutcome search_by_sat(const Question& question, const Limits& limits);
SolverOutcome search_by_smt(const Question& question, const Limits& limits);

// What `ask` answers, or Open where the process gets no more memory or threads: whoever started it
// may have limited it below the limits that it was given.
template <typename Ask>
Answer or_exhausted(std::string_view engine, const Ask& ask) {
  try {
    return ask();
  } catch (const std::bad_alloc&) {
    return Open{std::string(engine) + ": the process gets no more memory"};
  } catch (const std::system_error& error) {
    return Open{std::string(engine) + ": the process gets no more threads: " + error.what()};
  }
}

// What the outcome says of the question.
Answer answer_of(const SolverOutcome& outcome, const std::string& engine, const Limits& limits);

// The outcome of work in a child process, or Open when it was stopped.
std::variant<SolverOutcome, Open> search_in_child(const std::string& engine,
                                                  const Limits& limits,
                                                  const std::function<SolverOutcome()>& work);

}  // namespace tileproof
