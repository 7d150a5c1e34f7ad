#include "core/f2.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof::f2 {
namespace {

unsigned highest_bit(Word word) { return static_cast<unsigned>(std::bit_width(word)) - 1; }

}  // namespace

Matrix identity(unsigned size) {
  Matrix result{size, {}};
  for (unsigned i = 0; i < size; ++i) result.columns.push_back(Word{1} << i);
  return result;
}

Matrix transpose(const Matrix& matrix) {
  Matrix result{static_cast<unsigned>(matrix.columns.size()), std::vector<Word>(matrix.rows, 0)};
  for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
    for (unsigned r = 0; r < matrix.rows; ++r) {
      result.columns[r] |= (matrix.columns[c] >> r & 1) << c;
    }
  }
  return result;
}

Word apply(std::span<const Word> columns, Word x) {
  Word y = 0;
  for (; x != 0; x &= x - 1) y ^= columns[static_cast<std::size_t>(std::countr_zero(x))];
  return y;
}

Matrix multiply(const Matrix& left, const Matrix& right) {
  TP_CHECK(right.rows == left.columns.size(), "matrix sizes do not match");
  Matrix result{left.rows, {}};
  result.columns.reserve(right.columns.size());
  for (const Word column : right.columns) result.columns.push_back(f2::apply(left.columns, column));
  return result;
}

unsigned rank(std::span<const Word> columns) {
  // Vectors with distinct highest bits; a column that does not reduce to zero adds one.
  std::array<Word, 64> pivots;
  Word present = 0;
  unsigned count = 0;
  for (Word column : columns) {
    while (column != 0) {
      const unsigned bit = highest_bit(column);
      if ((present >> bit & 1) == 0) {
        pivots[bit] = column;
        present |= Word{1} << bit;
        ++count;
        break;
      }
      column ^= pivots[bit];
    }
  }
  return count;
}

Matrix echelon_form(const Matrix& matrix) {
  Matrix rows = transpose(matrix);  // rows.columns[r] is row r
  std::size_t next = 0;
  for (unsigned c = 0; c < rows.rows && next < rows.columns.size(); ++c) {
    const auto pivot = std::find_if(rows.columns.begin() + static_cast<std::ptrdiff_t>(next),
                                    rows.columns.end(),
                                    [c](Word row) { return (row >> c & 1) != 0; });
    if (pivot == rows.columns.end()) continue;
    std::swap(rows.columns[next], *pivot);
    for (std::size_t r = 0; r < rows.columns.size(); ++r) {
      if (r != next && (rows.columns[r] >> c & 1) != 0) rows.columns[r] ^= rows.columns[next];
    }
    ++next;
  }
  return transpose(rows);
}

std::optional<Matrix> inverse(const Matrix& matrix) {
  if (matrix.columns.size() != matrix.rows) return std::nullopt;
  const Solver solver(matrix.columns);
  if (solver.rank() != matrix.rows) return std::nullopt;
  Matrix result{matrix.rows, {}};
  result.columns.reserve(matrix.rows);
  for (unsigned i = 0; i < matrix.rows; ++i) result.columns.push_back(*solver.solve(Word{1} << i));
  return result;
}

std::vector<Word> kernel(std::span<const Word> columns) {
  const Solver solver(columns);
  std::vector<Word> result;
  result.reserve(columns.size() - solver.rank());
  for (Word free = solver.free_columns(); free != 0; free &= free - 1) {
    const auto column = static_cast<std::size_t>(std::countr_zero(free));
    result.push_back(*solver.solve(columns[column]) | Word{1} << column);
  }
  return result;
}

Solver::Solver(std::span<const Word> columns) {
  TP_CHECK(columns.size() <= 64, "more than 64 columns");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Pivot candidate{columns[i], Word{1} << i};
    while (candidate.vector != 0) {
      const unsigned bit = highest_bit(candidate.vector);
      if ((present_ >> bit & 1) == 0) {
        pivots_[bit] = candidate;
        present_ |= Word{1} << bit;
        ++rank_;
        break;
      }
      candidate.vector ^= pivots_[bit].vector;
      candidate.sources ^= pivots_[bit].sources;
    }
    if (candidate.vector == 0) free_ |= Word{1} << i;
  }
}

std::optional<Word> Solver::solve(Word y) const {
  Word x = 0;
  while (y != 0) {
    const unsigned bit = highest_bit(y);
    if ((present_ >> bit & 1) == 0) return std::nullopt;
    y ^= pivots_[bit].vector;
    x ^= pivots_[bit].sources;
  }
  return x;
}

Subspace::Subspace(std::span<const Word> generators) {
  basis_.reserve(std::min<std::size_t>(generators.size(), 64));
  for (const Word generator : generators) insert(generator);
}

Word Subspace::reduce(Word vector) const {
  for (const Word element : basis_) {
    if ((vector >> highest_bit(element) & 1) != 0) vector ^= element;
  }
  return vector;
}

bool Subspace::insert(Word vector) {
  vector = reduce(vector);
  if (vector == 0) return false;
  for (Word& element : basis_) {
    if ((element >> highest_bit(vector) & 1) != 0) element ^= vector;
  }
  basis_.insert(std::upper_bound(basis_.begin(), basis_.end(), vector, std::greater<>()), vector);
  return true;
}

Subspace sum(const Subspace& a, const Subspace& b) {
  Subspace result = a;
  for (const Word vector : b.basis()) result.insert(vector);
  return result;
}

Subspace intersection(const Subspace& a, const Subspace& b) {
  // A vector of both is a sum of a's basis that is also a sum of b's: solve for each relation.
  std::vector<Word> columns = a.basis();
  columns.insert(columns.end(), b.basis().begin(), b.basis().end());
  TP_CHECK(columns.size() <= 128, "a basis has at most 64 vectors");
  Subspace result;
  // Insert a's vectors, then b's, keeping beside each reduced vector the part that came from a.
  struct Tracked {
    Word vector;
    Word from_a;
  };
  std::vector<Tracked> pivots;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Tracked next{columns[i], i < a.basis().size() ? columns[i] : 0};
    for (const Tracked& pivot : pivots) {
      if ((next.vector >> highest_bit(pivot.vector) & 1) != 0) {
        next.vector ^= pivot.vector;
        next.from_a ^= pivot.from_a;
      }
    }
    if (next.vector == 0) {
      result.insert(next.from_a);
    } else {
      pivots.push_back(next);
    }
  }
  return result;
}

}  // namespace tileproof::f2
