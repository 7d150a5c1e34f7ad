// Tensor memory of Blackwell: 128 rows, of which 32 belong to each warp of a warp group, and
// columns. It holds the results of MMAv5, its left operand, and the scales of scaled products.
//
// An accumulator is cut into blocks of blockM x blockN.  Blocks of 128 rows lie as they are; blocks
// of 64 rows put 16 rows into each warp's 32, and another block (below, else to the right) beside
// them:
//
//   tensor row    0..15    64..79    16..31    80..95  ...
//   memory row    0..15    16..31    32..47    48..63  ...
//
// Further blocks follow in the columns, first those below, then those to the right.
#pragma once

#include "core/linear_layout.hpp"
#include "encodings/triton/cga.hpp"

namespace tileproof::triton {

// How the two CTAs of a pair share a product with blocks of 64 rows (Triton 3.8).
enum class CtaMode { kDefault, kTwoCtaLhs, kTwoCtaRhs };

struct TensorMemory {
  Word block_m = 0;  // 64 or 128
  Word block_n = 0;
  Word col_stride = 1;  // columns from one element of a row to the next
  bool two_ctas = false;
  // Until Triton 3.6: into how many parts the CTAs cut the tensor; the parts follow in the columns.
  Word cta_split_m = 1;
  Word cta_split_n = 1;
  // Since Triton 3.7: the CTAs, which then are an index of their own.
  bool has_block = false;
  CgaLayout cga = CgaLayout::single(2);
  CtaMode cta_mode = CtaMode::kDefault;
  bool fp4_padded = false;
  bool unpacked = false;  // Triton 3.3 to 3.5; the layout was the same

  friend bool operator==(const TensorMemory&, const TensorMemory&) = default;

  // Since Triton 3.7: two CTAs with blocks of 64 rows each, whose upper rows have the right half.
  [[nodiscard]] bool halves_columns() const {
    return cta_mode == CtaMode::kTwoCtaRhs ||
           (cta_mode == CtaMode::kDefault && block_m == 64 && two_ctas && has_block);
  }
  // How many columns all rows of a tensor of this shape take, for one part of its split along n,
  // where pairs of CTAs share blocks of 128 rows.
  [[nodiscard]] Word columns_of_pairs(const Shape& shape) const;
};

struct TensorMemoryScales {
  Word cta_split_m = 1;
  Word cta_split_n = 1;
  bool has_block = false;
  CgaLayout cga = CgaLayout::single(2);
  bool k_before_mn = false;  // blockRepOrder = <kThenMn>

