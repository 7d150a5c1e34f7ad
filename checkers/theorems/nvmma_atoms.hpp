// Is Triton's nvmma_shared in bytes what CuTe calls Sw<1,4,3>, Sw<2,4,3> and Sw<3,4,3> on rows of
// 32, 64 and 128 bytes?  One claim for each swizzle and element, about all bytes of a tile of one
// box.
#pragma once

#include <span>
#include <vector>

#include "checkers/theorems/cute_swizzle.hpp"
#include "encodings/triton/nvmma_shared.hpp"

namespace tileproof::theorems {

inline constexpr Word kBoxRows = 256;  // of TMA, at most

template <typename Formula = CuteSwizzle>
struct NvmmaIsTheCuteAtom {
  triton::NvmmaShared encoding;

  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"row", 0, kBoxRows},
            {"column", 0, encoding.row_elements()},
            {"byte of the element", 0, encoding.element_bits / 8}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    using W = typename A::Word;
    const Word bytes = encoding.element_bits / 8;
    const Word columns = encoding.row_elements();
    const triton::Shape shape =
        encoding.transposed ? triton::Shape{columns, kBoxRows} : triton::Shape{kBoxRows, columns};
    triton::Coords<W> coords(2);
    coords[encoding.transposed ? 1 : 0] = in[0];
    coords[encoding.transposed ? 0 : 1] = in[1];
    const auto place = triton::place(a, encoding, shape, coords);
    const auto in_bytes = [&](const W& offset) { return a.add(a.mul(offset, bytes), in[2]); };
    const Word bits = log2_exact(encoding.swizzle_bytes / 16);
    const CuteSwizzleParameters<W> atom = {bits, 4, 3, 0};
    const W row_major = a.add(a.mul(in[0], columns), in[1]);
    return {true, a.eq(in_bytes(place.offset), Formula::apply(a, atom, in_bytes(row_major)))};
  }
};

// Swizzles of 32, 64 and 128 bytes, elements of 8, 16 and 32 bits, both orders.
std::vector<triton::NvmmaShared> nvmma_atoms();

}  // namespace tileproof::theorems
