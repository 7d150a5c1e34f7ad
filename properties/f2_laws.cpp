#include "properties/f2_laws.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "properties/meaning.hpp"

namespace tileproof::laws {
namespace {

std::string show(std::span<const Word> words) {
  std::string text = "{";
  for (const Word word : words) text += (text.size() > 1 ? ", " : "") + std::to_string(word);
  return text + "}";
}

std::string show(const Matrix& m) {
  return std::to_string(m.rows) + " rows, columns " + show(m.columns);
}

LawResult broken(const std::string& what, const std::string& subject) {
  return LawResult::broken(what + " of " + subject);
}

// M x, from the definition.
Word value(std::span<const Word> columns, Word x) {
  Word y = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if ((x >> i & 1) != 0) y ^= columns[i];
  }
  return y;
}

bool entry(const Matrix& m, std::size_t row, std::size_t column) {
  return (m.columns[column] >> row & 1) != 0;
}

bool has_shape(const Matrix& m, std::size_t rows, std::size_t columns) {
  return m.rows == rows && m.columns.size() == columns;
}

// All sums of some of the vectors.
std::set<Word> sums(std::span<const Word> vectors) {
  std::set<Word> result;
  for (Word x = 0; x < Word{1} << vectors.size(); ++x) result.insert(value(vectors, x));
  return result;
}

bool is_small(std::size_t bits) { return bits <= kExhaustiveBits; }

std::vector<Word> rows_of(const Matrix& m) {
  std::vector<Word> rows(m.rows, 0);
  for (std::size_t r = 0; r < m.rows; ++r) {
    for (std::size_t c = 0; c < m.columns.size(); ++c) rows[r] |= Word{entry(m, r, c)} << c;
  }
  return rows;
}

unsigned log2_of(std::size_t size) { return static_cast<unsigned>(std::bit_width(size)) - 1; }

}  // namespace

LawResult applying_is_linear(const Matrix& m, Word x, Word y, const F2Ops& ops) {
  const Word mask = low_mask(static_cast<unsigned>(m.columns.size()));
  x &= mask;
  y &= mask;
  for (std::size_t i = 0; i < m.columns.size(); ++i) {
    if (ops.apply(m.columns, Word{1} << i) != m.columns[i]) return broken("a column", show(m));
  }
  if (ops.apply(m.columns, x ^ y) == (ops.apply(m.columns, x) ^ ops.apply(m.columns, y))) {
    return LawResult::kept();
  }
  return broken("linearity at " + std::to_string(x) + ", " + std::to_string(y), show(m));
}

LawResult multiplying_is_composition(const Matrix& m, const Matrix& n, const F2Ops& ops) {
  if (n.rows != m.columns.size()) return LawResult::not_applicable();
  const Matrix product = ops.multiply(m, n);
  if (!has_shape(product, m.rows, n.columns.size())) return broken("the size", show(product));
  for (const Word x : sample_points(static_cast<unsigned>(n.columns.size()))) {
    if (value(product.columns, x) != value(m.columns, value(n.columns, x))) {
      return broken("the product at " + std::to_string(x), show(m) + " and " + show(n));
    }
  }
  if (ops.multiply(f2::identity(m.rows), m) == m &&
      ops.multiply(n, f2::identity(static_cast<unsigned>(n.columns.size()))) == n) {
    return LawResult::kept();
  }
  return broken("the product with the identity", show(m) + " and " + show(n));
}

LawResult transposing_swaps_rows_and_columns(const Matrix& m, const F2Ops& ops) {
  const Matrix t = ops.transpose(m);
  if (!has_shape(t, m.columns.size(), m.rows)) return broken("the size", show(t));
  for (std::size_t r = 0; r < m.rows; ++r) {
    for (std::size_t c = 0; c < m.columns.size(); ++c) {
      if (entry(m, r, c) != entry(t, c, r)) return broken("an entry", show(m));
    }
  }
  return ops.transpose(t) == m ? LawResult::kept() : broken("the transpose's transpose", show(m));
}

LawResult rank_counts_the_image(const Matrix& m, const F2Ops& ops) {
  if (!is_small(m.columns.size())) return LawResult::not_applicable();
  const unsigned expected = log2_of(sums(m.columns).size());
  if (ops.rank(m.columns) != expected) return broken("the rank", show(m));
  if (ops.rank(rows_of(m)) != expected) return broken("the transpose's rank", show(m));
  return LawResult::kept();
}

LawResult kernel_is_what_maps_to_zero(const Matrix& m, const F2Ops& ops) {
  if (!is_small(m.columns.size())) return LawResult::not_applicable();
  const auto kernel = ops.kernel(m.columns);
  if (f2::rank(m.columns) + kernel.size() != m.columns.size()) {
    return broken("the dimension theorem", show(m));
  }
  std::set<Word> expected;
  for (const Word x : sample_points(static_cast<unsigned>(m.columns.size()))) {
    if (value(m.columns, x) == 0) expected.insert(x);
  }
  if (sums(kernel) != expected) return broken("the kernel " + show(kernel), show(m));
  for (const Word v : kernel) {
    const Word largest = std::bit_floor(v);
    if (std::ranges::count_if(kernel, [&](Word w) { return (w & largest) != 0; }) != 1) {
      return broken("the kernel's form " + show(kernel), show(m));
    }
  }
  return LawResult::kept();
}

