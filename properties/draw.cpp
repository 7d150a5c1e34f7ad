#include "properties/draw.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "properties/generators.hpp"

namespace tileproof::gen {

unsigned total_bits(const DimList& dims) {
  unsigned bits = 0;
  for (const NamedBits& dim : dims) bits += dim.bits;
  return bits;
}

unsigned draw_below(Source& source, unsigned end) {
  return static_cast<unsigned>(below(source, end));
}
bool draw_one_in(Source& source, unsigned n) { return draw_below(source, n) == n - 1; }

DimList draw_split(Source& source, unsigned bits, const std::vector<Name>& names) {
  std::vector<unsigned> cuts = {0, bits};
  for (std::size_t i = 1; i < names.size(); ++i) cuts.push_back(draw_below(source, bits + 1));
  std::ranges::sort(cuts);
  DimList dims;
  for (std::size_t i = 0; i < names.size(); ++i) dims.push_back({names[i], cuts[i + 1] - cuts[i]});
  return dims;
}

std::vector<Name> draw_in_names(Source& source) {
  if (draw_one_in(source, 4))
    return draw_one_in(source, 2) ? std::vector{kOffset, kBlock} : std::vector{kOffset};
  const std::vector<Name> all = {kRegister, kLane, kWarp, kBlock};
  std::vector<Name> names;
  for (const unsigned i : subset(source, 4)) names.push_back(all[i]);
  if (names.empty()) names.push_back(kRegister);
  return names;
}

std::vector<Name> draw_out_names(Source& source) {
  const unsigned rank = 1 + draw_below(source, 3);
  std::vector<Name> names;
  for (const unsigned i : permutation(source, rank)) names.push_back(Name::dim(i));
  return names;
}

DimList draw_ins(Source& source, unsigned max_bits) {
  const unsigned bits = draw_bits(source, max_bits);
  return draw_split(source, bits, draw_in_names(source));
}

DimList draw_outs(Source& source, unsigned max_bits) {
  const unsigned bits = draw_bits(source, max_bits);
  return draw_split(source, bits, draw_out_names(source));
}

unsigned draw_bits(Source& source, unsigned max_bits) { return 1 + draw_below(source, max_bits); }

LinearLayout assemble(const DimList& ins, const DimList& outs, const std::vector<Word>& bases) {
  std::vector<InDim> in_dims;
  std::vector<OutDim> out_dims;
  for (const NamedBits& dim : ins) in_dims.push_back({dim.name, dim.bits});
  for (const NamedBits& dim : outs) out_dims.push_back({dim.name, Word{1} << dim.bits});
  return LinearLayout::from_fields(in_dims, out_dims, bases);
}

std::vector<Word> draw_independent(Source& source,
                                   unsigned rows,
                                   unsigned columns,
                                   unsigned mixing) {
  TP_CHECK(columns <= rows, "no more independent columns than rows");
  const auto order = permutation(source, rows);
  std::vector<Word> result;
  for (unsigned i = 0; i < columns; ++i) result.push_back(Word{1} << order[i]);
  if (mixing == 0) return result;
  for (unsigned i = 1; i < columns; ++i) {
    const Word mask = mixing == 1 ? (draw_one_in(source, 3) ? Word{1} << draw_below(source, i) : 0)
                                  : word(source, i);
    result[i] ^= f2::apply(std::span<const Word>(result.data(), i), mask);
  }
  if (mixing == 1) return result;
  // Then each row is added to some of the rows above it.
  std::vector<Word> images;
  for (unsigned r = 0; r < rows; ++r) images.push_back(Word{1} << r | word(source, r));
  for (Word& column : result) column = f2::apply(images, column);
  return result;
}

std::vector<Word> draw_spanning(Source& source, unsigned rows, unsigned columns) {
  std::vector<Word> result = draw_independent(source, rows, rows, draw_below(source, 3));
  for (unsigned i = rows; i < columns; ++i) {
    result.push_back(draw_one_in(source, 3)   ? word(source, rows)
                     : draw_one_in(source, 2) ? result[draw_below(source, rows)]
                                              : 0);
  }
  std::vector<Word> shuffled;
  for (const unsigned i : permutation(source, columns)) shuffled.push_back(result[i]);
  return shuffled;
}

std::vector<Word> draw_columns(Source& source, unsigned rows, unsigned columns) {
  const unsigned style = draw_below(source, 4);
  if (style == 3) return (matrix_of_size(source, rows, columns)).columns;
  std::vector<Word> result =
      draw_independent(source, rows, std::min(rows, columns), style == 0 ? 0 : 1);
  if (style == 2) {
    const unsigned front = draw_below(source, static_cast<unsigned>(result.size()) + 1);
    for (unsigned i = 0; i < front; ++i) result[i] = Word{1} << i;
  }
  while (result.size() < columns) result.push_back(draw_one_in(source, 2) ? word(source, rows) : 0);
  return result;
}

std::vector<Name> names_of(std::span<const InDim> dims) {
  std::vector<Name> names;
  for (const InDim& dim : dims) names.push_back(dim.name);
  return names;
}

std::vector<Name> names_of(std::span<const OutDim> dims) {
  std::vector<Name> names;
  for (const OutDim& dim : dims) names.push_back(dim.name);
  return names;
}

std::vector<Name> draw_order(Source& source, const std::vector<Name>& names) {
  std::vector<Name> order;
  for (const unsigned i : permutation(source, static_cast<unsigned>(names.size()))) {
    order.push_back(names[i]);
  }
  return order;
}

std::vector<Name> draw_some(Source& source, const std::vector<Name>& names) {
  std::vector<Name> some;
  for (const unsigned i : subset(source, static_cast<unsigned>(names.size())))
    some.push_back(names[i]);
  return some;
}

LinearLayout draw_layout(Source& source, const DimList& ins, const DimList& outs) {
  return assemble(ins, outs, draw_columns(source, total_bits(outs), total_bits(ins)));
}

DimList named_bits(std::span<const OutDim> dims) {
  DimList result;
  for (const OutDim& dim : dims) result.push_back({dim.name, dim.bits()});
  return result;
}

std::vector<Word> draw_values(Source& source, const LinearLayout& layout, unsigned count) {
  std::vector<Word> values;
  for (unsigned i = 0; i < count; ++i) {
    values.push_back(layout.apply_flat(word(source, layout.total_in_bits())));
  }
  return values;
}

LinearLayout draw_flipped(Source& source, const LinearLayout& layout) {
  if (layout.total_in_bits() == 0 || layout.total_out_bits() == 0) return layout;
  std::vector<Word> bases(layout.field_bases().begin(), layout.field_bases().end());
  bases[draw_below(source, layout.total_in_bits())] ^=
      Word{1} << draw_below(source, layout.total_out_bits());
  return LinearLayout::from_fields(layout.in_dims(), layout.out_dims(), bases);
}

}  // namespace tileproof::gen
