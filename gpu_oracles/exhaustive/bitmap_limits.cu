// What would a formula that costs nothing take?  The identity: clearing, setting and counting
// the bits is all that is left.
#include "gpu_oracles/exhaustive/bitmap.hpp"
#include "gpu_oracles/exhaustive/exhaustive_device.hpp"

namespace tileproof::oracles {
namespace {

// `spread` moves each point to a sector of its own: a bijection of the points below a power of two.
__global__ void __launch_bounds__(kThreads)
    set_identity(std::uint32_t* bits, std::uint64_t points, bool spread, unsigned log2_points) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kThreads * kPointsPerThread;
  std::uint64_t first = (std::uint64_t{blockIdx.x} * kThreads + threadIdx.x) * kPointsPerThread;
  for (; first < points; first += stride) {
    if (!spread) {
      atomicOr(bits + first / 32, ~0U);
      continue;
    }
    for (unsigned i = 0; i < kPointsPerThread; ++i) {
      const std::uint64_t value = __brevll(first + i) >> (64 - log2_points);
      atomicOr(bits + value / 32, 1U << (value % 32));
    }
  }
}

}  // namespace

Result<BitmapLimits> time_bitmap(std::uint64_t points) {
  TP_TRY(bits, DeviceBuffer<std::uint32_t>::make(bitmap_words(points)));
  TP_TRY(total, DeviceBuffer<std::uint64_t>::make(1));
  unsigned log2_points = 0;
  while ((std::uint64_t{1} << log2_points) < points) ++log2_points;
  TP_TRY(blocks, many_blocks());
  BitmapLimits limits;
  // The first round warms up.
  for (unsigned round = 0; round < 2; ++round) {
    TP_TRY(clear, Stopwatch::start());
    TP_GPU_TRY(gpuMemsetAsync(bits.data(), 0, bits.size() * sizeof(std::uint32_t)));
    TP_TRY(clear_time, clear.milliseconds());
    TP_TRY(words, Stopwatch::start());
    set_identity<<<blocks, kThreads>>>(bits.data(), points, false, log2_points);
    TP_TRY(words_time, words.milliseconds());
    TP_TRY(count, Stopwatch::start());
    count_bits<<<kCountBlocks, kThreads>>>(
        reinterpret_cast<const uint4*>(bits.data()), bits.size() / 4, total.data());
    TP_TRY(count_time, count.milliseconds());
    TP_GPU_TRY(gpuMemsetAsync(bits.data(), 0, bits.size() * sizeof(std::uint32_t)));
    TP_TRY(scattered, Stopwatch::start());
    set_identity<<<blocks, kThreads>>>(bits.data(), points, true, log2_points);
    TP_TRY(scattered_time, scattered.milliseconds());
    limits = {clear_time, count_time, words_time, scattered_time};
  }
  return limits;
}

}  // namespace tileproof::oracles
