#include <algorithm>
#include <utility>

#include "properties/mutants.hpp"

namespace tileproof::laws {
namespace {

using Columns = std::span<const Word>;

Word apply_with_or(Columns columns, Word x) {
  Word y = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if ((x >> i & 1) != 0) y |= columns[i];
  }
  return y;
}

Matrix multiply_with_or(const Matrix& left, const Matrix& right) {
  Matrix result{left.rows, {}};
  for (const Word column : right.columns) {
    result.columns.push_back(apply_with_or(left.columns, column));
  }
  return result;
}

Matrix transpose_turned_around(const Matrix& m) {
  Matrix result = f2::transpose(m);
  std::ranges::reverse(result.columns);
  return result;
}

unsigned rank_by_counting(Columns columns) {
  return static_cast<unsigned>(
      std::ranges::count_if(columns, [](Word column) { return column != 0; }));
}

std::vector<Word> kernel_without_last(Columns columns) {
  auto kernel = f2::kernel(columns);
  if (!kernel.empty()) kernel.pop_back();
  return kernel;
}

// Spans the kernel, in another form.
std::vector<Word> kernel_not_reduced(Columns columns) {
  auto kernel = f2::kernel(columns);
  if (kernel.size() > 1) kernel[0] ^= kernel[1];
  return kernel;
}

std::optional<Word> solve_last_first(Columns columns, Word y) {
  const std::vector<Word> backwards(columns.rbegin(), columns.rend());
  const auto found = f2::Solver(backwards).solve(y);
  if (!found) return std::nullopt;
  Word x = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    x |= (*found >> i & 1) << (columns.size() - 1 - i);
  }
  return x;
}

// Takes what can be reached and forgets the rest.
std::optional<Word> solve_always(Columns columns, Word y) {
  return f2::Solver(columns).solve(y).value_or(0);
}

std::optional<Matrix> inverse_by_transposing(const Matrix& m) {
  return f2::inverse(m) ? std::optional(f2::transpose(m)) : std::nullopt;
}

// Clears below the pivots and not above them.
Matrix echelon_not_reduced(const Matrix& m) {
  auto rows = f2::transpose(m).columns;
  std::size_t next = 0;
  for (std::size_t c = 0; c < m.columns.size() && next < rows.size(); ++c) {
    for (std::size_t r = next; r < rows.size(); ++r) {
      if ((rows[r] >> c & 1) == 0) continue;
      std::swap(rows[next], rows[r]);
      for (std::size_t below = next + 1; below < rows.size(); ++below) {
        if ((rows[below] >> c & 1) != 0) rows[below] ^= rows[next];
      }
      ++next;
      break;
    }
  }
  return f2::transpose({static_cast<unsigned>(m.columns.size()), rows});
}

Subspace span_without_last(Columns generators) {
  return Subspace(generators.first(generators.empty() ? 0 : generators.size() - 1));
}

Subspace sum_of_the_first(const Subspace& a, const Subspace&) { return a; }

// The vectors that both bases list: right for coordinate subspaces only.
Subspace intersection_of_bases(const Subspace& a, const Subspace& b) {
  Subspace result;
  for (const Word v : a.basis()) {
    if (std::ranges::find(b.basis(), v) != b.basis().end()) result.insert(v);
  }
  return result;
}

}  // namespace

std::vector<F2Mutant> f2_mutants() {
  return {
      {"apply with OR for XOR", {.apply = apply_with_or}, {"F1"}},
      {"multiply with OR for XOR", {.multiply = multiply_with_or}, {"F2"}},
      {"transpose turned around", {.transpose = transpose_turned_around}, {"F3"}},
      {"rank by counting columns", {.rank = rank_by_counting}, {"F4"}},
      {"kernel without a vector", {.kernel = kernel_without_last}, {"F5"}},
      {"kernel that is not reduced", {.kernel = kernel_not_reduced}, {"F5"}},
      {"solution with free variables", {.solve = solve_last_first}, {"F6"}},
      {"solution where none exists", {.solve = solve_always}, {"F6"}},
      {"inverse by transposing", {.inverse = inverse_by_transposing}, {"F7"}},
      {"echelon form that is not reduced", {.echelon_form = echelon_not_reduced}, {"F8"}},
      {"span without a generator", {.span = span_without_last}, {"F9", "F13"}},
      {"sum that forgets one side", {.sum = sum_of_the_first}, {"F10", "F12"}},
      {"intersection of bases", {.intersection = intersection_of_bases}, {"F11", "F12"}},
  };
}

}  // namespace tileproof::laws
