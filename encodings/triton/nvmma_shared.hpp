// NVMMA shared memory: what TMA writes and wgmma reads.  The tensor is cut into boxes of at most
// 256 elements a side, whose contiguous side is as wide as the swizzle; in a box, rows follow each
// other and 16-byte groups of a row change places by an XOR with the row's phase:
//
//     swizzlingByteWidth   row bytes   rows of one phase   phases
//            32               32              4               2
//            64               64              2               4
//           128              128              1               8
//
// Rows are all dimensions but the contiguous one, which is the last, or the first if transposed.
// With fp4Padded, each 8 bytes of data are followed by 8 bytes that hold none.
//
// Meaning as in Triton 3.3 to 3.6: without swizzle, `transposed` changes nothing.
#pragma once

#include "core/linear_layout.hpp"
#include "encodings/triton/cga.hpp"

namespace tileproof::triton {

struct NvmmaShared {
  Word swizzle_bytes = 0;  // 0, 32, 64 or 128
  bool transposed = false;
  Word element_bits = 0;
  bool fp4_padded = false;
  CgaLayout cga;

  friend bool operator==(const NvmmaShared&, const NvmmaShared&) = default;

  [[nodiscard]] Word vec() const { return 128 / element_bits; }
  [[nodiscard]] Word per_phase() const { return 128 / swizzle_bytes; }
  [[nodiscard]] Word max_phase() const { return swizzle_bytes / 16; }
  // Offsets in a row of a box: the padded ones count.
  [[nodiscard]] Word row_offsets() const { return 8 * swizzle_bytes / element_bits; }
  // Elements in such a row.
  [[nodiscard]] Word row_elements() const { return row_offsets() / (fp4_padded ? 2 : 1); }
  // The box for the part of a tensor that one CTA holds.
  [[nodiscard]] Shape box(const Shape& per_cta) const;
  // The CGA layout for a tensor of this rank, which may have a leading dimension for buffers more.
  [[nodiscard]] CgaLayout cga_of_rank(std::size_t rank) const;
};

// The dimensions in the order in which a swizzled box runs through them, fastest first.
Dims box_order(const NvmmaShared& e, std::size_t rank);
// The number of elements that a row of the box's matrix has, with all that lies in the last of its
// dimensions: for tensors of rank 2 just the contiguous side of the box.
Word matrix_columns(const NvmmaShared& e, const Shape& box);

template <Algebra A>
SharedPlace<typename A::Word> place(const A& a,
                                    const NvmmaShared& e,
                                    const Shape& shape,
                                    Coords<typename A::Word> coords) {
  using W = typename A::Word;
  const CgaLayout cga = e.cga_of_rank(shape.size());
  const W block = take_cta(a, cga, shape, coords);
  const Shape per_cta = shape_per_cta(cga, shape);
  const Shape box = e.box(per_cta);
  // The element within its box, as one index.
  W index(0);
  Word elements = 1;
  for (const Word d : box_order(e, shape.size())) {
    index = a.add(index, a.mul(a.urem(coords[d], box[d]), elements));
    elements *= box[d];
  }
  W offset = index;
  Word offsets = elements;
  if (e.swizzle_bytes != 0) {
    const Word columns = matrix_columns(e, box);
    const W row = a.udiv(index, columns);
    const W column = a.urem(index, columns);
    W in_row = a.urem(column, e.row_elements());
    if (e.fp4_padded) in_row = a.add(a.mul(a.udiv(in_row, 8), 16), a.urem(in_row, 8));
    const W phase = a.urem(a.udiv(row, e.per_phase()), e.max_phase());
    in_row = a.bit_xor(in_row, a.mul(phase, e.vec()));
    const W stacked_row = a.add(row, a.mul(a.udiv(column, e.row_elements()), elements / columns));
    offset = a.add(a.mul(stacked_row, e.row_offsets()), in_row);
    offsets = elements / e.row_elements() * e.row_offsets();
  }
  // Boxes follow each other along the first dimension, then along the second ...
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (box[d] >= per_cta[d]) continue;
    offset = a.add(offset, a.mul(a.udiv(coords[d], box[d]), offsets));
    offsets *= per_cta[d] / box[d];
  }
  return {offset, 0, block};
}

std::optional<Error> check(const NvmmaShared& e);
Result<LinearLayout> to_linear(const NvmmaShared& e, const Shape& shape);
bool parse(mlir::Cursor& cursor, NvmmaShared& e);
void print(std::string& text, const NvmmaShared& e);
inline std::size_t rank(const NvmmaShared& e) { return e.cga.rank; }

}  // namespace tileproof::triton
