// NVIDIA MMA: the accumulator of mma.sync (version 2) and wgmma (version 3).  In an instruction's
// m x n tile a thread has pairs of columns; four lanes fill a row of eight, eight lanes go down:
//
//     lane = 4 * (row % 8) + (col % 8) / 2      register = col % 2 + 2 * (row / 8 ...) ...
//
// Version 5 keeps its result in tensor memory (tensor_memory.hpp), not in registers.
#pragma once

#include "core/linear_layout.hpp"
#include "encodings/triton/place_digits.hpp"

namespace tileproof::triton {

struct NvidiaMma {
  Word version_major = 0;  // 2 Ampere, 3 Hopper
  Word version_minor = 0;
  Dims warps_per_cta;
  Dims instr_shape;  // version 2: the tile [(1,) m, n]; version 3: [m, n(, k)] of the instruction
  CgaLayout cga;

  friend bool operator==(const NvidiaMma&, const NvidiaMma&) = default;

  [[nodiscard]] bool is_hopper() const { return version_major == 3; }
  [[nodiscard]] std::size_t rank() const { return warps_per_cta.size(); }
  [[nodiscard]] Word instr_m() const {
    return is_hopper() ? instr_shape[0] : instr_shape[rank() - 2];
  }
  [[nodiscard]] Word instr_n() const {
    return is_hopper() ? instr_shape[1] : instr_shape[rank() - 1];
  }
  // The order of the warps: rows of warps first for Ampere, columns first for Hopper.
  [[nodiscard]] Dims warp_order() const { return matrix_order(rank(), !is_hopper()); }
};

// A tile as the tensor cores hold it: outer x inner elements, k_width of which a thread has in a
// run along the inner dimension.  Both operands and accumulators are of this form.
struct NvidiaTile {
  std::size_t inner_dim;
  std::size_t outer_dim;
  Word inner;  // a multiple of 4 * k_width
  Word outer;  // a multiple of 8
  Word k_width;
};

// The part of the definition within one tile.
template <Algebra A>
void lay_tile(PlaceDigits<A>& digits, const NvidiaTile& tile) {
  digits.registers(tile.k_width, tile.inner_dim);
  digits.lanes(4, tile.inner_dim);
  digits.lanes(8, tile.outer_dim);
  digits.registers(tile.outer / 8, tile.outer_dim);
  digits.registers(tile.inner / (4 * tile.k_width), tile.inner_dim);
}

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const NvidiaMma& e,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at) {
  const std::size_t n = shape.size() - 1;
  PlaceDigits<A> digits(a, at, shape.size());
  lay_tile(digits, {n, n - 1, e.instr_n(), e.instr_m(), 2});
  for (const Word d : e.warp_order()) digits.warps(e.warps_per_cta[d], d);
  return digits.finish(matrix_order(shape.size(), true), e.cga, shape);
}

// The tile of a dot operand: k is the inner dimension, of which a thread has k_width in a run.
NvidiaTile operand_tile(const NvidiaMma& e, unsigned op_idx, Word k_width, std::size_t rank);

// As an operand: warps that differ only along k hold copies.
template <Algebra A>
Coords<typename A::Word> operand_element(const A& a,
                                         const NvidiaMma& e,
                                         unsigned op_idx,
                                         Word k_width,
                                         const Shape& shape,
                                         const RegisterPlace<typename A::Word>& at) {
  const NvidiaTile tile = operand_tile(e, op_idx, k_width, shape.size());
  PlaceDigits<A> digits(a, at, shape.size());
  lay_tile(digits, tile);
  for (const Word d : e.warp_order()) {
    if (d == tile.inner_dim) {
      digits.skip_warps(e.warps_per_cta[d]);
    } else {
      digits.warps(e.warps_per_cta[d], d);
    }
  }
  return digits.finish(
      dot_operand_order(op_idx, shape.size()), e.cga.without(tile.inner_dim), shape);
}

std::optional<Error> check(const NvidiaMma& e);
Result<LinearLayout> to_linear(const NvidiaMma& e, const Shape& shape);
Result<LinearLayout> operand_to_linear(const NvidiaMma& e,
                                       unsigned op_idx,
                                       Word k_width,
                                       const Shape& shape);
bool parse(mlir::Cursor& cursor, NvidiaMma& e);
void print(std::string& text, const NvidiaMma& e);
inline std::size_t rank(const NvidiaMma& e) { return e.rank(); }

}  // namespace tileproof::triton
