#include "checkers/certificates/find_evidence.hpp"

#include <algorithm>
#include <numeric>

#include "checkers/certificates/circuit.hpp"
#include "core/f2.hpp"

namespace tileproof::certificates {
namespace {

using What = Question::What;

Error no_evidence(std::string reason) { return {ErrorCode::kUnsupported, std::move(reason)}; }

std::string numbers_line(std::string_view key, const std::vector<Word>& numbers) {
  std::string line(key);
  for (const Word number : numbers) line += " " + std::to_string(number);
  return line + "\n";
}

// For each of `bits` input bits, the parities whose XOR it is.
std::optional<std::vector<Word>> left_inverse(const std::vector<Word>& parities, unsigned bits) {
  if (parities.size() > 64) return std::nullopt;
  const f2::Solver solver(parities);
  std::vector<Word> rows;
  for (unsigned input = 0; input < bits; ++input) {
    const auto row = solver.solve(Word{1} << input);
    if (!row) return std::nullopt;
    rows.push_back(*row);
  }
  return rows;
}

// For each parity, inputs that make it 1 and the others 0.
std::optional<std::vector<Word>> right_inverse(const std::vector<Word>& parities, unsigned bits) {
  if (parities.size() > 64) return std::nullopt;
  const f2::Solver solver(f2::transpose(f2::Matrix{bits, parities}).columns);
  std::vector<Word> preimages;
  for (std::size_t i = 0; i < parities.size(); ++i) {
    const auto preimage = solver.solve(Word{1} << i);
    if (!preimage) return std::nullopt;
    preimages.push_back(*preimage);
  }
  return preimages;
}

// One bit of one output.
struct OutputBit {
  std::size_t output;
  unsigned bit;
};

// The output bits that depend on inputs, and their parities.
struct OutputBits {
  std::vector<OutputBit> bits;
  std::vector<Word> parities;
};

OutputBits dependent_bits(const std::vector<Sum::Bits>& outputs) {
  OutputBits all;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      if (outputs[k].parity[bit] == 0) continue;
      all.bits.push_back({k, bit});
      all.parities.push_back(outputs[k].parity[bit]);
    }
  }
  return all;
}

// Each row as one mask for each output.
std::string rows_of_masks(const std::vector<Word>& rows,
                          const std::vector<OutputBit>& bits,
                          std::size_t outputs) {
  std::string text;
  for (const Word row : rows) {
    std::vector<Word> masks(outputs, 0);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if ((row >> i & 1) != 0) masks[bits[i].output] |= Word{1} << bits[i].bit;
    }
    text += numbers_line("row", masks);
  }
  return text;
}

std::string bases(const Question& question, const std::vector<Sum::Bits>& outputs) {
  std::string text;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (!question.bounds[k]) continue;
    std::vector<Word> columns(64, 0);
    for (unsigned bit = 0; bit < 64; ++bit) {
      for (unsigned input = 0; input < 64; ++input) {
        columns[input] |= (outputs[k].parity[bit] >> input & 1) << bit;
      }
    }
    text += numbers_line("basis", f2::Subspace(columns).basis());
  }
  return text;
}

std::string lines_of(std::string_view key, const std::vector<Word>& numbers) {
  std::string text;
  for (const Word number : numbers) text += numbers_line(key, {number});
  return text;
}

std::vector<Word> parities_of(const std::vector<Sum::Term>& terms) {
  std::vector<Word> parities;
  for (const Sum::Term& term : terms) {
    if (term.parity != 0) parities.push_back(term.parity);
  }
  return parities;
}

Int128 stride(const Sum::Term& term) {
  return term.coefficient < 0 ? -Int128{term.coefficient} : Int128{term.coefficient};
}

// Terms that are determined by the value come first, each with those before it taken off.  Taking
// one off never keeps another from being determined, so any that is may come next.
std::vector<Word> peeling_order(const std::vector<Sum::Term>& terms) {
  std::vector<Word> rest(terms.size());
  std::iota(rest.begin(), rest.end(), Word{0});
  std::ranges::sort(rest, std::greater<>{}, [&](Word i) { return stride(terms[i]); });
  std::vector<Word> order;
  const auto is_determined = [&](Word candidate) {
    Int128 others = 0;
    std::int64_t divisor = 0;
    for (const Word i : rest) {
      if (i == candidate) continue;
      others += stride(terms[i]) * terms[i].largest;
      divisor = std::gcd(divisor, terms[i].coefficient);
    }
    const Sum::Term& term = terms[candidate];
    return stride(term) > others ||
           (divisor != 0 && divisor / std::gcd(divisor, term.coefficient) > Int128{term.largest});
  };
  while (!rest.empty()) {
    const auto next = std::ranges::find_if(rest, is_determined);
    if (next == rest.end()) return {};
    order.push_back(*next);
    rest.erase(next);
  }
  return order;
}