  friend bool operator==(const TensorMemoryScales&, const TensorMemoryScales&) = default;
};

// The part of a tensor that is left when the CTAs' splits of either spelling are taken off.
Shape part_shape(const TensorMemory& e, const Shape& shape);
Shape part_shape(const TensorMemoryScales& e, const Shape& shape);

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const TensorMemory& e,
                                 const Shape& shape,
                                 const TensorMemoryPlace<typename A::Word>& at) {
  using W = typename A::Word;
  const Shape part = part_shape(e, shape);
  const Word block_n = e.block_n < part[1] ? e.block_n : part[1];
  W row_number = at.row;
  W col_number = at.col;
  Word block_m = e.block_m;
  Word split_m = e.cta_split_m;
  Shape one_cta = part;
  if (e.block_m == 64 && e.two_ctas && e.cta_split_m > 1) {
    // Two CTAs with 64 rows each share 128 rows, and each has half of the columns: the halves of
    // the rows and of the columns change places.
    const Word columns = e.columns_of_pairs(shape);
    const W upper_row = a.udiv(at.row, 64);
    const W upper_col = a.udiv(a.urem(at.col, columns), columns / 2);
    const W split_n = a.udiv(at.col, columns);
    row_number = a.add(a.urem(at.row, 64), a.mul(upper_col, 64));
    col_number = a.add(a.urem(at.col, columns / 2), a.mul(upper_row, columns / 2));
    col_number = a.add(col_number, a.mul(split_n, columns));
    block_m = 128;
    split_m /= 2;
    one_cta[0] *= 2;
  }
  Digits<A> row(a, row_number);
  Digits<A> col(a, col_number);
  W m(0);
  W n(0);
  Word covered_m = block_m;
  Word covered_n = block_n;
  if (e.cta_mode != CtaMode::kTwoCtaRhs) {
    col.take(e.col_stride);
    if (e.fp4_padded) col.take(2);
  }
  if (e.cta_mode == CtaMode::kTwoCtaLhs) {
    m = row.take(block_m);
    row.take(2);  // copies
    n = col.take(block_n);
  } else if (e.halves_columns()) {
    m = row.take(block_m);
    n = a.add(col.take(block_n / 2), a.mul(row.take(2), block_n / 2));
  } else if (block_m == 64) {
    m = row.take(16);
    const W beside = row.take(2);
    m = a.add(m, a.mul(row.take(4), 16));
    n = col.take(block_n);
    if (one_cta[0] > 64) {
      m = a.add(m, a.mul(beside, 64));
      covered_m = 128;
    } else if (one_cta[1] > block_n) {
      n = a.add(n, a.mul(beside, block_n));
      covered_n = 2 * block_n;
    }
  } else {
    m = row.take(block_m);
    n = col.take(block_n);
  }
  m = a.add(m, a.mul(col.take(one_cta[0] / covered_m), covered_m));
  n = a.add(n, a.mul(col.take(one_cta[1] / covered_n), covered_n));
  Coords<W> coords(2);
  coords[0] = a.add(m, a.mul(col.take(split_m), one_cta[0]));
  coords[1] = a.add(n, a.mul(col.take(e.cta_split_n), one_cta[1]));
  add_cta(a, e.cga, shape, at.block, coords);
  return coords;
}

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const TensorMemoryScales& e,
                                 const Shape& shape,
                                 const TensorMemoryPlace<typename A::Word>& at) {
  using W = typename A::Word;
  const Shape part = part_shape(e, shape);
  Digits<A> row(a, at.row);
  Digits<A> col(a, at.col);
  W m = row.take(32);
  row.take(4);  // each warp of the group has a copy
  W k = col.take(4);
  m = a.add(m, a.mul(col.take(2), 32));
  const Word more_m = part[0] > 64 ? part[0] / 64 : 1;
  const Word more_k = part[1] > 4 ? part[1] / 4 : 1;
  Word covered_m = 64;
  if (e.k_before_mn && more_m > 1) {
    m = a.add(m, a.mul(col.take(2), 64));
    covered_m = 128;
    k = a.add(k, a.mul(col.take(more_k), 4));
    m = a.add(m, a.mul(col.take(more_m / 2), covered_m));
  } else {
    m = a.add(m, a.mul(col.take(more_m), covered_m));
    k = a.add(k, a.mul(col.take(more_k), 4));
  }
  Coords<W> coords(2);
  coords[0] = a.add(a.urem(m, part[0]), a.mul(col.take(e.cta_split_m), part[0]));
  coords[1] = a.add(a.urem(k, part[1]), a.mul(col.take(e.cta_split_n), part[1]));
  add_cta(a, e.cga, shape, at.block, coords);
  return coords;
}

std::optional<Error> check(const TensorMemory& e);
std::optional<Error> check(const TensorMemoryScales& e);
// With in-dims [row, col], and block for the spelling since Triton 3.7.
Result<LinearLayout> to_linear(const TensorMemory& e, const Shape& shape);
Result<LinearLayout> to_linear(const TensorMemoryScales& e, const Shape& shape);
bool parse(mlir::Cursor& cursor, TensorMemory& e);
bool parse(mlir::Cursor& cursor, TensorMemoryScales& e);
void print(std::string& text, const TensorMemory& e);
void print(std::string& text, const TensorMemoryScales& e);
inline std::size_t rank(const TensorMemory&) { return 2; }
inline std::size_t rank(const TensorMemoryScales&) { return 2; }

}  // namespace tileproof::triton
