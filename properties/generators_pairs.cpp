#include <algorithm>
#include <span>

#include "properties/draw.hpp"
#include "properties/generators.hpp"

namespace tileproof::gen {

rc::Gen<std::array<LinearLayout, 3>> factors(Bounds bounds) {
  return rc::gen::exec([=] {
    const std::vector<Name> in_names = {kRegister, kLane, kWarp};
    const std::vector<Name> out_names = draw_out_names();
    std::array<LinearLayout, 3> result;
    for (LinearLayout& factor : result) {
      // All names, with some of size 0, keeps the order of all products alike; some leave names
      // out.
      auto ins = draw_split(draw_bits(bounds.max_bits / 3), in_names);
      auto outs = draw_split(draw_bits(bounds.max_bits / 3), out_names);
      if (draw_one_in(2)) std::erase_if(ins, [](const NamedBits& dim) { return dim.bits == 0; });
      if (draw_one_in(2)) std::erase_if(outs, [](const NamedBits& dim) { return dim.bits == 0; });
      factor = draw_layout(ins, outs);
    }
    return result;
  });
}

rc::Gen<std::array<LinearLayout, 2>> dividend_and_divisor(Bounds bounds) {
  return rc::gen::exec([=] {
    const auto parts = *factors(bounds);
    const bool left = draw_one_in(2);
    const auto whole = left ? product(parts[0], parts[1]) : product(parts[1], parts[0]);
    const LinearLayout dividend = whole ? *whole : parts[0];
    if (!draw_one_in(8)) return std::array{dividend, parts[0]};
    // Else a near miss, or a divisor whose dimensions are in another order.
    if (draw_one_in(2)) return std::array{draw_flipped(dividend), parts[0]};
    return std::array{dividend, *transpose_ins(parts[0], draw_order(names_of(parts[0].in_dims())))};
  });
}

rc::Gen<std::array<LinearLayout, 3>> composable(Bounds bounds) {
  return rc::gen::exec([=] {
    const auto reordered_and_smaller = [](std::span<const InDim> dims) {
      DimList outs;
      for (const Name name : draw_order(names_of(dims))) {
        const auto dim = std::ranges::find(dims, name, &InDim::name);
        outs.push_back({name, draw_one_in(4) ? draw_below(dim->bits + 1) : dim->bits});
      }
      return outs;
    };
    const DimList last_outs = draw_split(draw_bits(bounds.max_bits), draw_out_names());
    const DimList last_ins = draw_split(draw_bits(bounds.max_bits), {kOffset, kBlock});
    const LinearLayout h = draw_layout(last_ins, last_outs);
    const DimList middle_ins = draw_split(draw_bits(bounds.max_bits), draw_out_names());
    const LinearLayout g = draw_layout(middle_ins, reordered_and_smaller(h.in_dims()));
    const DimList first_ins = draw_split(draw_bits(bounds.max_bits), draw_in_names());
    const LinearLayout f = draw_layout(first_ins, reordered_and_smaller(g.in_dims()));
    return std::array{f, g, h};
  });
}

rc::Gen<std::array<LinearLayout, 2>> convertible(Bounds bounds) {
  return rc::gen::exec([=] {
    const LinearLayout b = *any_layout(bounds);
    const DimList ins = draw_split(draw_bits(bounds.max_bits), draw_in_names());
    const auto a = assemble(ins, named_bits(b.out_dims()), draw_values(b, total_bits(ins)));
    return std::array{*transpose_outs(a, draw_order(names_of(a.out_dims()))), b};
  });
}

rc::Gen<std::array<LinearLayout, 2>> sharing_a_dim(Bounds bounds) {
  return rc::gen::exec([=] {
    const LinearLayout b = *any_layout(bounds);
    // One in-dim of b comes again with equal bases, and most of the others, some with other bases.
    const unsigned flat = draw_below(b.total_in_bits());
    DimList ins;
    std::vector<Word> bases;
    for (std::size_t i = 0, end = 0; i < b.in_dims().size(); ++i) {
      const std::size_t first = end;
      end += b.in_dims()[i].bits;
      const bool chosen = first <= flat && flat < end;
      if (!chosen && draw_one_in(4)) continue;
      ins.push_back({b.in_dims()[i].name, b.in_dims()[i].bits});
      const auto drawn = draw_values(b, ins.back().bits);
      const auto equal = b.field_bases(i);
      const bool changed = !chosen && draw_one_in(3);
      for (std::size_t k = 0; k < drawn.size(); ++k) bases.push_back(changed ? drawn[k] : equal[k]);
    }
    const auto a = assemble(ins, named_bits(b.out_dims()), bases);
    return std::array{*transpose_outs(a, draw_order(names_of(a.out_dims()))), b};
  });
}

rc::Gen<std::array<LinearLayout, 2>> nearly_equal(Bounds bounds) {
  return rc::gen::exec([=] {
    const LinearLayout a = *any_layout(bounds);
    const auto ins = *transpose_ins(a, draw_order(names_of(a.in_dims())));
    const auto b = *transpose_outs(ins, draw_order(names_of(a.out_dims())));
    return std::array{a, draw_one_in(2) ? draw_flipped(b) : b};
  });
}

rc::Gen<std::vector<Name>> in_order(const LinearLayout& layout) {
  return rc::gen::exec([names = names_of(layout.in_dims())] { return draw_order(names); });
}

rc::Gen<std::vector<Name>> out_order(const LinearLayout& layout) {
  return rc::gen::exec([names = names_of(layout.out_dims())] { return draw_order(names); });
}

rc::Gen<std::vector<Name>> some_ins(const LinearLayout& layout) {
  return rc::gen::exec([names = names_of(layout.in_dims())] { return draw_some(names); });
}

rc::Gen<std::vector<Name>> some_outs(const LinearLayout& layout) {
  return rc::gen::exec([names = names_of(layout.out_dims())] { return draw_some(names); });
}

rc::Gen<std::vector<NamedValue>> split(unsigned bits) {
  return rc::gen::exec([=] {
    std::vector<NamedValue> dims;
    for (const auto& [name, dim_bits] : draw_split(bits, draw_out_names())) {
      dims.emplace_back(name, Word{1} << dim_bits);
    }
    return dims;
  });
}

}  // namespace tileproof::gen
