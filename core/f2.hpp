// Linear algebra over GF(2) on machine words: a vector of up to 64 bits is one word, a matrix is
// its columns.  Adding vectors is XOR.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::f2 {

// The matrix M with M * unit(i) = columns[i]; applying it XORs the columns that x selects.
//
//   columns {0b01, 0b11}:   M*0b10 = 0b11,  M*0b11 = 0b01 ^ 0b11 = 0b10
struct Matrix {
  unsigned rows = 0;  // at most 64
  std::vector<Word> columns;

  friend bool operator==(const Matrix&, const Matrix&) = default;
};

Matrix identity(unsigned size);
Matrix transpose(const Matrix& matrix);
// left * right, the map x -> left(right(x)).  Requires: right.rows == left.columns.size().
Matrix multiply(const Matrix& left, const Matrix& right);
Word apply(std::span<const Word> columns, Word x);

unsigned rank(std::span<const Word> columns);
// The reduced row echelon form.
Matrix echelon_form(const Matrix& matrix);
// nullopt if the matrix is not square or not of full rank.
std::optional<Matrix> inverse(const Matrix& matrix);
// A basis of {x : M x = 0}, each vector with its largest bit in no other.
std::vector<Word> kernel(std::span<const Word> columns);

// Solves M x = y for fixed columns and many y.  Of all solutions it gives the one that uses only
// the columns that are independent of the columns before them (free variables are zero).
//
//   columns {1, 1, 2}:  solve(3) = 0b101, never 0b110
class Solver {
 public:
  // Requires: at most 64 columns.
  explicit Solver(std::span<const Word> columns);

  // nullopt if y is not in the span of the columns.
  [[nodiscard]] std::optional<Word> solve(Word y) const;
  [[nodiscard]] unsigned rank() const { return rank_; }
  // The columns that depend on the columns before them.
  [[nodiscard]] Word free_columns() const { return free_; }

 private:
  // pivots_ holds, for the i-th pivot, a vector and the set of columns whose sum it is; the
  // vector's highest bit is in no other pivot vector found before it.
  struct Pivot {
    Word vector;
    Word sources;
  };
  std::array<Pivot, 64> pivots_;  // indexed by highest bit; valid where present_ has it
  Word present_ = 0;
  Word free_ = 0;
  unsigned rank_ = 0;
};

// A subspace of GF(2)^64 by its reduced basis: highest bits are distinct, and each is in one
// vector.
class Subspace {
 public:
  Subspace() = default;
  explicit Subspace(std::span<const Word> generators);

  // Adds a vector; false if the subspace had it already.
  bool insert(Word vector);
  [[nodiscard]] bool contains(Word vector) const { return reduce(vector) == 0; }
  // The representative of vector + this that has none of the basis' highest bits.
  [[nodiscard]] Word reduce(Word vector) const;
  [[nodiscard]] unsigned dimension() const { return static_cast<unsigned>(basis_.size()); }
  // In descending order.
  [[nodiscard]] const std::vector<Word>& basis() const { return basis_; }

  friend bool operator==(const Subspace&, const Subspace&) = default;

 private:
  std::vector<Word> basis_;
};

Subspace sum(const Subspace& a, const Subspace& b);
// By Zassenhaus' method, without the doubled width: relations among the two bases.
Subspace intersection(const Subspace& a, const Subspace& b);

}  // namespace tileproof::f2
