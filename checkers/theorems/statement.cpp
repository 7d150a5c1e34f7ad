#include "checkers/theorems/statement.hpp"

#include <chrono>

#include "checkers/prover/prover.hpp"
#include "core/odometer.hpp"

namespace tileproof::theorems {
namespace {

// "bits = 2, base = 0, x = 4", and the same as fields.
Counterexample counterexample_of(const std::vector<Axis>& variables, const Broken& broken) {
  Counterexample result;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (i != 0) result.text += ", ";
    result.text += variables[i].name + " = " + std::to_string(broken.at[i]);
    result.fields.emplace_back(variables[i].name, broken.at[i]);
  }
  if (broken.is_smallest) result.text += " (the smallest numbers)";
  return result;
}

// The values of the variables, part by part: the first ones have one value each.
std::vector<std::vector<Axis>> parts_of(const Statement& statement) {
  std::vector<Axis> variables = statement.holds.variables();
  std::vector<std::vector<Axis>> parts;
  Odometer values({variables.data(), statement.cases});
  do {
    for (std::size_t i = 0; i < statement.cases; ++i) {
      variables[i] = {variables[i].name, 1, values.values()[i]};
    }
    parts.push_back(variables);
  } while (values.advance());
  return parts;
}

class StatementProver {
 public:
  explicit StatementProver(const Limits& limits) : limits_(limits) {}

  // Nothing if the statement holds.
  std::optional<Verdict> problem_of(const Statement& statement) {
    const auto parts = parts_of(statement);
    if (auto vacuous = no_case_of(statement, parts)) return vacuous;
    for (const auto& part : parts) {
      const Formula formula = statement.holds.within(part);
      auto end = prover_.ask(
          question_of(statement, "holds", formula), [&](const auto&, const auto& found) {
            const auto& broken = std::get<Broken>(found.answer);
            return Refuted::replayed(found.engine, counterexample_of(part, broken), [&] {
              return !formula.truth(U64{}, std::span<const Word>(broken.at));
            });
          });
      if (end) return end;
    }
    return std::nullopt;
  }

  [[nodiscard]] Proved proved(const std::string& scope) { return prover_.proved(scope); }

 private:
  // That nothing meets what is given must be refuted, in one of the parts.
  std::optional<Verdict> no_case_of(const Statement& statement,
                                    const std::vector<std::vector<Axis>>& parts) {
    if (!statement.vacuous) return std::nullopt;
    for (const auto& part : parts) {
      const Decision decision =
          decide_in_time(question_of(statement, "vacuous", statement.vacuous->within(part)));
      if (const auto* open = std::get_if<Open>(&decision.answer)) {
        return Unknown{"is there a case? " + open->reason};
      }
      if (const auto* some = std::get_if<Broken>(&decision.answer)) {
        TP_CHECK(!statement.vacuous->truth(U64{}, std::span<const Word>(some->at)),
                 "a case that does not meet the precondition");
        return std::nullopt;
      }
    }
    return Unknown{"nothing meets the precondition, so that the claim says nothing"};
  }

  static Question question_of(const Statement& statement, const char* name, Formula formula) {
    if (statement.is_over_integers) return {name, OverIntegers{std::move(formula)}};
    return {name, Everywhere{std::move(formula)}};
  }

  [[nodiscard]] Decision decide_in_time(const Question& question) const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    Limits rest = limits_;
    rest.seconds -= spent.count();
    if (rest.seconds <= 0) return {Open{"the theorem takes too long"}, ""};
    return by_all_engines(rest)(question);
  }

  const Limits& limits_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Prover prover_{[this](const Question& question) { return decide_in_time(question); }};
};

}  // namespace

Verdict prove(const std::vector<Statement>& statements,
              const std::string& scope,
              const Limits& limits) {
  StatementProver prover(limits);
  for (const Statement& statement : statements) {
    if (auto problem = prover.problem_of(statement)) return *std::move(problem);
  }
  return prover.proved(scope);
}

}  // namespace tileproof::theorems
