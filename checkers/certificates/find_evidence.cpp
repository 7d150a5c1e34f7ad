#include "checkers/certificates/find_evidence.hpp"

#include <numeric>
#include <optional>
#include <set>

#include "checkers/certificates/find_hints.hpp"
#include "core/f2.hpp"
#include "encodings/index_map/evaluate.hpp"

namespace tileproof::certificates {
namespace {

Error no_evidence(std::string reason) { return {ErrorCode::kUnsupported, std::move(reason)}; }

// The inputs as the certifier's atoms: a bit, or one that stands for a whole input.
struct Input {
  Word size;
  unsigned first_bit;

  [[nodiscard]] bool is_whole() const { return !is_power_of_two(size); }
  [[nodiscard]] unsigned bits() const { return is_whole() ? 1 : log2_exact(size); }
};

// stride * number in one output, where the number has the parities of these input bits as its bits,
// or is a whole input.
struct Term {
  std::vector<Word> bits;
  Word largest;
  Int128 stride;    // positive
  bool is_falling;  // stride * (largest - number)
  std::size_t output;
};

struct Form {
  std::vector<Input> inputs;
  std::vector<Sum> outputs;
  std::vector<Term> terms;  // output by output
};

// Does a term go on with the next bit of the same input?
bool continues(const Term& term, const Term& next, const std::vector<Input>& inputs) {
  const Word bit = next.bits[0];
  const bool starts_input =
      std::ranges::any_of(inputs, [&](const Input& input) { return bit >> input.first_bit == 1; });
  return is_power_of_two(bit) && bit == 2 * term.bits.back() && !starts_input &&
         next.output == term.output && next.is_falling == term.is_falling &&
         next.stride == term.stride * (Int128{term.largest} + 1);
}

// With `joined` bits, 1 * b0 + 2 * b1 + ... is one term.
Form form_of(const Maps& maps, bool joined) {
  Form form;
  unsigned bits = 0;
  for (const Axis& axis : maps[0].axes()) {
    demand(axis.first == 0 && !axis.is_parameter, "an input does not start at 0");
    form.inputs.push_back({axis.size, bits});
    bits += form.inputs.back().bits();
  }
  demand(!form.inputs.empty(), "the layout has no inputs");
  const auto axes = maps[0].axes();
  const auto at = inputs_of({axes.begin(), axes.end()});
  form.outputs = values<Sums>(Sums{}, maps, at);
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    const Sum& output = form.outputs[k];
    demand(output.is_known, "the layout is no sum");
    demand(output.smallest() >= 0, "a value is below 0");
    for (const auto& [atom, coefficient] : output.terms) {
      Term next{{atom.inputs}, atom.largest, magnitude(coefficient), coefficient < 0, k};
      const auto before = std::ranges::find_if(
          form.terms, [&](const Term& term) { return continues(term, next, form.inputs); });
      if (!joined || before == form.terms.end()) {
        form.terms.push_back(next);
        continue;
      }
      before->bits.push_back(atom.inputs);
      before->largest = 2 * before->largest + 1;
    }
  }
  return form;
}

// "name" of each of so many, with commas between them
template <typename Name>
std::string list_of(std::size_t count, const Name& name) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) list += (i > 0 ? ", " : "") + name(i);
  return list;
}

// "(x0, x1)(v0: 4) = "; one result stands without parentheses.
std::string head(std::size_t results, const std::string& inputs) {
  const auto name = [](std::size_t i) { return "x" + std::to_string(i); };
  return results == 1 ? "x0(" + inputs + ") = "
                      : "(" + list_of(results, name) + ")(" + inputs + ") = ";
}

std::string results_text(const std::vector<std::string>& results) {
  const auto name = [&](std::size_t i) { return results[i]; };
  return results.size() == 1 ? results[0] : "(" + list_of(results.size(), name) + ")";
}

// For each input bit the bits of terms that add up to it; bits are counted through all terms.
std::vector<Word> rows_of(const Form& form) {
  std::vector<Word> columns;
  for (const Term& term : form.terms) {
    columns.insert(columns.end(), term.bits.begin(), term.bits.end());
  }
  demand(columns.size() <= 64, "there are more than 64 terms");
  const f2::Solver solver(columns);
  std::vector<Word> rows;
  for (const Input& input : form.inputs) {
    for (unsigned k = 0; k < input.bits(); ++k) {
      const auto row = solver.solve(Word{1} << (input.first_bit + k));
      demand(row.has_value(), "the layout has no left inverse");
      rows.push_back(*row);
    }
  }
  return rows;
}

