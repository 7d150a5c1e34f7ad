#include "properties/generators.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <utility>

#include "core/check.hpp"
#include "properties/draw.hpp"
#include "properties/shrink_layout.hpp"

namespace tileproof {

void showValue(const LinearLayout& layout, std::ostream& out) { out << layout.to_string(); }
void showValue(Name name, std::ostream& out) { out << name.text(); }

namespace f2 {

void showValue(const Matrix& matrix, std::ostream& out) {
  out << matrix.rows << " rows, columns ";
  rc::show(matrix.columns, out);
}

void showValue(const Subspace& subspace, std::ostream& out) {
  out << "span of ";
  rc::show(subspace.basis(), out);
}

}  // namespace f2

namespace gen {
namespace {

bool has_zero_basis(const LinearLayout& layout) {
  return std::ranges::find(layout.field_bases(), Word{0}) != layout.field_bases().end();
}

// Shrinks also by smaller_layouts, as far as they keep the promise.
template <typename Draw, typename Promise>
rc::Gen<LinearLayout> shrinking(Draw draw, Promise promise) {
  return rc::gen::shrink(rc::gen::exec(std::move(draw)), [=](const LinearLayout& layout) {
    auto candidates = smaller_layouts(layout);
    std::erase_if(candidates, [&](const LinearLayout& next) { return !promise(next); });
    return rc::seq::fromContainer(std::move(candidates));
  });
}

}  // namespace

rc::Gen<Word> below(Word end) {
  TP_CHECK(end > 0, "below: no number is below 0");
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Word>(0, end));
}

rc::Gen<Word> word(unsigned bits) { return below(Word{1} << bits); }

rc::Gen<std::vector<unsigned>> permutation(unsigned size) {
  return rc::gen::exec([=] {
    std::vector<unsigned> order(size);
    std::iota(order.begin(), order.end(), 0u);
    for (unsigned i = 0; i + 1 < size; ++i) std::swap(order[i], order[i + draw_below(size - i)]);
    return order;
  });
}

rc::Gen<std::vector<unsigned>> subset(unsigned size) {
  return rc::gen::map(word(size), [=](Word chosen) {
    std::vector<unsigned> result;
    for (unsigned i = 0; i < size; ++i) {
      if ((chosen >> i & 1) != 0) result.push_back(i);
    }
    return result;
  });
}

rc::Gen<f2::Matrix> matrix_of_size(unsigned rows, unsigned columns) {
  return rc::gen::map(rc::gen::container<std::vector<Word>>(columns, word(rows)),
                      [=](std::vector<Word> words) {
                        return f2::Matrix{rows, std::move(words)};
                      });
}

rc::Gen<f2::Matrix> matrix(unsigned max_rows, unsigned max_columns) {
  return rc::gen::exec([=] {
    const unsigned rows = draw_bits(max_rows);
    return f2::Matrix{rows, draw_columns(rows, draw_bits(max_columns))};
  });
}

rc::Gen<f2::Matrix> invertible_matrix(unsigned size) {
  return rc::gen::exec([=] { return f2::Matrix{size, draw_independent(size, size, 2)}; });
}

rc::Gen<std::array<f2::Matrix, 2>> multipliable(unsigned max_size) {
  return rc::gen::exec([=] {
    const unsigned rows = draw_bits(max_size);
    const unsigned inner = draw_bits(max_size);
    const unsigned columns = draw_bits(max_size);
    return std::array{f2::Matrix{rows, draw_columns(rows, inner)},
                      f2::Matrix{inner, draw_columns(inner, columns)}};
  });
}

rc::Gen<f2::Subspace> subspace(unsigned bits) {
  return rc::gen::exec([=] { return f2::Subspace(draw_columns(bits, draw_below(bits + 1))); });
}

rc::Gen<LinearLayout> layout(Bounds bounds) {
  return shrinking(
      [=] {
        const DimList ins = draw_split(draw_bits(bounds.max_bits), draw_in_names());
        const DimList outs = draw_split(draw_bits(bounds.max_bits), draw_out_names());
        return draw_layout(ins, outs);
      },
      [](const LinearLayout&) { return true; });
}

rc::Gen<LinearLayout> surjective_layout(Bounds bounds) {
  return shrinking(
      [=] {
        const unsigned in_bits = draw_bits(bounds.max_bits);
        const unsigned out_bits = draw_bits(in_bits);
        const DimList ins = draw_split(in_bits, draw_in_names());
        const DimList outs = draw_split(out_bits, draw_out_names());
        return assemble(ins, outs, draw_spanning(out_bits, in_bits));
      },
      [](const LinearLayout& l) { return l.is_surjective(); });
}

rc::Gen<LinearLayout> injective_layout(Bounds bounds) {
  return shrinking(
      [=] {
        const unsigned out_bits = draw_bits(bounds.max_bits);
        const unsigned in_bits = draw_bits(out_bits);
        const DimList ins = draw_split(in_bits, draw_in_names());
        const DimList outs = draw_split(out_bits, draw_out_names());
        return assemble(ins, outs, draw_independent(out_bits, in_bits, draw_below(3)));
      },
      [](const LinearLayout& l) { return l.is_injective(); });
}

rc::Gen<LinearLayout> invertible_layout(Bounds bounds) {
  return shrinking(
      [=] {
        const unsigned bits = draw_bits(bounds.max_bits);
        const DimList ins = draw_split(bits, draw_in_names());
        const DimList outs = draw_split(bits, draw_out_names());
        return assemble(ins, outs, draw_independent(bits, bits, draw_below(3)));
      },
      [](const LinearLayout& l) { return l.is_invertible(); });
}

rc::Gen<LinearLayout> layout_with_zero_bases(Bounds bounds) {
  return shrinking(
      [=] {
        const LinearLayout whole = *layout(bounds);
        std::vector<Word> bases(whole.field_bases().begin(), whole.field_bases().end());
        bases[draw_below(whole.total_in_bits())] = 0;
        for (const unsigned i : *subset(whole.total_in_bits()))
          bases[i] = draw_one_in(2) ? 0 : bases[i];
        return LinearLayout::from_fields(whole.in_dims(), whole.out_dims(), bases);
      },
      has_zero_basis);
}

rc::Gen<LinearLayout> any_layout(Bounds bounds) {
  return rc::gen::oneOf(layout(bounds),
                        surjective_layout(bounds),
                        injective_layout(bounds),
                        invertible_layout(bounds),
                        layout_with_zero_bases(bounds));
}

rc::Gen<LinearLayout> vectorizable_layout(Bounds bounds) {
  return rc::gen::exec([=] {
    // The low bits of the offset come from registers in any order; the rest from anywhere.
    const unsigned vector_bits = draw_below(std::min(6u, bounds.max_bits));
    const unsigned rest_bits = draw_bits(bounds.max_bits - vector_bits);
    const unsigned low_bits = draw_one_in(4) ? 0 : vector_bits;
    const DimList ins = draw_split(rest_bits, {kRegister, kLane, kWarp});
    std::vector<Word> rest = draw_columns(rest_bits, rest_bits);
    std::vector<Word> registers;
    for (unsigned i = 0; i < vector_bits; ++i) registers.push_back(Word{1} << i);
    for (unsigned i = 0; i < ins[0].bits; ++i) registers.push_back(rest[i] << low_bits);
    std::vector<Word> bases;
    for (const unsigned i : *permutation(static_cast<unsigned>(registers.size()))) {
      bases.push_back(registers[i]);
    }
    for (unsigned i = ins[0].bits; i < rest_bits; ++i) bases.push_back(rest[i] << low_bits);
    const DimList all_ins = {{kRegister, ins[0].bits + vector_bits}, ins[1], ins[2]};
    const unsigned out_bits = std::max(low_bits + rest_bits, vector_bits);
    const unsigned offset_bits = vector_bits + draw_below(out_bits - vector_bits + 1);
    return assemble(all_ins, {{kOffset, offset_bits}, {kBlock, out_bits - offset_bits}}, bases);
  });
}

rc::Gen<LinearLayout> endomorphism(Bounds bounds) {
  return rc::gen::exec([=] {
    const unsigned bits = std::min(bounds.max_bits, 1 + draw_bits(bounds.max_bits));
    const DimList dims = draw_split(bits, {kRegister, kLane, kWarp});
    const LinearLayout start = draw_layout(dims, dims);
    std::vector<Word> bases(start.field_bases().begin(), start.field_bases().end());
    // Keep some dimensions: the identity on them, and no other basis enters their field.
    unsigned first = 0;
    Word kept = 0;
    for (const NamedBits& dim : dims) {
      if (draw_one_in(2)) kept |= low_mask(dim.bits) << first;
      first += dim.bits;
    }
    for (unsigned i = 0; i < bases.size(); ++i) {
      bases[i] = (kept >> i & 1) != 0 ? Word{1} << i : bases[i] & ~kept;
    }
    const LinearLayout layout = assemble(dims, dims, bases);
    const LinearLayout reordered = *transpose_outs(layout, draw_order(names_of(layout.out_dims())));
    return draw_one_in(2) ? draw_flipped(reordered) : reordered;
  });
}

const char* degeneracy(const LinearLayout& layout) {
  if (layout.total_in_bits() == 0 || layout.total_out_bits() == 0) return "no bits";
  if (layout.rank() == 0) return "all bases zero";
  Word next = 1;
  for (const Word basis : layout.field_bases()) {
    if (basis != next) return nullptr;
    next <<= 1;
  }
  return "identity";
}

}  // namespace gen
}  // namespace tileproof
