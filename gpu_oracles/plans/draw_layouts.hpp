// Which layouts are worth asking about?  Those of all families, at random.
#pragma once

#include "encodings/triton/layout.hpp"
#include "gpu_oracles/random_draws.hpp"

namespace tileproof::oracles {

// A shape of 2^bits elements.
triton::Dims draw_box(Draws& draws, std::size_t rank, unsigned bits);

// In registers of 2^warp_bits warps of 32 lanes, by blocked, linear, generic_linear, nvidia_mma 2
// and 3, dot_op, slice and amd_wmma.  It need not fit the shape.
triton::LayoutPtr draw_register_layout(Draws& draws,
                                       const triton::Shape& shape,
                                       unsigned warp_bits);

// Two that have the same elements in each thread, or in each warp, at other places.
struct LayoutPair {
  triton::LayoutPtr source;
  triton::LayoutPtr destination;
};
LayoutPair draw_neighbours(Draws& draws, const triton::Shape& shape, unsigned warp_bits);

// One has in a word of 32 bits elements of a row, the other those of a column, as matrix
// instructions have them or several words behind each other.  Fails if they do not fit the shape.
// Requires: it has two dimensions.
Result<LayoutPair> draw_across(Draws& draws, const triton::Shape& shape, unsigned warp_bits);

// In shared memory, by swizzled_shared, amd_rotating_shared, padded_shared, nvmma_shared and
// shared_linear.  It need not fit the shape.
triton::LayoutPtr draw_shared_layout(Draws& draws,
                                     const triton::Shape& shape,
                                     unsigned element_bits);

}  // namespace tileproof::oracles