// The bits of an input in whose rows a bit of the terms is.
Word column_of(const Input& input, const std::vector<Word>& rows, std::size_t bit) {
  Word word = 0;
  for (unsigned k = 0; k < input.bits(); ++k) word |= (rows[input.first_bit + k] >> bit & 1) << k;
  return word;
}

// Does each bit of a value have one parity?
bool is_linear(const Form& form) {
  std::set<std::pair<std::size_t, Int128>> strides;
  for (const Term& term : form.terms) {
    if (term.is_falling || !is_power_of_two(static_cast<Word>(term.stride))) return false;
    if (!strides.emplace(term.output, term.stride).second) return false;
  }
  return std::ranges::none_of(form.inputs, &Input::is_whole) &&
         std::ranges::all_of(form.outputs, [](const Sum& sum) { return sum.constant == 0; });
}

// {v0 = [[1, 0], [2, 0]]} -> {x0 = 4, x1 = 1}.  Requires: is_linear() of unjoined terms.
std::string inverse_matrix(const Form& form, const std::vector<Word>& rows) {
  const auto basis = [&](std::size_t output, std::size_t bit) {
    const auto column = [&](std::size_t i) {
      const auto term = std::ranges::find_if(form.terms, [&](const Term& candidate) {
        return candidate.output == output && candidate.stride == Int128{1} << bit;
      });
      if (term == form.terms.end()) return std::string("0");
      const auto place = static_cast<std::size_t>(term - form.terms.begin());
      return std::to_string(column_of(form.inputs[i], rows, place));
    };
    return "[" + list_of(form.inputs.size(), column) + "]";
  };
  const auto in_dim = [&](std::size_t k) {
    const auto size = static_cast<Word>(form.outputs[k].largest() + 1);
    const auto column = [&](std::size_t bit) { return basis(k, bit); };
    return "v" + std::to_string(k) + " = [" + list_of(log2_ceil(size), column) + "]";
  };
  const auto out_dim = [&](std::size_t i) {
    return "x" + std::to_string(i) + " = " + std::to_string(form.inputs[i].size);
  };
  return "{" + list_of(form.outputs.size(), in_dim) + "} -> {" +
         list_of(form.inputs.size(), out_dim) + "}";
}

// x * result = 1 modulo m.  Requires: they have no common divisor.
Int128 inverse_modulo(Int128 x, Int128 m) {
  Int128 rest[] = {m, x % m};
  Int128 factor[] = {0, 1};
  while (rest[1] != 0) {
    const Int128 quotient = rest[0] / rest[1];
    rest[0] = std::exchange(rest[1], rest[0] - quotient * rest[1]);
    factor[0] = std::exchange(factor[1], factor[0] - quotient * factor[1]);
  }
  return (factor[0] % m + m) % m;
}

// The terms of a value, found one by one.  The rest of the value is constant + sum of those that
// are left, and of these
//
//   one whose stride exceeds what the others sum up to is the quotient by it;
//   one, where the others are multiples of g, is found modulo g.
//
// Taking one off never keeps another from being determined, so any that is may come next.  Nothing
// is subtracted from what might be less: multiples of what is divided by are added instead.
class Peeling {
 public:
  explicit Peeling(const Form& form) : form_(form), names_(form.terms.size()) {
    for (std::size_t k = 0; k < form.outputs.size(); ++k) peel(k);
  }

  // "let d0 = v0 / 8; "
  [[nodiscard]] const std::string& text() const { return text_; }
  // The expression of a term's number.
  [[nodiscard]] std::string number(std::size_t term) const {
    const Term& found = form_.terms[term];
    if (!found.is_falling) return names_[term];
    return "(" + std::to_string(found.largest) + " - " + names_[term] + ")";
  }

 private:
  std::string let(char letter, const std::string& value) {
    const std::string name = letter + std::to_string(lets_++);
    text_ += "let " + name + " = " + value + "; ";
    return name;
  }

  // How a number is found: rest / divisor * factor % modulus.
  struct Found {
    std::size_t term;
    bool is_top;
    Int128 divisor;
    Int128 factor;
    Int128 modulus;
  };

