// How is the linear form of an encoding put together?  As a compiler does it: from the innermost
// tile outwards, each step laying the bits of one hardware index along one dimension of the tensor.
//
//   TileBuilder tile({kRegister, kLane, kWarp}, {16, 64}, CgaLayout::single(2));
//   tile.identity(kRegister, 2, 1);   // two registers side by side along dim1
//   tile.identity(kLane, 4, 1);       // then four lanes
//   tile.identity(kLane, 8, 0);       // then eight lanes along dim0
//   tile.finish({1, 0});              // registers repeat the tile, dim1 first
//
// Where a tile is larger than the tensor, the coordinate wraps around: those bits hold copies.
#pragma once

#include <initializer_list>

#include "core/linear_layout.hpp"
#include "encodings/triton/cga.hpp"
#include "encodings/triton/shape.hpp"

namespace tileproof::triton {

class TileBuilder {
 public:
  // Requires: powers of two in shape, of the CGA's rank.
  TileBuilder(std::initializer_list<Name> in_dims, const Shape& shape, const CgaLayout& cga);

  // The next log2(count) bits of `in` move along `dim`, beyond what the tile covers there.
  void identity(Name in, Word count, std::size_t dim);
  // The next log2(count) bits of `in` move nothing.
  void zeros(Name in, Word count);
  // The next bit of `in` moves by these many tiles of `unit`, in all dimensions at once.
  void basis(Name in, const Dims& tiles, const Dims& unit);
  // Says that the tile now covers `count` times as much of `dim`, after calls of basis().
  void cover(std::size_t dim, Word count) { covered_bits_[dim] += log2_exact(count); }
  // How much of `dim` the tile covers.
  [[nodiscard]] Word covered(std::size_t dim) const { return Word{1} << covered_bits_[dim]; }
  // The part of the tensor that one CTA holds.
  [[nodiscard]] const Shape& shape_per_cta() const { return per_cta_; }

  // Repeats the tile with the first in-dim until it covers the CTA's part, along the dimensions of
  // `repeat_order` in turn, and lays out the CTAs with the in-dim block.  Fails if an index exceeds
  // 2^62.  With_block = false leaves out the in-dim block if there is a single CTA.
  Result<LinearLayout> finish(const Dims& repeat_order, bool with_block = true);

 private:
  struct Input {
    Name name;
    boost::container::small_vector<Word, 10> bases;
  };
  Input& input(Name name);
  [[nodiscard]] Word field(std::size_t dim, Word coordinate) const;

  boost::container::small_vector<Input, 4> inputs_;
  const Shape& shape_;
  const CgaLayout& cga_;
  Shape per_cta_;
  boost::container::small_vector<unsigned, 4> shifts_;
  boost::container::small_vector<unsigned, 4> covered_bits_;
};

}  // namespace tileproof::triton
