// The kernels: each executes the instruction itself, at addresses that are given, and nothing else
// that touches shared memory.
#include <algorithm>
#include <optional>
#include <utility>

#include "gpu_oracles/runner/device_buffer.hpp"
#include "gpu_oracles/wavefronts/wavefronts_device.hpp"

namespace tileproof::oracles {
namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kBusyWarps = 8;
constexpr unsigned kWarmUp = 8;
constexpr unsigned kTimed = 64;            // instructions of each warp
constexpr unsigned kCountingBlocks = 128;  // among which the repeats of a pattern are shared out
constexpr unsigned kTimings = 5;           // of which the least counts
constexpr unsigned kMaxBytes = 16;
constexpr unsigned kLoadWord = 2;  // ld.shared.b32
static_assert(kInstructions[kLoadWord] == "ld.shared.b32");
template <unsigned kInstruction>
constexpr bool kIsStore = kInstructions[kInstruction].substr(0, 2) == "st";
// More than half of an SM's shared memory, so that a block is alone there.
constexpr unsigned kAllocated = 120 * 1024;
static_assert(kAllocated >= kSharedBytes);

// A pattern as the device gets it.
struct DeviceAccess {
  std::uint32_t instruction;
  std::uint32_t active;
  std::uint32_t byte_address[kWarp];
};

struct DeviceLaunch {
  DeviceAccess access[kCounterKinds][kMaxDigits];
  std::uint32_t repeats[kCounterKinds][kMaxDigits];  // 0: no pattern here
};

// Executes the kInstruction-th instruction once.  The result depends on all that was loaded; it is
// 0 for stores.  Nothing is stored but `value`, and atomics add it.
template <unsigned kInstruction>
__device__ __forceinline__ std::uint32_t execute(std::uint32_t at,
                                                 std::uint32_t active,
                                                 std::uint32_t value) {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
  std::uint64_t wide = 0;
#define TP_IF(active, text) "{ .reg .pred p; setp.ne.u32 p, " active ", 0; @p " text "; }"
  if constexpr (kInstruction == 0) {
    asm volatile(TP_IF("%2", "ld.volatile.shared.u8 %0, [%1]") : "+r"(a) : "r"(at), "r"(active));
  } else if constexpr (kInstruction == 1) {
    asm volatile(TP_IF("%2", "ld.volatile.shared.u16 %0, [%1]") : "+r"(a) : "r"(at), "r"(active));
  } else if constexpr (kInstruction == 2) {
    asm volatile(TP_IF("%2", "ld.volatile.shared.u32 %0, [%1]") : "+r"(a) : "r"(at), "r"(active));
  } else if constexpr (kInstruction == 3) {
    asm volatile(TP_IF("%2", "ld.volatile.shared.u64 %0, [%1]")
                 : "+l"(wide)
                 : "r"(at), "r"(active));
    a = static_cast<std::uint32_t>(wide) ^ static_cast<std::uint32_t>(wide >> 32);
  } else if constexpr (kInstruction == 4) {
    asm volatile(TP_IF("%5", "ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4]")
                 : "+r"(a), "+r"(b), "+r"(c), "+r"(d)
                 : "r"(at), "r"(active));
  } else if constexpr (kInstruction == 5) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at));
  } else if constexpr (kInstruction == 6) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "r"(at));
  } else if constexpr (kInstruction == 7) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(at));
  } else if constexpr (kInstruction == 8) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at));
  } else if constexpr (kInstruction == 9) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "r"(at));
  } else if constexpr (kInstruction == 10) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(at));
  } else if constexpr (kInstruction == 11) {
    asm volatile(TP_IF("%1", "st.volatile.shared.u8 [%0], %2")
                 :
                 : "r"(at), "r"(active), "r"(value));
  } else if constexpr (kInstruction == 12) {
    asm volatile(TP_IF("%1", "st.volatile.shared.u16 [%0], %2")
                 :
                 : "r"(at), "r"(active), "h"(static_cast<std::uint16_t>(value)));
  } else if constexpr (kInstruction == 13) {
    asm volatile(TP_IF("%1", "st.volatile.shared.u32 [%0], %2")
                 :
                 : "r"(at), "r"(active), "r"(value));
  } else if constexpr (kInstruction == 14) {
    asm volatile(TP_IF("%1", "st.volatile.shared.v2.u32 [%0], {%2, %2}")
                 :
                 : "r"(at), "r"(active), "r"(value));
  } else if constexpr (kInstruction == 15) {
    asm volatile(TP_IF("%1", "st.volatile.shared.v4.u32 [%0], {%2, %2, %2, %2}")
                 :
                 : "r"(at), "r"(active), "r"(value));
#if TILEPROOF_CUDA_ARCHITECTURE < 90
  } else if constexpr (kInstruction >= 16 && kInstruction <= 21) {
    __trap();  // stmatrix is there from sm_90 on
#else
  } else if constexpr (kInstruction == 16) {
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" : : "r"(at), "r"(value));
  } else if constexpr (kInstruction == 17) {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %1};"
                 :
                 : "r"(at), "r"(value));
  } else if constexpr (kInstruction == 18) {
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};"
                 :
                 : "r"(at), "r"(value));
  } else if constexpr (kInstruction == 19) {
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};"
                 :
                 : "r"(at), "r"(value));
  } else if constexpr (kInstruction == 20) {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %1};"
                 :
                 : "r"(at), "r"(value));
  } else if constexpr (kInstruction == 21) {
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %1, %1, %1};"
                 :
                 : "r"(at), "r"(value));