LawResult solutions_solve(const Matrix& m, Word y, const F2Ops& ops) {
  if (!is_small(m.columns.size())) return LawResult::not_applicable();
  const auto x = ops.solve(m.columns, y);
  const bool in_image = sums(m.columns).contains(y);
  if (x.has_value() != in_image) return broken("solvability for " + std::to_string(y), show(m));
  if (!x) return LawResult::kept();
  if (*x >> m.columns.size() != 0 || value(m.columns, *x) != y) {
    return broken("the solution for " + std::to_string(y), show(m));
  }
  for (std::size_t i = 0; i < m.columns.size(); ++i) {
    const std::span<const Word> before(m.columns.data(), i);
    if ((*x >> i & 1) != 0 && sums(before).contains(m.columns[i])) {
      return broken("a free variable in the solution for " + std::to_string(y), show(m));
    }
  }
  return LawResult::kept();
}

LawResult inverse_cancels(const Matrix& m, const F2Ops& ops) {
  const auto inverse = ops.inverse(m);
  const bool exists = m.rows == m.columns.size() && f2::rank(m.columns) == m.rows;
  if (inverse.has_value() != exists) return broken("existence of the inverse", show(m));
  if (!exists) return LawResult::kept();
  if (!has_shape(*inverse, m.rows, m.rows)) return broken("the inverse's size", show(m));
  for (const Word x : sample_points(m.rows)) {
    if (value(inverse->columns, value(m.columns, x)) != x ||
        value(m.columns, value(inverse->columns, x)) != x) {
      return broken("the inverse at " + std::to_string(x), show(m));
    }
  }
  return LawResult::kept();
}

LawResult echelon_form_is_reduced(const Matrix& m, const F2Ops& ops) {
  const Matrix e = ops.echelon_form(m);
  if (!has_shape(e, m.rows, m.columns.size())) return broken("the echelon form's size", show(m));
  if (!(ops.echelon_form(e) == e)) return broken("the echelon form's echelon form", show(m));
  const auto rows = rows_of(e);
  if (!(Subspace(rows) == Subspace(rows_of(m)))) return broken("the row space", show(m));
  int last = -1;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const int pivot = rows[r] == 0 ? 64 : std::countr_zero(rows[r]);
    if (pivot <= last && pivot < 64) return broken("the order of pivots", show(m));
    last = pivot;
    if (pivot < 64 && e.columns[static_cast<std::size_t>(pivot)] != Word{1} << r) {
      return broken("a pivot that is not alone in its column", show(m));
    }
  }
  return LawResult::kept();
}

LawResult span_is_all_sums(std::span<const Word> generators, const F2Ops& ops) {
  if (!is_small(generators.size())) return LawResult::not_applicable();
  const Subspace space = ops.span(generators);
  const auto expected = sums(generators);
  if (std::size_t{1} << space.dimension() != expected.size()) {
    return broken("the dimension", show(generators));
  }
  if (sums(space.basis()) != expected) return broken("the span", show(generators));
  for (const Word v : expected) {
    const Word outside = v ^ 1;
    if (!space.contains(v) || space.contains(outside) != expected.contains(outside)) {
      return broken("membership near " + std::to_string(v), show(generators));
    }
  }
  const std::vector<Word> reversed(generators.rbegin(), generators.rend());
  return ops.span(reversed) == space ? LawResult::kept()
                                     : broken("the order of generators", show(generators));
}

LawResult sum_is_all_pairwise_sums(const Subspace& a, const Subspace& b, const F2Ops& ops) {
  if (!is_small(a.dimension() + b.dimension())) return LawResult::not_applicable();
  std::set<Word> expected;
  const auto of_b = sums(b.basis());
  for (const Word v : sums(a.basis())) {
    for (const Word w : of_b) expected.insert(v ^ w);
  }
  if (sums(ops.sum(a, b).basis()) == expected) return LawResult::kept();
  return broken("the sum", show(a.basis()) + " and " + show(b.basis()));
}

LawResult intersection_is_what_both_have(const Subspace& a, const Subspace& b, const F2Ops& ops) {
  if (!is_small(std::max(a.dimension(), b.dimension()))) return LawResult::not_applicable();
  std::set<Word> expected;
  const auto of_b = sums(b.basis());
  for (const Word v : sums(a.basis())) {
    if (of_b.contains(v)) expected.insert(v);
  }
  if (sums(ops.intersection(a, b).basis()) == expected) return LawResult::kept();
  return broken("the intersection", show(a.basis()) + " and " + show(b.basis()));
}

LawResult dimensions_add_up(const Subspace& a, const Subspace& b, const F2Ops& ops) {
  if (ops.sum(a, b).dimension() + ops.intersection(a, b).dimension() ==
      a.dimension() + b.dimension()) {
    return LawResult::kept();
  }
  return broken("the dimensions", show(a.basis()) + " and " + show(b.basis()));
}

LawResult reducing_picks_one_of_a_coset(const Subspace& a, Word v, Word w, const F2Ops& ops) {
  const Subspace space = ops.span(a.basis());
  const Word moved = v ^ value(a.basis(), w & low_mask(a.dimension()));
  if (!a.contains(space.reduce(v) ^ v)) return broken("reduce leaves the coset", show(a.basis()));
  return space.reduce(v) == space.reduce(moved) && space.contains(v) == (space.reduce(v) == 0)
             ? LawResult::kept()
             : broken("reduce(" + std::to_string(v) + ")", show(a.basis()));
}

}  // namespace tileproof::laws
