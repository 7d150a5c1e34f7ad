// AMD MFMA: the accumulator of the matrix instructions of the CDNA architectures (version 1 gfx908,
// 2 gfx90a, 3 gfx942, 4 gfx950), 64 lanes.  In an m x n tile the lanes go along a row, and a thread
// has runs of four rows (one row for 64-bit results); transposed, columns and rows change places.
//
//     32x32 tile, not transposed:   lane = col + 32 * (row / 4 % 2)
//                                   register = row % 4 + 4 * (row / 8)
#pragma once

#include "core/linear_layout.hpp"
#include "encodings/triton/place_digits.hpp"

namespace tileproof::triton {

struct AmdMfma {
  Word version = 0;
  Dims warps_per_cta;
  Dims instr_shape;  // [m, n] or [m, n, k]
  bool is_transposed = false;
  Dims tiles_per_warp;  // neighbouring tiles that one warp holds; 1 everywhere by default
  Word element_bits = 32;
  CgaLayout cga;

  friend bool operator==(const AmdMfma&, const AmdMfma&) = default;

  [[nodiscard]] std::size_t rank() const { return warps_per_cta.size(); }
  [[nodiscard]] Word instr_m() const { return instr_shape[0]; }
  [[nodiscard]] Word instr_n() const { return instr_shape[1]; }
  // Consecutive elements of a thread in the tile.
  [[nodiscard]] Word height() const { return element_bits == 64 ? 1 : 4; }
  // How often the lanes with their runs fit into a tile.
  [[nodiscard]] Word runs() const {
    const Word tiles = instr_m() * instr_n() / (64 * height());
    return tiles > 0 ? tiles : 1;
  }
  // Lanes along the dimension of an operand that is not contracted.
  [[nodiscard]] Word operand_lanes(unsigned op_idx) const {
    return op_idx == 0 ? instr_m() : instr_n();
  }
  // The 64-long operand of the 64x4 and 4x64 instructions has 16 runs along k.
  [[nodiscard]] Word operand_repeats(unsigned op_idx) const {
    return operand_lanes(op_idx) == 64 ? 16 : 1;
  }
};

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const AmdMfma& e,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at) {
  const std::size_t m = shape.size() - 2;
  const std::size_t n = shape.size() - 1;
  // Lanes go along `row`, runs of registers along `column` of the tile.
  const std::size_t row = e.is_transposed ? m : n;
  const std::size_t column = e.is_transposed ? n : m;
  const Word row_size = e.is_transposed ? e.instr_m() : e.instr_n();
  PlaceDigits<A> digits(a, at, shape.size());
  digits.registers(e.height(), column);
  digits.lanes(row_size, row);
  digits.lanes(64 / row_size, column);
  digits.registers(e.runs(), column);
  digits.registers(e.tiles_per_warp[n], n);
  digits.warps(e.warps_per_cta[n], n);
  // Over the whole tensor, tiles follow each other along n before they go down.
  if (digits.covered(n) < shape[n]) digits.registers(shape[n] / digits.covered(n), n);
  digits.registers(e.tiles_per_warp[m], m);
  digits.warps(e.warps_per_cta[m], m);
  if (shape.size() == 3) digits.warps(e.warps_per_cta[0], 0);
  return digits.finish(matrix_order(shape.size(), true), e.cga, shape);
}

// As an operand: a thread has k_width elements in a run along k, the lanes go along the other
// dimension and then along k; warps that differ only along k wrap around to copies.
template <Algebra A>
Coords<typename A::Word> operand_element(const A& a,
                                         const AmdMfma& e,
                                         unsigned op_idx,
                                         Word k_width,
                                         const Shape& shape,
                                         const RegisterPlace<typename A::Word>& at) {
  const Dims order = dot_operand_order(op_idx, shape.size());
  const std::size_t k = order[0];
  const std::size_t non_k = order[1];
  const Word lanes = e.operand_lanes(op_idx);
  PlaceDigits<A> digits(a, at, shape.size());
  digits.registers(k_width, k);
  digits.lanes(lanes, non_k);
  digits.lanes(64 / lanes, k);
  digits.registers(e.operand_repeats(op_idx), k);
  if (digits.covered(k) < shape[k]) digits.registers(shape[k] / digits.covered(k), k);
  digits.registers(e.tiles_per_warp[non_k], non_k);
  for (const Word d : matrix_order(shape.size(), true)) digits.warps(e.warps_per_cta[d], d);
  return digits.finish(order, e.cga, shape);
}

std::optional<Error> check(const AmdMfma& e);
Result<LinearLayout> to_linear(const AmdMfma& e, const Shape& shape);
Result<LinearLayout> operand_to_linear(const AmdMfma& e,
                                       unsigned op_idx,
                                       Word k_width,
                                       const Shape& shape);
bool parse(mlir::Cursor& cursor, AmdMfma& e);
void print(std::string& text, const AmdMfma& e);
inline std::size_t rank(const AmdMfma& e) { return e.rank(); }

}  // namespace tileproof::triton
