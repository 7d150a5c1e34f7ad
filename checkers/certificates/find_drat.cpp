#include "checkers/certificates/find_drat.hpp"

#include "checkers/certificates/find_hints.hpp"

namespace tileproof::certificates {

Result<std::string> find_drat(const Gates& gates, const sat::Budget& budget) {
  const Clauses clauses = clauses_of(gates);
  sat::Cnf cnf{static_cast<int>(clauses.variables) - 1, {}};
  for (const Clause& clause : clauses.list) {
    if (clause[0] == 1) continue;
    cnf.clauses.emplace_back();
    for (const Literal literal : clause) {
      const auto variable = static_cast<int>(literal / 2);
      if (literal != 0) cnf.clauses.back().push_back(literal % 2 != 0 ? -variable : variable);
    }
  }
  const auto answer = sat::refute(cnf, budget);
  if (std::holds_alternative<sat::Satisfiable>(answer)) {
    return Error{ErrorCode::kNotSolvable, "a case breaks it"};
  }
  const auto* refutation = std::get_if<sat::Refutation>(&answer);
  if (refutation == nullptr) return Error{ErrorCode::kUnsupported, "SAT ran out of time"};
  const auto proof = with_hints(clauses, refutation->drat);
  if (!proof) return Error{ErrorCode::kUnsupported, "SAT's proof has no hints"};
  return *proof;
}

}  // namespace tileproof::certificates
