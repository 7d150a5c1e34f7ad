// An element of an accumulator as an integer; kBroken if it is none.
#pragma once

#include <cuda_fp16.h>

#include "gpu_oracles/fragments/mma_instructions.cuh"

namespace tileproof::oracles {

inline constexpr int kBroken = -1'000'000;

// `half` says which half of a register, where a register holds two.
template <Sum sum, typename Register>
__device__ int read_sum(Register bits, int half) {
  double value = 0;
  if constexpr (sum == Sum::kInteger) {
    return static_cast<int>(bits);
  } else if constexpr (sum == Sum::kFloat) {
    value = __uint_as_float(bits);
  } else if constexpr (sum == Sum::kDouble) {
    value = __longlong_as_double(static_cast<long long>(bits));
  } else {
    value = __half2float(__ushort_as_half(static_cast<unsigned short>(bits >> (half * 16))));
  }
  // Nothing but 0 and small counts is expected; NaN compares unequal.
  const int integer = static_cast<int>(value);
  return static_cast<double>(integer) == value ? integer : kBroken;
}

}  // namespace tileproof::oracles