#endif
  } else {
    static_assert(kInstruction == 22);
    asm volatile(TP_IF("%2", "atom.shared.add.u32 %0, [%1], %3")
                 : "+r"(a)
                 : "r"(at), "r"(active), "r"(value));
  }
#undef TP_IF
  return a ^ b ^ c ^ d;
}
static_assert(std::size(kInstructions) == 23);

// Calls f<i>() for the instruction that is wanted.
template <typename F, unsigned... kIndices>
__device__ __forceinline__ void dispatch(std::uint32_t wanted,
                                         const F& f,
                                         std::integer_sequence<unsigned, kIndices...>) {
  ((wanted == kIndices ? f(std::integral_constant<unsigned, kIndices>()) : void()), ...);
}
template <typename F>
__device__ __forceinline__ void dispatch(std::uint32_t wanted, const F& f) {
  dispatch(wanted, f, std::make_integer_sequence<unsigned, 23>());
}

__device__ __forceinline__ std::uint32_t shared_base() {
  extern __shared__ __align__(1024) unsigned char memory[];
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
}

// The cycle counter once `seen` has arrived.
__device__ __forceinline__ long long clock_after(std::uint32_t seen) {
  if (seen != 0) __trap();
  return clock64();
}

// `zero` is 0, which the compiler does not know: what is computed from it must be computed.
template <unsigned kInstruction>
__device__ double latency(std::uint32_t at, std::uint32_t active, std::uint32_t zero) {
  const std::uint32_t own_word = shared_base() + kSharedBytes + 4 * (threadIdx.x % kWarp);
  long long begin = 0;
  std::uint32_t seen = zero;
  for (unsigned i = 0; i < kWarmUp + kTimed; ++i) {
    if (i == kWarmUp) begin = clock_after(seen);
    seen = execute<kInstruction>(at + seen, active, zero) & zero;
    // Of stores the time is seen in a load behind them: shared memory serves them in order.
    if constexpr (kIsStore<kInstruction>)
      seen = execute<kLoadWord>(own_word + seen, 1, zero) & zero;
  }
  return static_cast<double>(clock_after(seen) - begin) / kTimed;
}

// When this warp began and ended.
struct Interval {
  long long begin, end;
};
template <unsigned kInstruction>
__device__ Interval keep_busy(std::uint32_t at, std::uint32_t active, std::uint32_t zero) {
  const std::uint32_t own_word = shared_base() + kSharedBytes + 4 * (threadIdx.x % kWarp);
  std::uint32_t seen = zero;
  for (unsigned i = 0; i < kWarmUp; ++i) {
    seen ^= execute<kInstruction>(at + (i & zero), active, zero) & zero;
  }
  if (seen != 0) __trap();
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 8
  for (unsigned i = 0; i < kTimed; ++i) {
    seen ^= execute<kInstruction>(at + (i & zero), active, zero);
  }
  if constexpr (kIsStore<kInstruction>) seen ^= execute<kLoadWord>(own_word, 1, zero);
  return {begin, clock_after(seen & zero)};
}

// The busy warps access the same addresses and do not wait for each other: a race of stores of
// equal values, which is what is timed.
__global__ void time_accesses_kernel(const DeviceAccess* accesses,
                                     AccessCycles* cycles,
                                     std::uint32_t zero) {
  __shared__ Interval busy[kBusyWarps];
  const DeviceAccess& access = accesses[blockIdx.x];
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  const std::uint32_t active = access.active >> lane & 1;
  const std::uint32_t at = shared_base() + access.byte_address[lane];
  dispatch(access.instruction, [&](auto instruction) {
    constexpr unsigned kIndex = decltype(instruction)::value;
    if (warp == 0) {
      const double each = latency<kIndex>(at, active, zero);
      if (lane == 0) cycles[blockIdx.x].latency = each;
    }
    __syncthreads();
    const Interval own = keep_busy<kIndex>(at, active, zero);
    if (lane == 0) busy[warp] = own;
  });
  __syncthreads();
  if (threadIdx.x != 0) return;
  Interval whole = busy[0];
  for (const Interval& one : busy) {
    whole.begin = min(whole.begin, one.begin);
    whole.end = max(whole.end, one.end);
  }
  cycles[blockIdx.x].throughput =
      static_cast<double>(whole.end - whole.begin) / (kTimed * kBusyWarps);
}

