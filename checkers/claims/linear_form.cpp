#include "checkers/claims/linear_form.hpp"

#include "core/f2_algebra.hpp"

namespace tileproof {

std::vector<unsigned> output_shifts(const IndexMap& map) {
  std::vector<unsigned> shifts(map.out_axes().size(), 0);
  unsigned next = 0;
  for (std::size_t k = 0; k < shifts.size(); ++k) {
    if (!map.out_axes()[k].size) continue;
    shifts[k] = next;
    next += log2_ceil(*map.out_axes()[k].size);
  }
  for (std::size_t k = 0; k < shifts.size(); ++k) {
    if (!map.out_axes()[k].size) shifts[k] = next;
  }
  return shifts;
}

LinearForm linear_form(const IndexMap& map, std::span<const unsigned> shifts) {
  unsigned bits = 0;
  Words<F2> inputs;
  for (const Axis& axis : map.axes()) {
    if (axis.is_parameter) return {{}, "'" + axis.name + "' is a parameter"};
    if (!is_power_of_two(axis.size) || axis.first != 0) {
      return {{},
              "'" + axis.name + "' has " + std::to_string(axis.size) +
                  " values, which is no power of two"};
    }
    inputs.push_back(F2Word::inputs(bits, log2_exact(axis.size)));
    bits += log2_exact(axis.size);
  }
  const auto values = evaluate(F2{}, map, std::span<const F2Word>(inputs.data(), inputs.size()));
  AffineMap affine;
  affine.columns.resize(bits);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!values[k].is_linear()) return {{}, values[k].reason()};
    const Word possible = values[k].possible();
    const auto width = static_cast<unsigned>(std::bit_width(possible));
    if (width + shifts[k] > 64) return {{}, "the outputs have more than 64 bits"};
    affine.constant ^= values[k].constant() << shifts[k];
    for (unsigned bit = 0; bit < width; ++bit) {
      for (Word rest = values[k].inputs_of(bit); rest != 0; rest &= rest - 1) {
        affine.columns[static_cast<unsigned>(std::countr_zero(rest))] |= Word{1}
                                                                         << (bit + shifts[k]);
      }
    }
  }
  return {std::move(affine), ""};
}

}  // namespace tileproof
