// How do operands without swizzle lie in shared memory for the instructions of four warps?  In
// cores of 8 rows x 16 bytes, the cores down the rows first.
#pragma once

#include <cstdint>

#include "gpu_oracles/fragments/mma_instructions.cuh"

namespace tileproof::oracles {

inline constexpr int kWarpGroupThreads = 128;
inline constexpr int kRows = 64;      // of A and of the result
inline constexpr int kRowBytes = 32;  // of A and of B in one instruction

// Elements of an accumulator in a thread.
template <typename I>
inline constexpr int kWgmmaSums = I::kRegistersD*(I::kSum == Sum::kHalf ? 2 : 1);

__device__ inline std::uint32_t address_in_shared(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// Bytes between cores along k and along the rows; `mode` is the descriptor's swizzle.
__device__ inline std::uint64_t descriptor(std::uint32_t address,
                                           int along_k,
                                           int along_rows,
                                           int mode) {
  const auto field = [](auto bytes) { return static_cast<std::uint64_t>(bytes) >> 4; };
  return field(address) | field(along_k) << 16 | field(along_rows) << 32 |
         static_cast<std::uint64_t>(mode) << 62;
}

// Of a matrix with `rows` rows without swizzle: columns of cores.
__device__ inline std::uint64_t plain_descriptor(const void* memory, int rows) {
  return descriptor(address_in_shared(memory), rows * 16, 128, 0);
}

// Fills such a matrix: bit_of(row, k) says whether an element is 1.
template <typename E, int row_bytes = kRowBytes, typename BitOf>
__device__ void fill_matrix(std::uint32_t* memory, int rows, BitOf bit_of) {
  constexpr int kWords = row_bytes / 4;
  for (int i = static_cast<int>(threadIdx.x); i < rows * kWords; i += kWarpGroupThreads) {
    const int row = i / kWords;
    const int word = i % kWords;
    std::uint32_t bits = 0;
    for (int j = 0; j < E::kPer; ++j) {
      if (bit_of(row, word * E::kPer + j)) {
        bits |= static_cast<std::uint32_t>(E::kOne) << (j * E::kBits);
      }
    }
    const int core = word / 4 * (rows / 8) + row / 8;
    memory[core * 32 + row % 8 * 4 + word % 4] = bits;
  }
}

// Lets wgmma and the copy engine see what all threads stored in shared memory.
__device__ inline void publish_to_async_proxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}

}  // namespace tileproof::oracles
