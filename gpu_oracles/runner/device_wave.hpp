// How do the lanes of a wave work together, whatever its size?  For device code.
#pragma once

#include <cstdint>

#include "gpu_oracles/runner/device_runtime.hpp"

namespace tileproof::oracles {

// 32, or 64 on the gfx9 architectures.  On the host it has no meaning.
#if TP_AMD
inline constexpr unsigned kWaveLanes = __AMDGCN_WAVEFRONT_SIZE;
#else
inline constexpr unsigned kWaveLanes = 32;
#endif

// Every lane of the wave must call these.  `lane` counts within the caller's `width` lanes, a power
// of two.
template <typename Value>
__device__ Value shuffle_from(Value value, unsigned lane, unsigned width = kWaveLanes) {
#if TP_AMD
  return __shfl(value, static_cast<int>(lane), static_cast<int>(width));
#else
  return __shfl_sync(~0U, value, static_cast<int>(lane), static_cast<int>(width));
#endif
}

// From the lane that is `delta` above.
template <typename Value>
__device__ Value shuffle_down(Value value, unsigned delta, unsigned width = kWaveLanes) {
#if TP_AMD
  return __shfl_down(value, delta, static_cast<int>(width));
#else
  return __shfl_down_sync(~0U, value, delta, static_cast<int>(width));
#endif
}

template <typename Value>
__device__ Value shuffle_up(Value value, unsigned delta, unsigned width = kWaveLanes) {
#if TP_AMD
  return __shfl_up(value, delta, static_cast<int>(width));
#else
  return __shfl_up_sync(~0U, value, delta, static_cast<int>(width));
#endif
}

template <typename Value>
__device__ Value shuffle_xor(Value value, unsigned mask, unsigned width = kWaveLanes) {
#if TP_AMD
  return __shfl_xor(value, static_cast<int>(mask), static_cast<int>(width));
#else
  return __shfl_xor_sync(~0U, value, static_cast<int>(mask), static_cast<int>(width));
#endif
}

}  // namespace tileproof::oracles