  // Quotients come first; they are the simpler ones.
  [[nodiscard]] Found next(const std::vector<std::size_t>& left) const {
    std::optional<Found> by_modulus;
    for (const std::size_t i : left) {
      const Term& term = form_.terms[i];
      Int128 sum = 0;
      std::int64_t divisor = 0;
      for (const std::size_t other : left) {
        if (other == i) continue;
        sum += form_.terms[other].stride * form_.terms[other].largest;
        divisor = std::gcd(divisor, static_cast<std::int64_t>(form_.terms[other].stride));
      }
      if (term.stride > sum) return {i, true, term.stride, 1, Int128{term.largest} + 1};
      const auto common = std::gcd(divisor, static_cast<std::int64_t>(term.stride));
      const Int128 modulus = divisor / common;
      if (modulus > term.largest) {
        by_modulus = {i, false, common, inverse_modulo(term.stride / common, modulus), modulus};
      }
    }
    demand(by_modulus.has_value(), "the strides do not determine the digits one by one");
    return *by_modulus;
  }

  void peel(std::size_t output) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < form_.terms.size(); ++i) {
      if (form_.terms[i].output == output) left.push_back(i);
    }
    std::string rest = "v" + std::to_string(output);
    Int128 constant = form_.outputs[output].smallest();
    while (!left.empty()) {
      const Found found = next(left);
      const Term& term = form_.terms[found.term];
      std::erase(left, found.term);
      const bool has_constant = constant != 0;
      if (has_constant) {
        const Int128 period = found.divisor * found.modulus;
        rest = let('r', rest + " + " + to_string(period - constant % period));
      }
      std::string digit = rest;
      if (found.divisor != 1) digit += " / " + to_string(found.divisor);
      if (found.factor != 1) digit += " * " + to_string(found.factor);
      const bool is_below = found.is_top && !has_constant && !term.is_falling;
      if (!is_below) digit += " % " + to_string(found.modulus);
      names_[found.term] = digit == rest ? rest : let('d', digit);
      if (left.empty()) break;
      constant = found.is_top ? 0 : term.stride * (found.modulus - 1);
      const std::string complement =
          "(" + to_string(found.modulus - 1) + " - " + names_[found.term] + ")";
      rest = let('r',
                 found.is_top ? rest + " % " + to_string(term.stride)
                              : rest + " + " + complement + " * " + to_string(term.stride));
    }
  }

  const Form& form_;
  std::vector<std::string> names_;
  std::string text_;
  unsigned lets_ = 0;
};

// "d * 4"
std::string times(const std::string& name, Word factor) {
  return factor == 1 ? name : name + " * " + std::to_string(factor);
}

// What the number of a term gives to an input: a shift of all of it, or each of its bits to some.
std::string share(const std::string& number, const std::vector<Word>& columns) {
  bool is_shift = is_power_of_two(columns[0]);
  for (std::size_t i = 0; i < columns.size(); ++i) is_shift &= columns[i] == columns[0] << i;
  if (is_shift || columns.size() == 1) return times(number, columns[0]);
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == 0) continue;
    const std::string high = i == 0 ? number : number + " / " + std::to_string(Word{1} << i);
    const std::string bit = "(" + high + " % 2)";
    text += (text.empty() ? "" : " ^ ") + times(bit, columns[i]);
  }
  return text;
}

std::string inverse_expression(const Form& form, const std::vector<Word>& rows) {
  const Peeling peeling(form);
  const auto input_text = [&](std::size_t k) {
    return "v" + std::to_string(k) + ": " + to_string(form.outputs[k].largest() + 1);
  };
  std::vector<std::string> results;
  for (const Input& input : form.inputs) {
    std::string result;
    std::size_t bit = 0;
    for (std::size_t t = 0; t < form.terms.size(); ++t) {
      std::vector<Word> columns;
      for (std::size_t i = 0; i < form.terms[t].bits.size(); ++i) {
        columns.push_back(column_of(input, rows, bit++));
      }
      if (std::ranges::count(columns, 0) == std::ssize(columns)) continue;
      result += (result.empty() ? "" : " ^ ") + share(peeling.number(t), columns);
    }
    results.push_back(result.empty() ? "0" : result);
  }
  return head(results.size(), list_of(form.outputs.size(), input_text)) + peeling.text() +
         results_text(results);
}

