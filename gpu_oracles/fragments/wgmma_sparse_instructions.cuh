// The matrix instructions of four warps whose A is sparse: it keeps 32 bytes of each row's 64 along
// k.  As wgmma_instructions.cuh, with each thread's metadata.
#pragma once

#include "gpu_oracles/fragments/wgmma_instructions.cuh"

namespace tileproof::oracles {

// The selector says which threads of four supply the metadata.
#define TP_WGMMA_SPARSE(Name, shape, element, sum, n, k, tail_shared, tail_registers)  \
  template <int kSelector>                                                             \
  struct Name {                                                                        \
    static constexpr const char* kName = "wgmma.mma_async.sp.sync.aligned." shape;     \
    using Operand = element;                                                           \
    static constexpr Sum kSum = Sum::sum;                                              \
    static constexpr int kN = n, kK = k, kRegistersD = n / 2, kSelectorOf = kSelector; \
    static __device__ void run(std::uint32_t* sums,                                    \
                               std::uint64_t a,                                        \
                               std::uint64_t b,                                        \
                               std::uint32_t metadata) {                               \
      TP_WGMMA_ASM("wgmma.mma_async.sp.sync.aligned." shape,                           \
                   n,                                                                  \
                   "%2, %3, %4, %5",                                                   \
                   tail_shared,                                                        \
                   "l"(a),                                                             \
                   "l"(b),                                                             \
                   "r"(metadata),                                                      \
                   "n"(kSelector));                                                    \
    }                                                                                  \
    static __device__ void run(std::uint32_t* sums,                                    \
                               const std::uint32_t* a,                                 \
                               std::uint64_t b,                                        \
                               std::uint32_t metadata) {                               \
      TP_WGMMA_ASM("wgmma.mma_async.sp.sync.aligned." shape,                           \
                   n,                                                                  \
                   "{%2,%3,%4,%5}, %6, %7, %8",                                        \
                   tail_registers,                                                     \
                   "r"(a[0]),                                                          \
                   "r"(a[1]),                                                          \
                   "r"(a[2]),                                                          \
                   "r"(a[3]),                                                          \
                   "l"(b),                                                             \
                   "r"(metadata),                                                      \
                   "n"(kSelector));                                                    \
    }                                                                                  \
  };

// clang-format off
TP_WGMMA_SPARSE(SparseWgmmaF16N8, "m64n8k32.f32.f16.f16", F16, kFloat, 8, 32, ",1,1,0,0", ",1,1,0")
TP_WGMMA_SPARSE(SparseWgmmaF16N64, "m64n64k32.f32.f16.f16", F16, kFloat, 64, 32, ",1,1,0,0", ",1,1,0")
TP_WGMMA_SPARSE(SparseWgmmaF16N256, "m64n256k32.f32.f16.f16", F16, kFloat, 256, 32, ",1,1,0,0", ",1,1,0")
TP_WGMMA_SPARSE(SparseWgmmaBf16N64, "m64n64k32.f32.bf16.bf16", Bf16, kFloat, 64, 32, ",1,1,0,0", ",1,1,0")
TP_WGMMA_SPARSE(SparseWgmmaTf32N64, "m64n64k16.f32.tf32.tf32", Tf32, kFloat, 64, 16, ",1,1", ",1,1")
TP_WGMMA_SPARSE(SparseWgmmaE4m3N64, "m64n64k64.f32.e4m3.e4m3", E4m3, kFloat, 64, 64, ",1,1", ",1,1")
TP_WGMMA_SPARSE(SparseWgmmaE5m2N64, "m64n64k64.f32.e5m2.e5m2", E5m2, kFloat, 64, 64, ",1,1", ",1,1")
TP_WGMMA_SPARSE(SparseWgmmaS8N64, "m64n64k64.s32.s8.s8", I8, kInteger, 64, 64, "", "")
TP_WGMMA_SPARSE(SparseWgmmaU8N64, "m64n64k64.s32.u8.u8", I8, kInteger, 64, 64, "", "")
// clang-format on

}  // namespace tileproof::oracles
