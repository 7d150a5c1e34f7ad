// What the mutants of layouts are made of, and their lists, each beside the laws of the same name
// (layout_laws_products.cpp and others).
#pragma once

#include <algorithm>
#include <ranges>

#include "properties/mutants.hpp"

namespace tileproof::laws {

using Words = std::vector<Word>;

inline Words bases_of(const Layout& l) { return {l.field_bases().begin(), l.field_bases().end()}; }

inline Layout with_bases(const Layout& l, const Words& bases) {
  return Layout::from_fields(l.in_dims(), l.out_dims(), bases);
}

inline Word or_of_columns(std::span<const Word> columns, Word x) {
  Word y = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if ((x >> i & 1) != 0) y |= columns[i];
  }
  return y;
}

inline Word reversed(Word bits, std::size_t count) {
  Word result = 0;
  for (std::size_t i = 0; i < count; ++i) result |= (bits >> i & 1) << (count - 1 - i);
  return result;
}

// The layout with its flat index counted from the other end: what was chosen first is chosen last.
inline Layout backwards(const Layout& l) {
  std::vector<InDim> ins(l.in_dims().begin(), l.in_dims().end());
  std::ranges::reverse(ins);
  Words bases = bases_of(l);
  std::ranges::reverse(bases);
  return Layout::from_fields(ins, l.out_dims(), bases);
}

inline Words columns_with_last_cleared(Words columns) {
  if (!columns.empty()) columns.back() = 0;
  return columns;
}

// A quotient without a check.
Result<std::optional<Layout>> quotient_unchecked(const Layout& l, LayoutOperations::Names dims);

std::vector<LayoutMutant> product_mutants();
std::vector<LayoutMutant> reshape_mutants();
std::vector<LayoutMutant> inverse_mutants();
std::vector<LayoutMutant> value_mutants();

}  // namespace tileproof::laws
