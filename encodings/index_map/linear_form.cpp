#include "encodings/index_map/linear_form.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "core/f2_algebra.hpp"
#include "encodings/index_map/by_bases.hpp"
#include "encodings/index_map/with_inputs.hpp"

namespace tileproof {

OutputSlots output_slots(const IndexMap& map) { return output_slots(map, map); }

OutputSlots output_slots(const IndexMap& one, const IndexMap& two) {
  boost::container::small_vector<std::optional<Word>, 4> sizes;
  for (std::size_t k = 0; k < one.out_axes().size(); ++k) {
    const auto& size_1 = one.out_axes()[k].size;
    const auto& size_2 = two.out_axes()[k].size;
    sizes.push_back(size_1 && size_2 ? std::optional(std::max(*size_1, *size_2)) : std::nullopt);
  }
  return output_slots({sizes.data(), sizes.size()});
}

OutputSlots output_slots(std::span<const std::optional<Word>> sizes) {
  OutputSlots slots;
  unsigned next = 0;
  unsigned unsized = 0;
  // Beyond 64 bits nothing is kept, and only 0 fits.
  const auto take = [&](unsigned width) {
    const OutputSlot slot{std::min(next, 63U), std::min(width, 64 - next)};
    next += slot.width;
    return slot;
  };
  for (const auto& size : sizes) {
    slots.push_back(take(size ? log2_ceil(*size) : 0));
    unsized += size ? 0U : 1U;
  }
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!sizes[k]) slots[k] = take((64 - next) / unsized--);
  }
  return slots;
}

namespace {

// Of a layout that is written by its bases, nothing need be run.
LinearForm form_of_bases(const ByBases& map, const OutputSlots& slots) {
  struct Field {
    unsigned from = 0;
    Word mask = 0;
    OutputSlot to;
  };
  boost::container::small_vector<Field, 8> fields;
  bool is_in_place = map.outs.size() == map.form.out_dims().size();
  for (std::size_t k = 0; k < map.outs.size(); ++k) {
    const auto out = map.form.find_out(map.outs[k]);
    if (!out) continue;
    const unsigned bits = map.form.out_dims()[*out].bits();
    fields.push_back({map.form.field_shift(*out), low_mask(bits), slots[k]});
    is_in_place = is_in_place && fields.back().from == slots[k].shift && bits <= slots[k].width;
  }
  is_in_place = is_in_place && fields.size() == map.outs.size();
  AffineMap affine;
  affine.columns.reserve(map.form.total_in_bits());
  for (const Name name : map.ins) {
    const auto in = map.form.find_in(name);
    if (!in) continue;
    for (const Word basis : map.form.field_bases(*in)) {
      Word column = is_in_place ? basis : 0;
      for (std::size_t k = 0; k < fields.size() && !is_in_place; ++k) {
        const Word value = basis >> fields[k].from & fields[k].mask;
        if ((value & ~low_mask(fields[k].to.width)) != 0) {
          return {{}, "an output has more bits than are kept for it"};
        }
        column |= value << fields[k].to.shift;
      }
      affine.columns.push_back(column);
    }
  }
  return {std::move(affine), {}};
}

// Of a map that gives inputs as well, it is the map's with a bit in each column of such an input.
LinearForm form_with_inputs(const WithInputs& kept, const OutputSlots& slots) {
  const std::size_t values = kept.map.out_axes().size();
  LinearForm form =
      linear_form(kept.map, {slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(values)});
  if (!form.map) return form;
  std::size_t column = 0;
  for (std::size_t i = 0; i < kept.map.axes().size(); ++i) {
    const unsigned bits = log2_exact(kept.map.axes()[i].size);
    if (i >= kept.first) {
      const OutputSlot& slot = slots[values + i - kept.first];
      if (bits > slot.width) return {{}, "an output has more bits than are kept for it"};
      for (unsigned bit = 0; bit < bits; ++bit) {
        form.map->columns[column + bit] |= Word{1} << (slot.shift + bit);
      }
    }
    column += bits;
  }
  return form;
}

}  // namespace

LinearForm linear_form(const IndexMap& map, const OutputSlots& slots) {
  if (const auto* bases = map.as<ByBases>()) return form_of_bases(*bases, slots);
  if (const auto* kept = map.as<WithInputs>()) return form_with_inputs(*kept, slots);
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
    if (static_cast<unsigned>(std::bit_width(values[k].possible())) > slots[k].width) {
      return {{}, "an output has more bits than are kept for it"};
    }
    affine.add(values[k], slots[k].shift);
  }
  return {std::move(affine), {}};
}

}  // namespace tileproof
