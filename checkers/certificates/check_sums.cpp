// Evidence about maps that are sums: over GF(2), and of strides.
#include <algorithm>
#include <numeric>

#include "checkers/certificates/evidence.hpp"
#include "checkers/certificates/question_body.hpp"

namespace tileproof::certificates {
namespace {

using What = Question::What;
using Terms = std::vector<Sum::Term>;

std::string number_text(std::size_t number) { return std::to_string(number); }

// The bits of all outputs, or nullopt.
std::optional<std::vector<Sum::Bits>> output_bits(const SumForm& form) {
  std::vector<Sum::Bits> all;
  for (const Sum& output : form.outputs) {
    const auto bits = output.as_bits();
    if (!bits) return std::nullopt;
    all.push_back(*bits);
  }
  return all;
}

Word parity_of(Word bits) { return static_cast<Word>(std::popcount(bits) & 1); }

// "row m0 m1 ...": for each output a mask of its bits, whose XOR is this input bit.
Refusal check_left_inverse(Lines& lines, const SumForm& form, const std::vector<Sum::Bits>& bits) {
  if (!form.digits.empty()) return "an input has no power of two as its size";
  for (unsigned input = 0; input < form.input_bits; ++input) {
    const auto row = lines.numbers("row");
    if (!row || row->size() != bits.size()) return "a row has a mask for each output";
    Word sum = 0;
    for (std::size_t k = 0; k < bits.size(); ++k) {
      for (unsigned bit = 0; bit < 64; ++bit) {
        if (((*row)[k] >> bit & 1) != 0) sum ^= bits[k].parity[bit];
      }
    }
    if (sum != Word{1} << input) return "the row does not give input bit " + number_text(input);
  }
  return std::nullopt;
}

// "preimage x" for each bit of the outputs: inputs that flip it and no other.
Refusal check_right_inverse(Lines& lines,
                            const IndexMap& map,
                            const std::vector<Sum::Bits>& outputs) {
  std::vector<Word> parities;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    unsigned width = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
      if (outputs[k].parity[bit] != 0 || (outputs[k].constant >> bit & 1) != 0) width = bit + 1;
    }
    // Offsets are onto 0 .. largest, coordinates onto their sizes.
    if (const auto size = map.out_axes()[k].size) {
      if (!is_power_of_two(*size) || width > log2_exact(*size)) {
        return "a coordinate's size is no power of two, or it leaves its size";
      }
      width = log2_exact(*size);
    }
    parities.insert(parities.end(), outputs[k].parity.begin(), outputs[k].parity.begin() + width);
  }
  for (std::size_t wanted = 0; wanted < parities.size(); ++wanted) {
    const auto preimage = lines.numbers("preimage");
    if (!preimage || preimage->size() != 1) return "a preimage is one number";
    for (std::size_t i = 0; i < parities.size(); ++i) {
      if (parity_of(parities[i] & preimage->front()) != (i == wanted ? 1u : 0u)) {
        return "the inputs do not flip value bit " + number_text(wanted) + " alone";
      }
    }
  }
  return std::nullopt;
}

// "basis v0 v1 ...", descending highest bits, for each output with a bound: every input bit changes
// the value by a sum of these, so that no value exceeds the largest of constant + their span.
Refusal check_basis(Lines& lines, const Question& question, const std::vector<Sum::Bits>& outputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (!question.bounds[k]) continue;
    const auto basis = lines.numbers("basis");
    if (!basis || basis->size() > 64) return "a basis is a list of numbers";
    for (std::size_t i = 0; i < basis->size(); ++i) {
      const Word before = i == 0 ? ~Word{0} : std::bit_floor((*basis)[i - 1]) - 1;
      if ((*basis)[i] == 0 || (*basis)[i] > before) return "the basis does not descend";
    }
    for (unsigned input = 0; input < 64; ++input) {
      Word column = 0;
      for (unsigned bit = 0; bit < 64; ++bit) {
        column |= (outputs[k].parity[bit] >> input & 1) << bit;
      }
      for (const Word vector : *basis) column = std::min(column, column ^ vector);
      if (column != 0) return "input bit " + number_text(input) + " leaves the basis' span";
    }
    Word largest = outputs[k].constant;
    for (const Word vector : *basis) largest = std::max(largest, largest ^ vector);
    if (largest >= *question.bounds[k]) {
      return "the basis reaches " + std::to_string(largest) + ", not below " +
             std::to_string(*question.bounds[k]);
    }
  }
  return std::nullopt;
}

Int128 reach(const Sum::Term& term) {
  return Int128{term.coefficient < 0 ? -term.coefficient : term.coefficient} * term.largest;
}

// "order t0 t1 ...": all terms, each once.
std::optional<std::vector<Sum::Term>> ordered_terms(Lines& lines, const Terms& terms) {
  const auto order = lines.numbers("order");
  if (!order || order->size() != terms.size()) return std::nullopt;
  std::vector<Sum::Term> list;
  std::vector<bool> taken(terms.size(), false);
  for (const Word i : *order) {
    if (i >= terms.size() || taken[i]) return std::nullopt;
    taken[i] = true;
    list.push_back(terms[i]);
  }
  return list;
}

