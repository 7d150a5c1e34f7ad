#include "properties/generators.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/check.hpp"
#include "properties/draw.hpp"

namespace tileproof::gen {

Word below(Source& source, Word end) { return source.below(end); }
Word word(Source& source, unsigned bits) { return source.below(Word{1} << bits); }

std::vector<unsigned> permutation(Source& source, unsigned size) {
  std::vector<unsigned> order(size);
  std::iota(order.begin(), order.end(), 0u);
  for (unsigned i = 0; i + 1 < size; ++i)
    std::swap(order[i], order[i + draw_below(source, size - i)]);
  return order;
}

std::vector<unsigned> subset(Source& source, unsigned size) {
  const Word chosen = word(source, size);
  std::vector<unsigned> result;
  for (unsigned i = 0; i < size; ++i) {
    if ((chosen >> i & 1) != 0) result.push_back(i);
  }
  return result;
}

f2::Matrix matrix_of_size(Source& source, unsigned rows, unsigned columns) {
  f2::Matrix result{rows, {}};
  for (unsigned i = 0; i < columns; ++i) result.columns.push_back(word(source, rows));
  return result;
}

f2::Matrix matrix(Source& source, unsigned max_rows, unsigned max_columns) {
  const unsigned rows = draw_bits(source, max_rows);
  return f2::Matrix{rows, draw_columns(source, rows, draw_bits(source, max_columns))};
}

f2::Matrix invertible_matrix(Source& source, unsigned size) {
  return f2::Matrix{size, draw_independent(source, size, size, 2)};
}

std::array<f2::Matrix, 2> multipliable(Source& source, unsigned max_size) {
  const unsigned rows = draw_bits(source, max_size);
  const unsigned inner = draw_bits(source, max_size);
  const unsigned columns = draw_bits(source, max_size);
  return std::array{f2::Matrix{rows, draw_columns(source, rows, inner)},
                    f2::Matrix{inner, draw_columns(source, inner, columns)}};
}

f2::Subspace subspace(Source& source, unsigned bits) {
  return f2::Subspace(draw_columns(source, bits, draw_below(source, bits + 1)));
}

LinearLayout layout(Source& source, Bounds bounds) {
  const DimList ins = draw_ins(source, bounds.max_bits);
  const DimList outs = draw_outs(source, bounds.max_bits);
  return draw_layout(source, ins, outs);
}

LinearLayout surjective_layout(Source& source, Bounds bounds) {
  const unsigned in_bits = draw_bits(source, bounds.max_bits);
  const unsigned out_bits = draw_bits(source, in_bits);
  const DimList ins = draw_split(source, in_bits, draw_in_names(source));
  const DimList outs = draw_split(source, out_bits, draw_out_names(source));
  return assemble(ins, outs, draw_spanning(source, out_bits, in_bits));
}

LinearLayout injective_layout(Source& source, Bounds bounds) {
  const unsigned out_bits = draw_bits(source, bounds.max_bits);
  const unsigned in_bits = draw_bits(source, out_bits);
  const DimList ins = draw_split(source, in_bits, draw_in_names(source));
  const DimList outs = draw_split(source, out_bits, draw_out_names(source));
  return assemble(ins, outs, draw_independent(source, out_bits, in_bits, draw_below(source, 3)));
}

LinearLayout invertible_layout(Source& source, Bounds bounds) {
  const unsigned bits = draw_bits(source, bounds.max_bits);
  const DimList ins = draw_split(source, bits, draw_in_names(source));
  const DimList outs = draw_split(source, bits, draw_out_names(source));
  return assemble(ins, outs, draw_independent(source, bits, bits, draw_below(source, 3)));
}

LinearLayout layout_with_zero_bases(Source& source, Bounds bounds) {
  const LinearLayout whole = layout(source, bounds);
  std::vector<Word> bases(whole.field_bases().begin(), whole.field_bases().end());
  bases[draw_below(source, whole.total_in_bits())] = 0;
  for (const unsigned i : subset(source, whole.total_in_bits()))
    bases[i] = draw_one_in(source, 2) ? 0 : bases[i];
  return LinearLayout::from_fields(whole.in_dims(), whole.out_dims(), bases);
}

LinearLayout any_layout(Source& source, Bounds bounds) {
  switch (draw_below(source, 5)) {
    case 0:
      return layout(source, bounds);
    case 1:
      return surjective_layout(source, bounds);
    case 2:
      return injective_layout(source, bounds);
    case 3:
      return invertible_layout(source, bounds);
    default:
      return layout_with_zero_bases(source, bounds);
  }
}

LinearLayout vectorizable_layout(Source& source, Bounds bounds) {
  // The low bits of the offset come from registers in any order; the rest from anywhere.
  const unsigned vector_bits = draw_below(source, std::min(6u, bounds.max_bits));
  const unsigned rest_bits = draw_bits(source, bounds.max_bits - vector_bits);
  const unsigned low_bits = draw_one_in(source, 4) ? 0 : vector_bits;
  const DimList ins = draw_split(source, rest_bits, {kRegister, kLane, kWarp});
  std::vector<Word> rest = draw_columns(source, rest_bits, rest_bits);
  std::vector<Word> registers;
  for (unsigned i = 0; i < vector_bits; ++i) registers.push_back(Word{1} << i);
  for (unsigned i = 0; i < ins[0].bits; ++i) registers.push_back(rest[i] << low_bits);
  std::vector<Word> bases;
  for (const unsigned i : permutation(source, static_cast<unsigned>(registers.size()))) {
    bases.push_back(registers[i]);
  }
  for (unsigned i = ins[0].bits; i < rest_bits; ++i) bases.push_back(rest[i] << low_bits);
  const DimList all_ins = {{kRegister, ins[0].bits + vector_bits}, ins[1], ins[2]};
  const unsigned out_bits = std::max(low_bits + rest_bits, vector_bits);
  const unsigned offset_bits = vector_bits + draw_below(source, out_bits - vector_bits + 1);
  return assemble(all_ins, {{kOffset, offset_bits}, {kBlock, out_bits - offset_bits}}, bases);
}

LinearLayout endomorphism(Source& source, Bounds bounds) {
  const unsigned bits = std::min(bounds.max_bits, 1 + draw_bits(source, bounds.max_bits));
  const DimList dims = draw_split(source, bits, {kRegister, kLane, kWarp});
  const LinearLayout start = draw_layout(source, dims, dims);
  std::vector<Word> bases(start.field_bases().begin(), start.field_bases().end());
  // Keep some dimensions: the identity on them, and no other basis enters their field.
  unsigned first = 0;
  Word kept = 0;
  for (const NamedBits& dim : dims) {
    if (draw_one_in(source, 2)) kept |= low_mask(dim.bits) << first;
    first += dim.bits;
  }
  for (unsigned i = 0; i < bases.size(); ++i) {
    bases[i] = (kept >> i & 1) != 0 ? Word{1} << i : bases[i] & ~kept;
  }
  const LinearLayout layout = assemble(dims, dims, bases);
  const LinearLayout reordered =
      *transpose_outs(layout, draw_order(source, names_of(layout.out_dims())));
  return draw_one_in(source, 2) ? draw_flipped(source, reordered) : reordered;
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

}  // namespace tileproof::gen
