// AMD WMMA: the accumulator of the matrix instructions of the RDNA architectures and of gfx1250
// (version 1 gfx11, 2 gfx12, 3 gfx1250), 32 lanes.  In a 16x16 tile sixteen lanes go along a row; a
// thread has eight rows of its column:
//
//     version 1:      row = 2 * register + lane / 16     (rows of the lane halves alternate)
//     version 2, 3:   row = register + 8 * (lane / 16)
//
// Transposed, columns and rows change places.
#pragma once

#include <variant>
#include <vector>

#include "core/linear_layout.hpp"
#include "encodings/triton/place_digits.hpp"

namespace tileproof::triton {

// How the tiles of a CTA go to its warps, until Triton 3.6: a grid, in which the tiles along n come
// before those along m in the whole tensor.
struct WarpGrid {
  Dims warps_per_cta;
  Dims tiles_per_warp;
  friend bool operator==(const WarpGrid&, const WarpGrid&) = default;
};

// The same since Triton 3.7: the tile at each register bit and each warp bit (ctaLayout).
struct TileBases {
  std::vector<Dims> registers;
  std::vector<Dims> warps;
  friend bool operator==(const TileBases&, const TileBases&) = default;
};

struct AmdWmma {
  Word version = 0;
  bool is_transposed = false;
  std::variant<WarpGrid, TileBases> tiles;
  Dims instr_shape;  // [m, n, k]
  CgaLayout cga;

  friend bool operator==(const AmdWmma&, const AmdWmma&) = default;

  [[nodiscard]] std::size_t rank() const { return cga.rank; }
  // Rows of a thread's column, in the tile's longer direction.
  [[nodiscard]] Word column_size() const { return instr_shape[0] == 32 ? 32 : 16; }
  // The operand's size along m or n; an asymmetric transposed instruction swaps its operands.
  [[nodiscard]] Word operand_size(unsigned op_idx) const {
    const bool swapped = is_transposed && instr_shape[0] != instr_shape[1];
    return instr_shape[swapped ? 1 - op_idx : op_idx];
  }
  // How often the lanes' run along k fits into an instruction.
  [[nodiscard]] Word operand_repeats(Word k_width) const {
    const Word fits = instr_shape[2] / (2 * k_width);
    return fits > 0 ? fits : 1;
  }
};

// Into how many tiles the bases divide each dimension.
Dims tile_counts(const TileBases& tiles, std::size_t rank);

template <Algebra A>
void lay_tile_bases(PlaceDigits<A>& digits, const TileBases& tiles, std::size_t rank) {
  Dims unit;
  for (std::size_t d = 0; d < rank; ++d) unit.push_back(digits.covered(d));
  for (const Dims& basis : tiles.registers) digits.register_bit(basis, unit);
  for (const Dims& basis : tiles.warps) digits.warp_bit(basis, unit);
  const Dims counts = tile_counts(tiles, rank);
  for (std::size_t d = 0; d < rank; ++d) digits.cover(d, counts[d]);
}

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const AmdWmma& e,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at) {
  const std::size_t m = shape.size() - 2;
  const std::size_t n = shape.size() - 1;
  const std::size_t row = e.is_transposed ? m : n;
  const std::size_t column = e.is_transposed ? n : m;
  PlaceDigits<A> digits(a, at, shape.size());
  digits.lanes(16, row);
  if (e.version == 1) {
    digits.lanes(2, column);
    digits.registers(8, column);
  } else {
    digits.registers(8, column);
    digits.lanes(2, column);
    digits.registers(e.column_size() / 16, column);
  }
  if (const auto* grid = std::get_if<WarpGrid>(&e.tiles)) {
    digits.registers(grid->tiles_per_warp[n], n);
    digits.warps(grid->warps_per_cta[n], n);
    if (digits.covered(n) < shape[n]) digits.registers(shape[n] / digits.covered(n), n);
    digits.registers(grid->tiles_per_warp[m], m);
    digits.warps(grid->warps_per_cta[m], m);
    if (shape.size() == 3) digits.warps(grid->warps_per_cta[0], 0);
  } else {
    lay_tile_bases(digits, std::get<TileBases>(e.tiles), shape.size());
  }
  return digits.finish(matrix_order(shape.size(), true), e.cga, shape);
}

// The bases as an operand has them: no movement along k, and no registers that move nothing.
TileBases operand_bases(const TileBases& tiles, std::size_t k);

// As an operand: a thread has k_width elements in a run along k and the lanes go along the other
// dimension; the upper sixteen lanes hold copies (version 1) or go on along k.
template <Algebra A>
Coords<typename A::Word> operand_element(const A& a,
                                         const AmdWmma& e,
                                         unsigned op_idx,
                                         Word k_width,
                                         const Shape& shape,
                                         const RegisterPlace<typename A::Word>& at) {
  const Dims order = dot_operand_order(op_idx, shape.size());
  const std::size_t k = order[0];
  const std::size_t non_k = order[1];
  PlaceDigits<A> digits(a, at, shape.size());
  digits.registers(k_width, k);
  digits.lanes(16, non_k);
  if (e.version == 1) {
    digits.skip_lanes(2);
  } else {
    digits.lanes(2, k);
  }
  digits.registers(e.operand_repeats(k_width), k);
  if (const auto* grid = std::get_if<WarpGrid>(&e.tiles)) {
    // With several tiles in a warp, k is filled before they follow.
    const Word tiles = grid->tiles_per_warp[non_k];
    if (tiles > 1 && 2 * k_width * e.operand_repeats(k_width) < shape[k]) {
      digits.registers(shape[k] / (2 * k_width * e.operand_repeats(k_width)), k);
    }
    digits.registers(tiles, non_k);
    for (const Word d : matrix_order(shape.size(), true)) {
      if (d == k) {
        digits.skip_warps(grid->warps_per_cta[d]);
      } else {
        digits.warps(grid->warps_per_cta[d], d);
      }
    }
    return digits.finish(order, e.cga, shape);
  }
  digits.registers(e.operand_size(op_idx) / 16, non_k);
  lay_tile_bases(digits, operand_bases(std::get<TileBases>(e.tiles), k), shape.size());
  return digits.finish(order, e.cga.without(k), shape);
}

std::optional<Error> check(const AmdWmma& e);
Result<LinearLayout> to_linear(const AmdWmma& e, const Shape& shape);
Result<LinearLayout> operand_to_linear(const AmdWmma& e,
                                       unsigned op_idx,
                                       Word k_width,
                                       const Shape& shape);
bool parse(mlir::Cursor& cursor, AmdWmma& e);
void print(std::string& text, const AmdWmma& e);
inline std::size_t rank(const AmdWmma& e) { return e.rank(); }

}  // namespace tileproof::triton
