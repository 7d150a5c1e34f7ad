#include "checkers/certificates/find_inverse.hpp"

#include <numeric>
#include <optional>
#include <set>

#include "checkers/certificates/layout_text.hpp"
#include "checkers/certificates/sum_form.hpp"
#include "core/f2.hpp"

namespace tileproof::certificates {
namespace {

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
  return expression_text(list_of(form.outputs.size(), input_text), peeling.text(), results);
}

}  // namespace

std::string find_inverse(const IndexMap& map) {
  const Form form = form_of(map, false);
  if (is_linear(form)) return inverse_matrix(form, rows_of(form));
  const Form joined = form_of(map, true);
  return inverse_expression(joined, rows_of(joined));
}

}  // namespace tileproof::certificates
