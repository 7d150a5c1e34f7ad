#include "checkers/engines/stride_form.hpp"

#include "core/f2.hpp"

namespace tileproof {
namespace {

bool independent(const AffineWord::Terms& terms) {
  std::vector<Word> parities;
  for (const auto& term : terms) {
    if (term.parity != 0) parities.push_back(term.parity);
  }
  return f2::rank(parities) == parities.size();
}

}  // namespace

Words<Affine> stride_inputs(const IndexMap& map, StrideForm& form) {
  Words<Affine> inputs;
  const auto axes = map.axes();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Word size = axes[i].size;
    form.first_bit.push_back(form.bits);
    AffineWord input;
    if (is_power_of_two(size) && form.bits + log2_exact(size) <= 62) {
      input = AffineWord::bits(form.bits, log2_exact(size));
      form.bits += log2_exact(size);
    } else {
      input = AffineWord::digit(static_cast<unsigned>(i), size);
    }
    inputs.push_back(Affine{}.add(input, axes[i].first));
  }
  return inputs;
}

StrideForm stride_form(const IndexMap& map) {
  StrideForm form;
  if (map.has_parameters()) {
    form.sum = AffineWord::poison("it has parameters");
    return form;
  }
  const auto inputs = stride_inputs(map, form);
  const auto values =
      evaluate(Affine{}, map, std::span<const AffineWord>(inputs.data(), inputs.size()));
  form.sum = values.front();
  for (std::size_t k = 1; k < values.size() && form.sum.is_affine(); ++k) {
    const auto weight = form.sum.largest() - form.sum.smallest() + 1;
    form.sum = Affine{}.add(form.sum, Affine{}.mul(values[k], static_cast<Word>(weight)));
  }
  form.is_independent = form.sum.is_affine() && independent(form.sum.terms());
  return form;
}

}  // namespace tileproof