Result<std::string> peeling(const SumForm& form) {
  const Sum sum = packed(form);
  if (!sum.is_known()) return no_evidence("the layout is no sum of strides");
  const auto order = peeling_order(sum.terms());
  const auto rows = left_inverse(parities_of(sum.terms()), form.input_bits);
  if (order.size() != sum.terms().size() || !rows) {
    return no_evidence("the strides do not determine the digits one by one");
  }
  // Rows name terms; parities are some of them.
  std::vector<Word> term_of;
  for (Word i = 0; i < sum.terms().size(); ++i) {
    if (sum.terms()[i].parity != 0) term_of.push_back(i);
  }
  std::string text = numbers_line("order", order);
  for (const Word row : *rows) {
    std::vector<Word> members;
    for (Word i = 0; i < term_of.size(); ++i) {
      if ((row >> i & 1) != 0) members.push_back(term_of[i]);
    }
    text += numbers_line("row", members);
  }
  return text;
}

Result<std::string> ascending(const SumForm& form) {
  const Sum& sum = form.outputs.front();
  if (!sum.is_known()) return no_evidence("the layout is no sum of strides");
  const auto preimages = right_inverse(parities_of(sum.terms()), form.input_bits);
  if (!preimages) return no_evidence("the parities depend on each other");
  std::vector<Word> order(sum.terms().size());
  std::iota(order.begin(), order.end(), Word{0});
  std::ranges::stable_sort(order, {}, [&](Word i) { return stride(sum.terms()[i]); });
  return numbers_line("order", order) + lines_of("preimage", *preimages);
}

// What was found, if the certifier takes it.
template <typename Check>
Result<std::string> replayed(Result<std::string> found, const Question& question, Check check) {
  if (!found) return found;
  Lines lines(*found);
  if (const auto refusal = check(lines, question)) return no_evidence(*refusal);
  if (!lines.at_end()) return no_evidence("lines are left over");
  return found;
}

Result<std::string> gf2_lines(const Question& question) {
  const SumForm form = sum_form(question.map);
  std::vector<Sum::Bits> outputs;
  for (const Sum& output : form.outputs) {
    const auto bits = output.as_bits();
    if (!bits) return no_evidence("the layout is not linear over GF(2)");
    outputs.push_back(*bits);
  }
  const OutputBits all = dependent_bits(outputs);
  if (question.what == What::kInjective) {
    const auto rows = left_inverse(all.parities, form.input_bits);
    if (!rows) return no_evidence("the layout has no left inverse over GF(2)");
    return rows_of_masks(*rows, all.bits, outputs.size());
  }
  if (question.what == What::kOnto) {
    const auto preimages = right_inverse(all.parities, form.input_bits);
    if (!preimages) return no_evidence("the layout has no right inverse over GF(2)");
    return lines_of("preimage", *preimages);
  }
  if (question.what == What::kWithin) return bases(question, outputs);
  return std::string();
}

}  // namespace

Result<std::string> find_gf2(const Question& question) {
  return replayed(gf2_lines(question), question, check_gf2);
}

Result<std::string> find_strides(const Question& question) {
  Result<std::string> found = std::string();
  if (question.what == What::kInjective) found = peeling(sum_form(question.map));
  if (question.what == What::kOnto) found = ascending(sum_form(question.map));
  return replayed(std::move(found), question, check_strides);
}

Result<std::string> find_drat(const Question& question, const sat::Budget& budget) {
  if (!is_pointwise(question)) return no_evidence("not about single assignments");
  const auto clauses = clauses_of(question);
  if (!clauses) return no_evidence("the question has too many gates");
  sat::Cnf cnf{clauses->variables, {{}}};
  for (const int literal : clauses->literals) {
    if (literal == 0) {
      cnf.clauses.emplace_back();
    } else {
      cnf.clauses.back().push_back(literal);
    }
  }
  cnf.clauses.pop_back();
  const auto answer = sat::refute(cnf, budget);
  if (std::holds_alternative<sat::Satisfiable>(answer)) {
    return Error{ErrorCode::kNotSolvable,
                 "the claim does not hold: '" + std::string(name(question.what)) + "' is broken"};
  }
  const auto* refutation = std::get_if<sat::Refutation>(&answer);
  if (refutation == nullptr) return no_evidence("SAT ran out of time");
  const auto lemmas = static_cast<Word>(std::ranges::count(refutation->drat, '\n'));
  const auto check = [](Lines& lines, const Question& asked) {
    ReplaySizes sizes;
    return check_drat(lines, asked, sizes);
  };
  return replayed(
      numbers_line("clauses",
                   {static_cast<Word>(clauses->variables), clauses->count, clauses->hash()}) +
          numbers_line("lemmas", {lemmas}) + refutation->drat,
      question,
      check);
}

}  // namespace tileproof::certificates
