// What exhaustive.cu and bitmap_limits.cu share: timing, launch sizes, and counting the bits of a
// bitmap.  For device code.
#pragma once

#include "gpu_oracles/runner/device_buffer.hpp"
#include "gpu_oracles/runner/device_wave.hpp"

namespace tileproof::oracles {

inline constexpr unsigned kThreads = 256;
inline constexpr unsigned kPointsPerThread = 32;

class Stopwatch {
 public:
  static Result<Stopwatch> start() {
    Stopwatch watch;
    TP_GPU_TRY(gpuEventCreate(&watch.begin_));
    TP_GPU_TRY(gpuEventCreate(&watch.end_));
    TP_GPU_TRY(gpuEventRecord(watch.begin_));
    return std::move(watch);
  }
  Result<double> milliseconds() {
    TP_GPU_TRY(gpuGetLastError());
    TP_GPU_TRY(gpuEventRecord(end_));
    TP_GPU_TRY(gpuEventSynchronize(end_));
    float elapsed = 0;
    TP_GPU_TRY(gpuEventElapsedTime(&elapsed, begin_, end_));
    return double{elapsed};
  }
  Stopwatch(Stopwatch&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
  }
  Stopwatch& operator=(Stopwatch&&) = delete;
  ~Stopwatch() {
    if (begin_ != nullptr) (void)gpuEventDestroy(begin_);
    if (end_ != nullptr) (void)gpuEventDestroy(end_);
  }

 private:
  Stopwatch() = default;
  gpuEvent_t begin_ = nullptr;
  gpuEvent_t end_ = nullptr;
};

// Blocks of kThreads that walk over all points: enough that the last ones to end do not keep the
// device waiting.
inline Result<unsigned> many_blocks() {
  constexpr unsigned kBlocksPerProcessor = 16;
  int device = 0;
  int processors = 0;
  TP_GPU_TRY(gpuGetDevice(&device));
  TP_GPU_TRY(gpuDeviceGetAttribute(&processors, gpuAttributeMultiProcessorCount, device));
  return static_cast<unsigned>(processors) * kBlocksPerProcessor;
}

inline __device__ void add_to(std::uint64_t* total, std::uint64_t value) {
  for (unsigned delta = kWaveLanes / 2; delta > 0; delta /= 2) value += shuffle_down(value, delta);
  if (threadIdx.x % kWaveLanes == 0 && value != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(total), value);
  }
}

static __global__ void count_bits(const uint4* bits, std::uint64_t groups, std::uint64_t* total) {
  std::uint64_t count = 0;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < groups;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    const uint4 group = bits[i];
    count += __popc(group.x) + __popc(group.y) + __popc(group.z) + __popc(group.w);
  }
  add_to(total, count);
}

// Whole groups of 16 bytes.
inline std::size_t bitmap_words(std::uint64_t value_limit) {
  return static_cast<std::size_t>((value_limit + 127) / 128 * 4);
}

inline constexpr unsigned kCountBlocks = 132 * 16;

}  // namespace tileproof::oracles
