// Times LDS instructions: each wave executes one of them over and over, at addresses that are
// given, and waits each time until it is done.
#include <algorithm>
#include <bit>
#include <utility>

#include "gpu_oracles/amd_bank_conflicts/lds_access.hpp"
#include "gpu_oracles/instructions/lds.hpp"
#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {
namespace {

constexpr unsigned kMostLanes = 64;
constexpr unsigned kWarmUp = 8;
constexpr unsigned kTimed = 64;   // instructions of a wave
constexpr unsigned kTimings = 5;  // of which the least counts
// All that a workgroup can have, so that it is alone there.
constexpr unsigned kAllocated = 64 * 1024;
static_assert(kAllocated >= kLdsWindow);
constexpr unsigned kInstructionCount = std::size(kLdsInstructions);

struct DeviceAccess {
  std::uint64_t active;
  std::uint32_t first_active;
  std::uint32_t byte_address[kMostLanes];
};

template <unsigned kInstruction>
__device__ __forceinline__ void execute(std::uint32_t at, std::uint32_t* words) {
  constexpr LdsInstruction kOne = kLdsInstructions[kInstruction];
  if constexpr (kOne.name.starts_with("ds_read")) {
    lds::read(at, kOne.bytes, words);
  } else {
    lds::write(at, kOne.bytes, words);
    lds::wait();
  }
}

template <unsigned kInstruction>
__global__ void time_accesses(const DeviceAccess* accesses, std::uint32_t* cycles) {
  extern __shared__ std::uint32_t memory[];
  const DeviceAccess& access = accesses[blockIdx.x];
  const unsigned lane = threadIdx.x;
  const std::uint32_t at = lds::address_of(memory) + access.byte_address[lane];
  if ((access.active >> lane & 1) == 0) return;
  std::uint32_t words[4] = {lane, lane, lane, lane};
  for (unsigned i = 0; i < kWarmUp; ++i) execute<kInstruction>(at, words);
  const std::uint64_t begin = __builtin_readcyclecounter();
#pragma unroll 1
  for (unsigned i = 0; i < kTimed; ++i) execute<kInstruction>(at, words);
  const std::uint64_t end = __builtin_readcyclecounter();
  // The counter of gfx11 has 20 bits, which last for more than is timed.
  if (lane == access.first_active) {
    cycles[blockIdx.x] = static_cast<std::uint32_t>(end - begin) & 0xFFFFF;
  }
}

using Kernel = void (*)(const DeviceAccess*, std::uint32_t*);
template <unsigned... kIndices>
Kernel kernel_of(std::size_t instruction, std::integer_sequence<unsigned, kIndices...>) {
  constexpr Kernel kKernels[] = {time_accesses<kIndices>...};
  return kKernels[instruction];
}

}  // namespace

Result<std::vector<double>> time_lds_accesses(std::size_t instruction,
                                              std::span<const LdsAddresses> patterns) {
  TP_CHECK(instruction < kInstructionCount, "no such LDS instruction");
  if (patterns.empty()) return std::vector<double>{};
  std::vector<DeviceAccess> accesses;
  for (const LdsAddresses& addresses : patterns) {
    DeviceAccess access{};
    for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
      if (!addresses[lane]) continue;
      TP_CHECK(*addresses[lane] + kLdsInstructions[instruction].bytes <= kLdsWindow,
               "an access beyond the window");
      access.active |= std::uint64_t{1} << lane;
      access.byte_address[lane] = static_cast<std::uint32_t>(*addresses[lane]);
    }
    access.first_active = static_cast<std::uint32_t>(std::countr_zero(access.active));
    accesses.push_back(access);
  }
  const Kernel kernel =
      kernel_of(instruction, std::make_integer_sequence<unsigned, kInstructionCount>());
  TP_GPU_TRY(gpuFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                 gpuFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(kAllocated)));
  TP_TRY(in, DeviceBuffer<DeviceAccess>::copy_of(accesses));
  std::vector<double> least(accesses.size(), 1e9);
  for (unsigned timing = 0; timing < kTimings; ++timing) {
    TP_TRY(out, DeviceBuffer<std::uint32_t>::make(accesses.size()));
    kernel<<<static_cast<unsigned>(accesses.size()),
             static_cast<unsigned>(patterns.front().size()),
             kAllocated>>>(in.data(), out.data());
    TP_TRY(cycles, out.read());
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      // The poison is more than 20 bits.
      if (cycles[i] == 0 || cycles[i] > 0xFFFFF) {
        return Error{ErrorCode::kUnsupported, "the timing kernel left a result unwritten"};
      }
      least[i] = std::min(least[i], static_cast<double>(cycles[i]) / kTimed);
    }
  }
  return least;
}

}  // namespace tileproof::oracles
