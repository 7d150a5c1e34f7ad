// How does a definition read a place in registers?  It takes digits off the register, lane and warp
// numbers; each digit says how far the element lies along a dimension, in units of what the digits
// before it cover there.  Blocked with sizePerThread 4, threadsPerWarp 8 along one dimension:
//
//   PlaceDigits p(a, at, 1);
//   p.registers(4, 0);   // coordinate = register % 4
//   p.lanes(8, 0);       //            + (lane % 8) * 4
//   p.warps(2, 0);       //            + (warp % 2) * 32
#pragma once

#include "encodings/triton/cga.hpp"

namespace tileproof::triton {

template <Algebra A>
class PlaceDigits {
 public:
  using W = typename A::Word;

  PlaceDigits(const A& a, const RegisterPlace<W>& at, std::size_t rank)
      : a_(a),
        register_(a, at.reg),
        lane_(a, at.lane),
        warp_(a, at.warp),
        block_(at.block),
        coords_(rank),
        covered_(rank, 1) {}

  void registers(Word count, std::size_t dim) { lay(register_, count, dim); }
  void lanes(Word count, std::size_t dim) { lay(lane_, count, dim); }
  void warps(Word count, std::size_t dim) { lay(warp_, count, dim); }
  // Digits that move nothing: lanes or warps that hold copies.
  void skip_lanes(Word count) { lane_.take(count); }
  void skip_warps(Word count) { warp_.take(count); }
  // One register or warp bit that moves by these many tiles of `unit`, XORed within the dimension.
  void register_bit(const Dims& tiles, const Dims& unit) { move(register_, tiles, unit); }
  void warp_bit(const Dims& tiles, const Dims& unit) { move(warp_, tiles, unit); }
  void cover(std::size_t dim, Word count) { covered_[dim] *= count; }
  [[nodiscard]] Word covered(std::size_t dim) const { return covered_[dim]; }

  // The remaining register number repeats the tile over the CTA's part of the tensor, along the
  // dimensions of `order` in turn; coordinates wrap around at its end; then the CTA's place is
  // added.
  Coords<W> finish(const Dims& order, const CgaLayout& cga, const Shape& shape) {
    const Shape per_cta = shape_per_cta(cga, shape);
    for (const Word d : order) {
      if (covered_[d] < per_cta[d]) registers(per_cta[d] / covered_[d], d);
    }
    add_cta(a_, cga, shape, block_, coords_);
    return coords_;
  }

 private:
  void lay(Digits<A>& digits, Word count, std::size_t dim) {
    coords_[dim] = a_.add(coords_[dim], a_.mul(digits.take(count), covered_[dim]));
    covered_[dim] *= count;
  }
  void move(Digits<A>& digits, const Dims& tiles, const Dims& unit) {
    const auto bit = digits.take(2);
    for (std::size_t d = 0; d < tiles.size(); ++d) {
      coords_[d] = a_.bit_xor(coords_[d], a_.mul(bit, tiles[d] * unit[d]));
    }
  }

  const A& a_;
  Digits<A> register_;
  Digits<A> lane_;
  Digits<A> warp_;
  W block_;
  Coords<W> coords_;
  Dims covered_;
};

}  // namespace tileproof::triton