// Two points with one value have a difference sum c * d = 0 with |d| <= largest for each term.
// In the order given each d is 0, since c alone exceeds what the rest can sum up to, or since the
// rest are multiples of g, and c * d is one only from |d| = g / gcd(g, c) on.
// Then "row m0 ..." for each input bit: the terms whose parities' XOR it is.
Refusal check_peeling(Lines& lines, const SumForm& form, const Terms& terms) {
  const auto order = ordered_terms(lines, terms);
  if (!order) return "an order has the number of each term once";
  Int128 others = 0;
  for (const Sum::Term& term : *order) others += reach(term);
  for (auto term = order->begin(); term != order->end(); ++term) {
    others -= reach(*term);
    std::int64_t divisor = 0;
    for (auto later = term + 1; later != order->end(); ++later) {
      divisor = std::gcd(divisor, later->coefficient);
    }
    const Int128 size = term->coefficient < 0 ? -term->coefficient : term->coefficient;
    const bool exceeds = size > others;
    const bool differs =
        divisor != 0 && divisor / std::gcd(divisor, term->coefficient) > Int128{term->largest};
    if (!exceeds && !differs) {
      return "term " + number_text(static_cast<std::size_t>(term - order->begin())) +
             " of the order is not determined by the value";
    }
  }
  for (const std::size_t digit : form.digits) {
    const auto is_digit = [&](const auto& term) { return term.parity == 0 && term.digit == digit; };
    if (std::ranges::none_of(terms, is_digit)) return "an input does not change the value";
  }
  for (unsigned input = 0; input < form.input_bits; ++input) {
    const auto row = lines.numbers("row");
    if (!row) return "a row lists terms for each input bit";
    Word sum = 0;
    for (const Word i : *row) {
      if (i >= terms.size() || terms[i].parity == 0) return "a row lists numbers of parities";
      sum ^= terms[i].parity;
    }
    if (sum != Word{1} << input) return "the row does not give input bit " + number_text(input);
  }
  return std::nullopt;
}

// Terms in ascending order of strides, none more than one above the sum of those before, reach all
// sums if they are independent: "preimage x" for each parity gives inputs that flip it alone.
Refusal check_without_gap(Lines& lines, const Sum& sum) {
  if (sum.smallest() != 0) return "the smallest value is not 0";
  const auto order = ordered_terms(lines, sum.terms());
  if (!order) return "an order has the number of each term once";
  Int128 below = 0;
  for (const Sum::Term& term : *order) {
    if ((term.coefficient < 0 ? -term.coefficient : term.coefficient) > below + 1) {
      return "no value is " + to_string(below + 1);
    }
    below += reach(term);
  }
  for (const Sum::Term& wanted : sum.terms()) {
    if (wanted.parity == 0) continue;
    const auto preimage = lines.numbers("preimage");
    if (!preimage || preimage->size() != 1) return "a preimage is one number";
    for (const Sum::Term& term : sum.terms()) {
      const Word flips = parity_of(term.parity & preimage->front());
      if (flips != (term == wanted ? 1u : 0u)) return "the inputs do not flip one parity alone";
    }
  }
  return std::nullopt;
}

}  // namespace

SumForm sum_form(const IndexMap& map) {
  SumForm form;
  std::vector<Sum> at;
  const auto axes = map.axes();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Axis& axis = axes[i];
    Sum input;
    if (!axis.is_parameter && is_power_of_two(axis.size)) {
      input = Sum::bits(form.input_bits, log2_exact(axis.size));
      form.input_bits += log2_exact(axis.size);
    } else {
      (axis.is_parameter ? form.parameters : form.digits).push_back(i);
      input = Sum::digit(i, axis.size);
    }
    at.push_back(Sums{}.add(input, axis.first));
  }
  const auto values = evaluate(Sums{}, map, std::span<const Sum>(at));
  form.outputs.assign(values.begin(), values.end());
  return form;
}

Sum packed(const SumForm& form) {
  Sum sum;
  for (std::size_t k = form.outputs.size(); k-- > 0;) {
    const Sum& output = form.outputs[k];
    if (!output.is_known() || !sum.is_known()) return Sum::poison();
    const Int128 values = Int128{output.largest()} - output.smallest() + 1;
    sum = Sum::plus(output, sum, values);
  }
  return sum.without_digits(form.parameters);
}

Refusal check_gf2(Lines& lines, const Question& question) {
  if (question.what != What::kInjective && question.what != What::kOnto &&
      question.what != What::kWithin) {
    return "gf2 has no evidence for '" + std::string(name(question.what)) + "'";
  }
  const SumForm form = sum_form(question.map);
  const auto bits = output_bits(form);
  if (!form.parameters.empty() || !bits) return "the layout is not linear over GF(2)";
  if (question.what == What::kInjective) return check_left_inverse(lines, form, *bits);
  if (question.what == What::kOnto) return check_right_inverse(lines, question.map, *bits);
  return check_basis(lines, question, *bits);
}

Refusal check_strides(Lines& lines, const Question& question) {
  const auto not_a_sum = "the layout is no sum of strides";
  if (question.what == What::kInjective) {
    const SumForm form = sum_form(question.map);
    const Sum sum = packed(form);
    return sum.is_known() ? check_peeling(lines, form, sum.terms()) : not_a_sum;
  }
  if (question.what == What::kOnto) {
    const SumForm form = sum_form(question.map);
    if (form.outputs.size() != 1 || !question.map.gives_offset()) return "not one offset";
    if (!form.parameters.empty() || !form.outputs[0].is_known()) return not_a_sum;
    return check_without_gap(lines, form.outputs[0]);
  }
  if (!is_pointwise(question)) return "strides has no evidence for this question";
  std::vector<Sum> at;
  unsigned bits = 0;
  for (const Axis& axis : variables(question)) {
    const bool in_bits = is_power_of_two(axis.size) && bits + log2_exact(axis.size) <= 62;
    at.push_back(Sums{}.add(
        in_bits ? Sum::bits(bits, log2_exact(axis.size)) : Sum::digit(at.size(), axis.size),
        axis.first));
    if (in_bits) bits += log2_exact(axis.size);
  }
  if (Statement<Sums>(Sums{}, question).happens(at).can_be_true) {
    return "the ranges of the sums leave it open";
  }
  return std::nullopt;
}

}  // namespace tileproof::certificates
