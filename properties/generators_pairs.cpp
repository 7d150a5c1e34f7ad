#include <algorithm>
#include <span>

#include "properties/draw.hpp"
#include "properties/generators.hpp"

namespace tileproof::gen {

std::array<LinearLayout, 3> factors(Source& source, Bounds bounds) {
  const std::vector<Name> in_names = {kRegister, kLane, kWarp};
  const std::vector<Name> out_names = draw_out_names(source);
  std::array<LinearLayout, 3> result;
  for (LinearLayout& factor : result) {
    // All names, with some of size 0, keeps the order of all products alike; some leave names
    // out.
    auto ins = draw_split(source, draw_bits(source, bounds.max_bits / 3), in_names);
    auto outs = draw_split(source, draw_bits(source, bounds.max_bits / 3), out_names);
    if (draw_one_in(source, 2))
      std::erase_if(ins, [](const NamedBits& dim) { return dim.bits == 0; });
    if (draw_one_in(source, 2))
      std::erase_if(outs, [](const NamedBits& dim) { return dim.bits == 0; });
    factor = draw_layout(source, ins, outs);
  }
  return result;
}

std::array<LinearLayout, 2> dividend_and_divisor(Source& source, Bounds bounds) {
  const auto parts = factors(source, bounds);
  const bool left = draw_one_in(source, 2);
  const auto whole = left ? product(parts[0], parts[1]) : product(parts[1], parts[0]);
  const LinearLayout dividend = whole ? *whole : parts[0];
  if (!draw_one_in(source, 8)) return std::array{dividend, parts[0]};
  // Else a near miss, or a divisor whose dimensions are in another order.
  if (draw_one_in(source, 2)) return std::array{draw_flipped(source, dividend), parts[0]};
  return std::array{dividend,
                    *transpose_ins(parts[0], draw_order(source, names_of(parts[0].in_dims())))};
}

std::array<LinearLayout, 3> composable(Source& source, Bounds bounds) {
  const auto reordered_and_smaller = [&source](std::span<const InDim> dims) {
    DimList outs;
    for (const Name name : draw_order(source, names_of(dims))) {
      const auto dim = std::ranges::find(dims, name, &InDim::name);
      outs.push_back(
          {name, draw_one_in(source, 4) ? draw_below(source, dim->bits + 1) : dim->bits});
    }
    return outs;
  };
  const DimList last_outs = draw_outs(source, bounds.max_bits);
  const DimList last_ins =
      draw_split(source, draw_bits(source, bounds.max_bits), {kOffset, kBlock});
  const LinearLayout h = draw_layout(source, last_ins, last_outs);
  const DimList middle_ins = draw_outs(source, bounds.max_bits);
  const LinearLayout g = draw_layout(source, middle_ins, reordered_and_smaller(h.in_dims()));
  const DimList first_ins = draw_ins(source, bounds.max_bits);
  const LinearLayout f = draw_layout(source, first_ins, reordered_and_smaller(g.in_dims()));
  return std::array{f, g, h};
}

std::array<LinearLayout, 2> convertible(Source& source, Bounds bounds) {
  const LinearLayout b = any_layout(source, bounds);
  const DimList ins = draw_ins(source, bounds.max_bits);
  const auto a = assemble(ins, named_bits(b.out_dims()), draw_values(source, b, total_bits(ins)));
  return std::array{*transpose_outs(a, draw_order(source, names_of(a.out_dims()))), b};
}

std::array<LinearLayout, 2> sharing_a_dim(Source& source, Bounds bounds) {
  const LinearLayout b = any_layout(source, bounds);
  // One in-dim of b comes again with equal bases, and most of the others, some with other bases.
  const unsigned flat = draw_below(source, b.total_in_bits());
  DimList ins;
  std::vector<Word> bases;
  for (std::size_t i = 0, end = 0; i < b.in_dims().size(); ++i) {
    const std::size_t first = end;
    end += b.in_dims()[i].bits;
    const bool chosen = first <= flat && flat < end;
    if (!chosen && draw_one_in(source, 4)) continue;
    ins.push_back({b.in_dims()[i].name, b.in_dims()[i].bits});
    const auto drawn = draw_values(source, b, ins.back().bits);
    const auto equal = b.field_bases(i);
    const bool changed = !chosen && draw_one_in(source, 3);
    for (std::size_t k = 0; k < drawn.size(); ++k) bases.push_back(changed ? drawn[k] : equal[k]);
  }
  const auto a = assemble(ins, named_bits(b.out_dims()), bases);
  return std::array{*transpose_outs(a, draw_order(source, names_of(a.out_dims()))), b};
}

std::array<LinearLayout, 2> nearly_equal(Source& source, Bounds bounds) {
  const LinearLayout a = any_layout(source, bounds);
  const auto ins = *transpose_ins(a, draw_order(source, names_of(a.in_dims())));
  const auto b = *transpose_outs(ins, draw_order(source, names_of(a.out_dims())));
  return std::array{a, draw_one_in(source, 2) ? draw_flipped(source, b) : b};
}

std::vector<Name> in_order(Source& source, const LinearLayout& layout) {
  return draw_order(source, names_of(layout.in_dims()));
}

std::vector<Name> out_order(Source& source, const LinearLayout& layout) {
  return draw_order(source, names_of(layout.out_dims()));
}

std::vector<Name> some_ins(Source& source, const LinearLayout& layout) {
  return draw_some(source, names_of(layout.in_dims()));
}

std::vector<Name> some_outs(Source& source, const LinearLayout& layout) {
  return draw_some(source, names_of(layout.out_dims()));
}

std::vector<NamedValue> split(Source& source, unsigned bits) {
  std::vector<NamedValue> dims;
  for (const auto& [name, dim_bits] : draw_split(source, bits, draw_out_names(source))) {
    dims.emplace_back(name, Word{1} << dim_bits);
  }
  return dims;
}

}  // namespace tileproof::gen
