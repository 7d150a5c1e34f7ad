#include "checkers/engines/linear_form.hpp"

#include <algorithm>

#include "core/f2_algebra.hpp"

namespace tileproof {

std::vector<OutputSlot> output_slots(const IndexMap& map) {
  std::vector<OutputSlot> slots;
  unsigned next = 0;
  unsigned unsized = 0;
  // Beyond 64 bits nothing is kept, and only 0 fits.
  const auto take = [&](unsigned width) {
    const OutputSlot slot{std::min(next, 63U), std::min(width, 64 - next)};
    next += slot.width;
    return slot;
  };
  for (const OutAxis& out : map.out_axes()) {
    slots.push_back(take(out.size ? log2_ceil(*out.size) : 0));
    unsized += out.size ? 0U : 1U;
  }
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!map.out_axes()[k].size) slots[k] = take((64 - next) / unsized--);
  }
  return slots;
}

LinearForm linear_form(const IndexMap& map, std::span<const OutputSlot> slots) {
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
    if (width > slots[k].width) return {{}, "an output has more bits than are kept for it"};
    if (width == 0) continue;
    const unsigned shift = slots[k].shift;
    affine.constant ^= values[k].constant() << shift;
    for (unsigned bit = 0; bit < width; ++bit) {
      for (Word rest = values[k].inputs_of(bit); rest != 0; rest &= rest - 1) {
        affine.columns[static_cast<unsigned>(std::countr_zero(rest))] |= Word{1} << (bit + shift);
      }
    }
  }
  return {std::move(affine), ""};
}

}  // namespace tileproof
