#include "checkers/certificates/find_evidence.hpp"

#include <algorithm>
#include <numeric>

#include "checkers/certificates/find_hints.hpp"
#include "core/f2.hpp"

namespace tileproof::certificates {
namespace {

using Term = Packed::Term;

Error no_evidence(std::string reason) { return {ErrorCode::kUnsupported, std::move(reason)}; }

std::string numbers_line(std::string_view key, const std::vector<Word>& numbers) {
  std::string line(key);
  for (const Word number : numbers) line += " " + std::to_string(number);
  return line + "\n";
}

// The solver has room for 64 columns.
std::vector<Word> columns_of(const Packed& value) {
  demand(value.terms.size() <= 64, "the value has more than 64 terms");
  std::vector<Word> columns;
  for (const Term& term : value.terms) columns.push_back(term.inputs);
  return columns;
}

// For each input bit the terms whose bits add up to it.
std::string rows(const Packed& value) {
  const f2::Solver solver(columns_of(value));
  std::string text;
  for (Word left = value.inputs; left != 0; left &= left - 1) {
    const auto row = solver.solve(left & -left);
    demand(row.has_value(), "the layout has no left inverse");
    std::vector<Word> members;
    for (Word rest = *row; rest != 0; rest &= rest - 1) {
      members.push_back(static_cast<Word>(std::countr_zero(rest)));
    }
    text += numbers_line("row", members);
  }
  return text;
}

// For each term inputs that change it alone.
std::string preimages(const Packed& value) {
  const f2::Solver solver(f2::transpose(f2::Matrix{64, columns_of(value)}).columns);
  std::string text;
  for (std::size_t i = 0; i < value.terms.size(); ++i) {
    const auto preimage = solver.solve(Word{1} << i);
    demand(preimage.has_value(), "the terms depend on each other");
    text += numbers_line("preimage", {*preimage});
  }
  return text;
}

// Terms that are determined by the value come first, each with those before it taken off.  Taking
// one off never keeps another from being determined, so any that is may come next.
std::string peeling_order(const Packed& value) {
  const auto& terms = value.terms;
  std::vector<Word> rest(terms.size());
  std::iota(rest.begin(), rest.end(), Word{0});
  std::vector<Word> order;
  const auto is_determined = [&](Word candidate) {
    Int128 others = 0;
    std::int64_t divisor = 0;
    for (const Word i : rest) {
      if (i == candidate) continue;
      others += terms[i].stride * terms[i].largest;
      divisor = std::gcd(divisor, static_cast<std::int64_t>(terms[i].stride));
    }
    const auto stride = static_cast<std::int64_t>(terms[candidate].stride);
    return stride > others ||
           Int128{divisor / std::gcd(divisor, stride)} > Int128{terms[candidate].largest};
  };
  while (!rest.empty()) {
    const auto next = std::ranges::find_if(rest, is_determined);
    demand(next != rest.end(), "the strides do not determine the digits one by one");
    order.push_back(*next);
    rest.erase(next);
  }
  return numbers_line("order", order);
}

}  // namespace

std::string find_sums(const Question& question, bool is_linear) {
  if (!question.is_about_map()) {
    demand(!is_linear, "gf2 has no evidence for this question");
    return "";
  }
  const Packed value = packed(question, is_linear);
  if (question.name == "onto") return preimages(value);
  return peeling_order(value) + rows(value);
}

Result<std::string> find_drat(const Question& question, const sat::Budget& budget) {
  const Clauses clauses = clauses_of(question);
  sat::Cnf cnf{static_cast<int>(clauses.variables) - 1, {}};
  for (const Clause& clause : clauses.list) {
    cnf.clauses.emplace_back();
    for (const Literal literal : clause) {
      const auto variable = static_cast<int>(literal / 2);
      cnf.clauses.back().push_back(literal % 2 != 0 ? -variable : variable);
    }
  }
  const auto answer = sat::refute(cnf, budget);
  if (std::holds_alternative<sat::Satisfiable>(answer)) {
    return Error{ErrorCode::kNotSolvable,
                 "the claim does not hold: '" + question.name + "' is broken"};
  }
  const auto* refutation = std::get_if<sat::Refutation>(&answer);
  if (refutation == nullptr) return no_evidence("SAT ran out of time");
  const auto lines = with_hints(clauses, refutation->drat);
  return lines ? Result<std::string>(*lines) : no_evidence("SAT's proof has no hints");
}

}  // namespace tileproof::certificates
