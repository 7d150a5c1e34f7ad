#include "checkers/certificates/sum_form.hpp"

namespace tileproof::certificates {
namespace {

// Does a term go on with the next bit of the same input?
bool continues(const Term& term, const Term& next, const std::vector<Input>& inputs) {
  const Word bit = next.bits[0];
  const bool starts_input =
      std::ranges::any_of(inputs, [&](const Input& input) { return bit >> input.first_bit == 1; });
  return is_power_of_two(bit) && bit == 2 * term.bits.back() && !starts_input &&
         next.output == term.output && next.is_falling == term.is_falling &&
         next.stride == term.stride * (Int128{term.largest} + 1);
}

std::vector<Sum> outputs_of(const IndexMap& map) {
  const auto axes = map.axes();
  const auto at = inputs_of({axes.begin(), axes.end()});
  const auto values = evaluate(Sums{}, map, std::span<const Sum>(at));
  return {values.begin(), values.end()};
}

}  // namespace

std::int64_t find_shift(const IndexMap& map) {
  const Sum offset = outputs_of(map)[0];
  demand(offset.is_known && offset.smallest() < 0, "no value is below 0");
  return static_cast<std::int64_t>(-offset.smallest());
}

Form form_of(const IndexMap& map, bool joined) {
  Form form;
  unsigned bits = 0;
  for (const Axis& axis : map.axes()) {
    demand(axis.first == 0 && !axis.is_parameter, "an input does not start at 0");
    form.inputs.push_back({axis.size, bits});
    bits += form.inputs.back().bits();
  }
  demand(!form.inputs.empty(), "the layout has no inputs");
  form.outputs = outputs_of(map);
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

}  // namespace tileproof::certificates
