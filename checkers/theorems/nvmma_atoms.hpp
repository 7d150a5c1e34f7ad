// Is Triton's nvmma_shared in bytes what CuTe calls Sw<1,4,3>, Sw<2,4,3> and Sw<3,4,3> on rows of
// 32, 64 and 128 bytes?  One statement for each swizzle and element, about all bytes of a tile of
// one box.
#pragma once

#include "checkers/theorems/cute_swizzle.hpp"
#include "encodings/triton/nvmma_shared.hpp"

namespace tileproof::theorems {

inline constexpr Word kBoxRows = 256;  // of TMA, at most

template <typename S = CuteSwizzle>
Statement nvmma_is_the_cute_atom(const triton::NvmmaShared& encoding) {
  const Word bytes = encoding.element_bits / 8;
  const Word columns = encoding.row_elements();
  const std::vector<Axis> variables = {
      {"row", kBoxRows}, {"column", columns}, {"byte of the element", bytes}};
  return everywhere(variables, [=](const auto& a, auto at) {
    using W = WordOf<decltype(a)>;
    const triton::Shape shape =
        encoding.transposed ? triton::Shape{columns, kBoxRows} : triton::Shape{kBoxRows, columns};
    triton::Coords<W> coords(2);
    coords[encoding.transposed ? 1 : 0] = at[0];
    coords[encoding.transposed ? 0 : 1] = at[1];
    const auto place = triton::place(a, encoding, shape, coords);
    const auto in_bytes = [&](const W& offset) { return a.add(a.mul(offset, bytes), at[2]); };
    const CuteSwizzleParameters<W> atom = {log2_exact(encoding.swizzle_bytes / 16), 4, 3, 0};
    const W row_major = a.add(a.mul(at[0], columns), at[1]);
    return a.eq(in_bytes(place.offset), S::apply(a, atom, in_bytes(row_major)));
  });
}

// Swizzles of 32, 64 and 128 bytes, elements of 8, 16 and 32 bits, both orders.
std::vector<triton::NvmmaShared> nvmma_atoms();

}  // namespace tileproof::theorems