// Those terms whose strides are products of sizes before, with the other inputs 0.
Section section_of_digits(const IndexMap& map) {
  const Form form = form_of({map}, false);
  // Of each output the terms whose strides are products of sizes before.
  std::vector<Term> digits;
  Section section{"", 1};
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    demand(form.outputs[k].smallest() == 0, "the smallest value is not 0");
    Int128 reach = 1;
    std::vector<Term> terms = form.terms;
    std::ranges::stable_sort(terms, {}, &Term::stride);
    for (const Term& term : terms) {
      if (term.output != k || term.stride != reach || term.is_falling) continue;
      reach *= Int128{term.largest} + 1;
      digits.push_back(term);
    }
    demand(form.outputs[k].largest() < reach, "the strides leave values out");
    section.count *= static_cast<Word>(reach);
  }
  demand(digits.size() <= 64, "there are more than 64 terms");
  // The inputs that change one digit alone.
  const f2::Solver solver = [&] {
    std::vector<Word> masks;
    for (const Term& term : digits) masks.push_back(term.bits[0]);
    return f2::Solver(f2::transpose(f2::Matrix{64, masks}).columns);
  }();
  std::vector<std::string> results(form.inputs.size());
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto preimage = solver.solve(Word{1} << i);
    demand(preimage.has_value(), "the terms depend on each other");
    for (std::size_t n = 0; n < form.inputs.size(); ++n) {
      const Input& input = form.inputs[n];
      const Word word = *preimage >> input.first_bit & low_mask(input.bits());
      if (word == 0) continue;
      results[n] += (results[n].empty() ? "" : " ^ ") + times("d" + std::to_string(i), word);
    }
  }
  for (std::string& result : results) {
    if (result.empty()) result = "0";
  }
  const auto digit_text = [&](std::size_t i) {
    return "d" + std::to_string(i) + ": " + std::to_string(digits[i].largest + 1);
  };
  section.layout = head(results.size(), list_of(digits.size(), digit_text)) + results_text(results);
  return section;
}

// Where strides overlap: of the largest stride first, as often as it fits and is there.
//
//   (4,4):(1,2)   9 = 2 * 3 + 3,   3 = 2 * 1 + 1
Section greedy_section(const IndexMap& map) {
  const Form form = form_of({map}, true);
  demand(form.outputs.size() == 1 && form.outputs[0].smallest() == 0, "the values start at 0");
  std::vector<std::size_t> order(form.terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, std::greater<>(), [&](std::size_t i) { return form.terms[i].stride; });
  Int128 reach = form.outputs[0].largest();
  Section section{"", static_cast<Word>(reach + 1)};
  std::vector<std::string> results(form.inputs.size(), "0");
  std::string lets;
  std::string rest = "v";
  for (std::size_t n = 0; n < order.size(); ++n) {
    const Term& term = form.terms[order[n]];
    const auto input = std::ranges::find_if(form.inputs, [&](const Input& candidate) {
      return term.bits[0] == Word{1} << candidate.first_bit && term.bits.size() == candidate.bits();
    });
    demand(input != form.inputs.end() && !term.is_falling, "a term is no whole input");
    reach -= term.stride * term.largest;
    demand(term.stride <= reach + 1, "the strides leave values out");
    const std::string stride = to_string(term.stride);
    const std::string largest = std::to_string(term.largest);
    const std::string quotient = term.stride == 1 ? rest : rest + " / " + stride;
    results[static_cast<std::size_t>(input - form.inputs.begin())] =
        "min(" + quotient + ", " + largest + ")";
    if (n + 1 == order.size()) break;
    const std::string all = to_string(term.stride * term.largest);
    const std::string next = "r" + std::to_string(n);
    lets += "let " + next + " = " + quotient + " < " + largest + " ? " + rest + " % " + stride +
            " : max(" + rest + ", " + all + ") - " + all + "; ";
    rest = next;
  }
  section.layout =
      head(results.size(), "v: " + std::to_string(section.count)) + lets + results_text(results);
  return section;
}

}  // namespace

std::string find_inverse(const Maps& maps) {
  // A greedy section goes from values to points, which the map inverts.
  if (maps.size() == 2 && maps[0].axes().size() == 1 && maps[0].axes()[0].name == "v") {
    return "x0(v: " + std::to_string(maps[0].points()) + ") = v";
  }
  const Form form = form_of(maps, false);
  if (is_linear(form)) return inverse_matrix(form, rows_of(form));
  const Form joined = form_of(maps, true);
  return inverse_expression(joined, rows_of(joined));
}

Section find_section(const IndexMap& map) {
  try {
    return section_of_digits(map);
  } catch (const Refused&) {
    return greedy_section(map);
  }
}

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
  if (refutation == nullptr) return no_evidence("SAT ran out of time");
  const auto proof = with_hints(clauses, refutation->drat);
  return proof ? Result<std::string>(*proof) : no_evidence("SAT's proof has no hints");
}

}  // namespace tileproof::certificates
