// A search for a counterexample within limits: in a child process where the engine, or the size of
// the question, would not keep them.
#pragma once

#include <charconv>
#include <string>

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

// What the outcome says of the question.
Answer answer_of(const SolverOutcome& outcome, const std::string& engine, const Limits& limits);

// The outcome of work in a child process, or Open when it was stopped.
std::variant<SolverOutcome, Open> search_in_child(const std::string& engine,
                                                  const Limits& limits,
                                                  const std::function<SolverOutcome()>& work);

}  // namespace tileproof
