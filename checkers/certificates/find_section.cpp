#include "checkers/certificates/find_section.hpp"

#include <numeric>

#include "checkers/certificates/layout_text.hpp"
#include "checkers/certificates/sum_form.hpp"
#include "core/f2.hpp"

namespace tileproof::certificates {
namespace {

// Of each output those terms whose strides are products of sizes before; other inputs are 0.
Section section_of_digits(const IndexMap& map) {
  const Form form = form_of(map, false);
  std::vector<Term> digits;
  Section section{.count = 1};
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
  section.layout = expression_text(list_of(digits.size(), digit_text), "", results);
  return section;
}

// Where strides overlap: of the largest stride first, as often as it fits and is there; or never or
// always where the smaller ones reach as far.
//
//   (4,4):(1,2)   9 = 2 * 3 + 3,   3 = 2 * 1 + 1
//   (9,4):(1,2)   9 = 2 * 3 + 3,   3 = 2 * 0 + 3
Section greedy_section(const IndexMap& map) {
  const Form form = form_of(map, true);
  demand(form.outputs.size() == 1 && form.outputs[0].smallest() == 0, "the values start at 0");
  std::vector<std::size_t> order(form.terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, std::greater<>(), [&](std::size_t i) { return form.terms[i].stride; });
  Int128 reach = form.outputs[0].largest();
  Section section{.count = static_cast<Word>(reach + 1)};
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
    const bool is_never_or_always = reach >= term.stride * term.largest;
    const std::string reached = to_string(reach);
    results[static_cast<std::size_t>(input - form.inputs.begin())] =
        is_never_or_always ? "(" + reached + " < " + rest + " ? " + largest + " : 0)"
                           : "min(" + quotient + ", " + largest + ")";
    if (n + 1 == order.size()) break;
    const std::string all = to_string(term.stride * term.largest);
    const std::string next = "r" + std::to_string(n);
    const std::string without = is_never_or_always
                                    ? rest + " < " + to_string(reach + 1) + " ? " + rest
                                    : quotient + " < " + largest + " ? " + rest + " % " + stride;
    lets += "let " + next + " = " + without + " : max(" + rest + ", " + all + ") - " + all + "; ";
    rest = next;
  }
  const std::string values = "v: " + std::to_string(section.count);
  section.layout = expression_text(values, lets, results);
  section.inverse = expression_text(values, "", {"v"});
  return section;
}

}  // namespace

Section find_section(const IndexMap& map) {
  try {
    return section_of_digits(map);
  } catch (const Refused&) {
    return greedy_section(map);
  }
}

}  // namespace tileproof::certificates
