// Asks where direct loads from global memory to LDS put what each lane loads, on gfx90a and gfx942.
//
// The instructions are written out: the compiler's __builtin_amdgcn_global_load_lds exists from
// gfx940 on only, and crashes clang 19.
#include "gpu_oracles/amd_moves/amd_moves_device.hpp"
#include "gpu_oracles/instructions/lds.hpp"
#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {
namespace {

#if defined(__gfx90a__)
#define TP_GLOBAL_TO_LDS(type, offset) "global_load_" type " %0, off offset:" offset " lds"
#else
#define TP_GLOBAL_TO_LDS(type, offset) "global_load_lds_" type " %0, off offset:" offset
#endif

#if defined(__GFX9__)
#define TP_LOAD(type, offset) \
  asm volatile("s_mov_b32 m0, %1\n\ts_nop 0\n\t" TP_GLOBAL_TO_LDS(type, offset) "\n\t"     \
               "s_waitcnt vmcnt(0)" ::"v"(from),                                           \
               "s"(m0)                                                                     \
               : "memory")
#else
#define TP_LOAD(type, offset) __builtin_trap()
#endif

// `m0` is the same for all lanes.
__device__ void load_to_lds(const std::uint8_t* from,
                            std::uint32_t m0,
                            std::uint32_t bytes,
                            std::uint32_t offset) {
  switch (bytes + offset) {
    case 1:
      TP_LOAD("ubyte", "0");
      return;
    case 2:
      TP_LOAD("ushort", "0");
      return;
    case 4:
      TP_LOAD("dword", "0");
      return;
    case 65:
      TP_LOAD("ubyte", "64");
      return;
    case 66:
      TP_LOAD("ushort", "64");
      return;
    default:
      TP_LOAD("dword", "64");
  }
}

__global__ void load_directly(const GlobalToLds* cases,
                              const std::uint8_t* global,
                              GlobalToLdsAnswer* answers) {
  alignas(16) __shared__ std::uint32_t memory[kLdsWords];
  const GlobalToLds& one = cases[blockIdx.x];
  const unsigned lane = threadIdx.x;
  for (unsigned i = lane; i < kLdsWords; i += kMaxLanes) memory[i] = kLdsPoison;
  __syncthreads();
  const std::uint32_t m0 = __builtin_amdgcn_readfirstlane(lds::address_of(memory) + one.m0);
  if ((one.active >> lane & 1) != 0) {
    load_to_lds(global + one.from[lane], m0, one.bytes, one.offset);
  }
  __syncthreads();
  for (unsigned i = lane; i < kLdsWords; i += kMaxLanes) {
    answers[blockIdx.x].memory[i] = memory[i];
  }
}

}  // namespace

Result<std::vector<GlobalToLdsAnswer>> ask_global_to_lds(std::span<const GlobalToLds> cases) {
  if (cases.empty()) return std::vector<GlobalToLdsAnswer>{};
  std::vector<std::uint8_t> bytes;
  for (unsigned i = 0; i < kGlobalBytes; ++i) bytes.push_back(global_byte(i));
  TP_TRY(global, DeviceBuffer<std::uint8_t>::copy_of(bytes));
  TP_TRY(device_cases, DeviceBuffer<GlobalToLds>::copy_of(cases));
  TP_TRY(answers, DeviceBuffer<GlobalToLdsAnswer>::make(cases.size()));
  load_directly<<<static_cast<unsigned>(cases.size()), kMaxLanes>>>(
      device_cases.data(), global.data(), answers.data());
  return answers.read();
}

}  // namespace tileproof::oracles
