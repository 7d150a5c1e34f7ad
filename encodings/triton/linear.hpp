// Linear: a layout in registers that is given by its bases, for the shape that they span.  On a
// larger tensor the registers repeat it; on a smaller one, registers that leave the tensor are
// dropped, and lanes and warps that leave it hold copies.
//
// `linear` demands that each basis moves along one dimension, `generic_linear` lets those of warps
// move along several.
#pragma once

#include <vector>

#include "core/linear_layout.hpp"
#include "encodings/triton/place_digits.hpp"

namespace tileproof::triton {

struct Linear {
  bool is_generic = false;
  // The bases of the bits of each hardware index, lowest first.
  std::vector<Dims> registers;
  std::vector<Dims> lanes;
  std::vector<Dims> warps;
  std::vector<Dims> blocks;
  std::size_t rank = 0;

  friend bool operator==(const Linear&, const Linear&) = default;

  // The shape that the bases span: the smallest powers of two above them.
  [[nodiscard]] Shape own_shape() const;
  // The register bits that stay on a tensor of this shape.
  [[nodiscard]] std::vector<std::size_t> kept_registers(const Shape& shape) const;
  // The dimensions along which registers repeat the layout, the first fastest: in the order in
  // which register bases move along them, then the others from the last.
  [[nodiscard]] Dims repeat_order() const;
};

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const Linear& e,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at) {
  using W = typename A::Word;
  Coords<W> coords(shape.size());
  const auto move = [&](W bit, const Dims& basis) {
    for (std::size_t d = 0; d < shape.size(); ++d) {
      coords[d] = a.bit_xor(coords[d], a.mul(bit, basis[d]));
    }
  };
  Digits<A> reg(a, at.reg);
  Digits<A> lane(a, at.lane);
  Digits<A> warp(a, at.warp);
  Digits<A> block(a, at.block);
  for (const std::size_t i : e.kept_registers(shape)) move(reg.take(2), e.registers[i]);
  for (const Dims& basis : e.lanes) move(lane.take(2), basis);
  for (const Dims& basis : e.warps) move(warp.take(2), basis);
  for (const Dims& basis : e.blocks) move(block.take(2), basis);
  const Shape own = e.own_shape();
  for (const Word d : e.repeat_order()) {
    coords[d] = a.urem(coords[d], shape[d]);
    if (own[d] < shape[d]) {
      coords[d] = a.add(coords[d], a.mul(reg.take(shape[d] / own[d]), own[d]));
    }
  }
  return coords;
}

std::optional<Error> check(const Linear& e);
// The layout as its bases give it, for its own shape.  It need not be surjective: that is a
// question for the checkers.  Fails only if it exceeds 2^62.
Result<LinearLayout> own_layout(const Linear& e);
Result<LinearLayout> to_linear(const Linear& e, const Shape& shape);
bool parse(mlir::Cursor& cursor, Linear& e);
void print(std::string& text, const Linear& e);
inline std::size_t rank(const Linear& e) { return e.rank; }

}  // namespace tileproof::triton