// The warp meets between accesses, which touches no shared memory, so that none is in a race with
// another.  Within one store, lanes that share an address stay in one: that is the question.  They
// store the same value.
__global__ void count_accesses(const DeviceLaunch* launch,
                               std::uint32_t* sink,
                               std::uint32_t zero) {
  std::uint32_t seen = zero;
  for (unsigned kind = 0; kind < kCounterKinds; ++kind) {
    for (unsigned digit = 0; digit < kMaxDigits; ++digit) {
      const DeviceAccess& access = launch->access[kind][digit];
      const std::uint32_t all = launch->repeats[kind][digit];
      const std::uint32_t repeats = all / gridDim.x + (blockIdx.x < all % gridDim.x ? 1 : 0);
      if (repeats == 0) continue;
      const std::uint32_t active = access.active >> threadIdx.x & 1;
      const std::uint32_t at = shared_base() + access.byte_address[threadIdx.x];
      dispatch(access.instruction, [&](auto instruction) {
#pragma unroll 1
        for (std::uint32_t i = 0; i < repeats; ++i) {
          seen = execute<decltype(instruction)::value>(at + seen, active, zero) & zero;
          __syncwarp();
        }
      });
    }
  }
  sink[blockIdx.x * kWarp + threadIdx.x] = seen;
}

Result<DeviceAccess> to_device(const AccessPattern& pattern) {
  DeviceAccess access{};
  const auto* const found =
      std::find(std::begin(kInstructions), std::end(kInstructions), pattern.instruction);
  if (found == std::end(kInstructions) || pattern.byte_address.size() != kWarp) {
    return Error{ErrorCode::kUnsupported, "no kernel executes " + pattern.instruction};
  }
  access.instruction = static_cast<std::uint32_t>(found - std::begin(kInstructions));
  for (unsigned lane = 0; lane < kWarp; ++lane) {
    const auto& address = pattern.byte_address[lane];
    if (!address) continue;
    if (*address + kMaxBytes > kSharedBytes) {
      return Error{ErrorCode::kUnsupported, "no memory at byte " + std::to_string(*address)};
    }
    access.active |= 1u << lane;
    access.byte_address[lane] = static_cast<std::uint32_t>(*address);
  }
  return access;
}

template <typename Kernel>
std::optional<Error> allow_shared_memory(Kernel kernel) {
  TP_GPU_TRY(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(kAllocated)));
  return std::nullopt;
}

}  // namespace

Result<std::vector<AccessCycles>> time_accesses(std::span<const AccessPattern> patterns) {
  if (patterns.empty()) return std::vector<AccessCycles>{};
  std::vector<DeviceAccess> accesses;
  for (const AccessPattern& pattern : patterns) {
    TP_TRY(access, to_device(pattern));
    accesses.push_back(access);
  }
  if (const auto error = allow_shared_memory(time_accesses_kernel)) return *error;
  TP_TRY(in, DeviceBuffer<DeviceAccess>::copy_of(accesses));
  std::vector<AccessCycles> least(accesses.size(), {1e9, 1e9});
  for (unsigned timing = 0; timing < kTimings; ++timing) {
    TP_TRY(out, DeviceBuffer<AccessCycles>::make(accesses.size()));
    time_accesses_kernel<<<static_cast<unsigned>(accesses.size()),
                           kBusyWarps * kWarp,
                           kAllocated>>>(in.data(), out.data(), 0);
    TP_TRY(cycles, out.read());
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      // The poison is a negative number.
      if (!(cycles[i].latency > 0 && cycles[i].throughput > 0)) {
        return Error{ErrorCode::kUnsupported, "the timing kernel left a result unwritten"};
      }
      least[i].latency = std::min(least[i].latency, cycles[i].latency);
      least[i].throughput = std::min(least[i].throughput, cycles[i].throughput);
    }
  }
  return least;
}

std::optional<Error> launch_for_counters(std::span<const AccessPattern> patterns,
                                         std::span<const CounterLaunch> launches) {
  std::vector<DeviceLaunch> plans;
  for (const CounterLaunch& launch : launches) {
    DeviceLaunch plan{};
    for (std::size_t kind = 0; kind < kCounterKinds; ++kind) {
      std::uint32_t repeats = 1;
      for (std::size_t digit = 0; digit < kMaxDigits; ++digit, repeats *= kCounterBase) {
        const auto& position = launch[kind][digit];
        if (!position) continue;
        TP_TRY(access, to_device(patterns[*position]));
        plan.access[kind][digit] = access;
        plan.repeats[kind][digit] = repeats;
      }
    }
    plans.push_back(plan);
  }
  if (const auto error = allow_shared_memory(count_accesses)) return error;
  TP_TRY(in, DeviceBuffer<DeviceLaunch>::copy_of(plans));
  TP_TRY(sink, DeviceBuffer<std::uint32_t>::make(kCountingBlocks * kWarp));
  for (std::size_t i = 0; i < plans.size(); ++i) {
    count_accesses<<<kCountingBlocks, kWarp, kAllocated>>>(in.data() + i, sink.data(), 0);
    TP_GPU_TRY(cudaGetLastError());
  }
  TP_TRY(seen, sink.read());
  if (std::any_of(seen.begin(), seen.end(), [](std::uint32_t word) { return word != 0; })) {
    return Error{ErrorCode::kUnsupported, "the counted kernel did not come to its end"};
  }
  return std::nullopt;
}

}  // namespace tileproof::oracles
