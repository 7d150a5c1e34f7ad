// Asks a layout's compiled kernels about all of its points.
#include "gpu_oracles/exhaustive/bitmap.hpp"
#include "gpu_oracles/exhaustive/exhaustive_device.hpp"
#include "gpu_oracles/runner/device_module.hpp"

// The same kernels compiled ahead, behind functions that cost nothing: here they are only looked
// at, by the compiler of each platform and by instructions.txt.
namespace tileproof::oracles::ahead {

using Point = unsigned;
using Value = unsigned long long;
constexpr unsigned kUnroll = 32;
static __device__ Value f(Point x0) { return x0; }
static __device__ Value g(Point x0) { return x0 ^ (x0 >> 31); }
#define TP_KERNEL __global__
#define TP_COUNTS
#define TP_FINDS
#define TP_COMPARES
#include "gpu_oracles/exhaustive/kernels.cuh"

}  // namespace tileproof::oracles::ahead

namespace tileproof::oracles {
namespace {

using ahead::Differences;
using ahead::kNone;
using ahead::Totals;

constexpr std::uint64_t kZero = 0;
constexpr std::uint64_t kStep = 1;

Error not_all(std::uint64_t visited, std::uint64_t points) {
  return {ErrorCode::kInvalid,
          "the device visited " + std::to_string(visited) + " of " + std::to_string(points) +
              " points"};
}

template <typename Value>
struct Changed {
  Value value;
  double milliseconds;
};

// `value` in device memory, changed by a kernel that takes its address last, and read back.
template <typename Value, typename... Arguments>
Result<Changed<Value>> change(const DeviceModule& kernels,
                              const char* kernel,
                              Value value,
                              std::uint64_t points,
                              Arguments... arguments) {
  TP_TRY(blocks, many_blocks());
  TP_TRY(memory, DeviceBuffer<Value>::copy_of({&value, 1}));
  // A kernel is loaded when it is first launched, which is no time of its own.
  const auto launch = [&](std::uint64_t of_points) {
    return kernels.launch(
        kernel, {blocks, kThreads}, of_points, kStep, arguments..., memory.data());
  };
  if (const auto error = launch(0)) return *error;
  TP_TRY(watch, Stopwatch::start());
  if (const auto error = launch(points)) return *error;
  TP_TRY(milliseconds, watch.milliseconds());
  TP_TRY(read, memory.read());
  return Changed<Value>{read[0], milliseconds};
}

}  // namespace

Result<ValueCounts> count_values(const CompiledLayout& layout, std::uint64_t value_limit) {
  TP_TRY(kernels, DeviceModule::load(layout.code));
  TP_TRY(bits, DeviceBuffer<std::uint32_t>::make(bitmap_words(value_limit)));
  TP_TRY(total, DeviceBuffer<std::uint64_t>::copy_of({&kZero, 1}));
  TP_TRY(clear, Stopwatch::start());
  TP_GPU_TRY(gpuMemsetAsync(bits.data(), 0, bits.size() * sizeof(std::uint32_t)));
  TP_TRY(clear_milliseconds, clear.milliseconds());
  TP_TRY(set, change(kernels, "set_bits", Totals{}, layout.points, bits.data(), value_limit));
  TP_TRY(count, Stopwatch::start());
  count_bits<<<kCountBlocks, kThreads>>>(
      reinterpret_cast<const uint4*>(bits.data()), bits.size() / 4, total.data());
  TP_TRY(count_milliseconds, count.milliseconds());
  TP_TRY(distinct, total.read());
  const Totals& found = set.value;
  if (found.points != layout.points) return not_all(found.points, layout.points);
  if (found.outside != 0) {
    return Error{ErrorCode::kInvalid,
                 std::to_string(found.outside) + " values are not below " +
                     std::to_string(value_limit) + ", as ranges say; the largest is " +
                     std::to_string(found.largest)};
  }
  return ValueCounts{distinct[0],
                     found.largest,
                     found.sum,
                     clear_milliseconds,
                     set.milliseconds,
                     count_milliseconds};
}

Result<std::uint64_t> find_largest(const CompiledLayout& layout) {
  TP_TRY(kernels, DeviceModule::load(layout.code));
  TP_TRY(largest, change(kernels, "find_largest", kZero, layout.points));
  return largest.value;
}

Result<std::optional<Collision>> find_collision(const CompiledLayout& layout,
                                                std::uint64_t value_limit) {
  TP_TRY(kernels, DeviceModule::load(layout.code));
  TP_TRY(bits, DeviceBuffer<std::uint32_t>::make(bitmap_words(value_limit)));
  TP_GPU_TRY(gpuMemset(bits.data(), 0, bits.size() * sizeof(std::uint32_t)));
  const std::uint64_t none = kNone;
  TP_TRY(repeated, change(kernels, "find_repeated", none, layout.points, bits.data(), value_limit));
  const std::uint64_t value = repeated.value;
  if (value == kNone) return std::optional<Collision>();
  TP_TRY(first, change(kernels, "find_point", none, layout.points, value, none));
  TP_TRY(second, change(kernels, "find_point", none, layout.points, value, first.value));
  return std::optional(Collision{value, first.value, second.value});
}

Result<Comparison> compare(const CompiledLayout& both) {
  TP_TRY(kernels, DeviceModule::load(both.code));
  TP_TRY(compared,
         change(kernels, "compare_values", Differences{0, {0, 0}, kNone}, both.points, kZero));
  const Differences& found = compared.value;
  if (found.points != both.points) return not_all(found.points, both.points);
  Comparison comparison;
  comparison.sums[0] = found.sums[0];
  comparison.sums[1] = found.sums[1];
  comparison.milliseconds = compared.milliseconds;
  if (found.first == kNone) return comparison;
  comparison.first_difference = found.first;
  TP_TRY(values, DeviceBuffer<std::uint64_t>::make(2));
  const std::uint64_t number = found.first;
  if (const auto error = kernels.launch("evaluate_at", {1, 1}, number, values.data()))
    return *error;
  TP_TRY(read, values.read());
  comparison.values[0] = read[0];
  comparison.values[1] = read[1];
  return comparison;
}

}  // namespace tileproof::oracles
