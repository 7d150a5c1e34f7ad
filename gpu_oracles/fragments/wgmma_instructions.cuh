// The matrix instructions of four warps that are asked: 64 x n results, A and B with rows of 32
// bytes along k.  Each type has two ways to run, A from shared memory or from four registers, and
// leaves register i of its accumulator at sums[128 i] for each thread.
#pragma once

#include "gpu_oracles/fragments/mma_instructions.cuh"
#include "gpu_oracles/fragments/wgmma_registers.cuh"

namespace tileproof::oracles {

// The accumulators start at 0 by a false scale-d.  `list` is the n whose registers are taken.
#define TP_WGMMA_ASM(text, list, operands, tail, ...)                                       \
  asm volatile(                                                                             \
      "{ .reg .pred p; .reg .b32 d<128>; setp.ne.b32 p, %1, 0; "                            \
      "wgmma.fence.sync.aligned; " text " {" TP_SUMS_##list                                 \
      "}, " operands ", p" tail                                                             \
      "; "                                                                                  \
      "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; " TP_STORES_##list \
      " }" ::"l"(sums),                                                                     \
      "r"(0),                                                                               \
      __VA_ARGS__                                                                           \
      : "memory")

#define TP_WGMMA(Name, text, element, sum, n, k, list, tail_shared, tail_registers)            \
  struct Name {                                                                                \
    static constexpr const char* kName = "wgmma.mma_async.sync.aligned." text;                 \
    using Operand = element;                                                                   \
    static constexpr Sum kSum = Sum::sum;                                                      \
    static constexpr int kN = n, kK = k, kRegistersD = list / 2;                               \
    static __device__ void run(std::uint32_t* sums, std::uint64_t a, std::uint64_t b) {        \
      TP_WGMMA_ASM(                                                                            \
          "wgmma.mma_async.sync.aligned." text, list, "%2, %3", tail_shared, "l"(a), "l"(b));  \
    }                                                                                          \
    static __device__ void run(std::uint32_t* sums, const std::uint32_t* a, std::uint64_t b) { \
      TP_WGMMA_ASM("wgmma.mma_async.sync.aligned." text,                                       \
                   list,                                                                       \
                   "{%2,%3,%4,%5}, %6",                                                        \
                   tail_registers,                                                             \
                   "r"(a[0]),                                                                  \
                   "r"(a[1]),                                                                  \
                   "r"(a[2]),                                                                  \
                   "r"(a[3]),                                                                  \
                   "l"(b));                                                                    \
    }                                                                                          \
  };

// After p: signs of A and B, then for 16-bit elements which of the operands in memory are
// transposed.
#define TP_WGMMA_F16(n) \
  TP_WGMMA(WgmmaF16N##n, "m64n" #n "k16.f32.f16.f16", F16, kFloat, n, 16, n, ",1,1,0,0", ",1,1,0")
#define TP_WGMMA_HALF(n, list) \
  TP_WGMMA(                    \
      WgmmaHalfN##n, "m64n" #n "k16.f16.f16.f16", F16, kHalf, n, 16, list, ",1,1,0,0", ",1,1,0")
#define TP_WGMMA_BF16(n) \
  TP_WGMMA(              \
      WgmmaBf16N##n, "m64n" #n "k16.f32.bf16.bf16", Bf16, kFloat, n, 16, n, ",1,1,0,0", ",1,1,0")
#define TP_WGMMA_TF32(n) \
  TP_WGMMA(WgmmaTf32N##n, "m64n" #n "k8.f32.tf32.tf32", Tf32, kFloat, n, 8, n, ",1,1", ",1,1")
#define TP_WGMMA_E4M3(n) \
  TP_WGMMA(WgmmaE4m3N##n, "m64n" #n "k32.f32.e4m3.e4m3", E4m3, kFloat, n, 32, n, ",1,1", ",1,1")
#define TP_WGMMA_E5M2(n) \
  TP_WGMMA(WgmmaE5m2N##n, "m64n" #n "k32.f32.e5m2.e5m2", E5m2, kFloat, n, 32, n, ",1,1", ",1,1")
#define TP_WGMMA_S8(n) \
  TP_WGMMA(WgmmaS8N##n, "m64n" #n "k32.s32.s8.s8", I8, kInteger, n, 32, n, "", "")
#define TP_WGMMA_U8(n) \
  TP_WGMMA(WgmmaU8N##n, "m64n" #n "k32.s32.u8.u8", I8, kInteger, n, 32, n, "", "")
#define TP_WGMMA_B1(n) \
  TP_WGMMA(WgmmaB1N##n, "m64n" #n "k256.s32.b1.b1.and.popc", B1, kInteger, n, 256, n, "", "")

// clang-format off
#define TP_POWERS(X) X(8) X(16) X(32) X(64) X(128) X(256)
#define TP_OTHERS(X) \
  X(24) X(40) X(48) X(56) X(72) X(80) X(88) X(96) X(104) X(112) X(120) X(136) X(144) X(152) X(160) \
  X(168) X(176) X(184) X(192) X(200) X(208) X(216) X(224) X(232) X(240) X(248)

TP_POWERS(TP_WGMMA_F16)
TP_OTHERS(TP_WGMMA_F16)
TP_WGMMA_HALF(16, 8)
TP_WGMMA_HALF(32, 16)
TP_WGMMA_HALF(64, 32)
TP_WGMMA_HALF(128, 64)
TP_WGMMA_HALF(256, 128)
TP_POWERS(TP_WGMMA_BF16)
TP_POWERS(TP_WGMMA_TF32)
TP_POWERS(TP_WGMMA_E4M3)
TP_POWERS(TP_WGMMA_E5M2)
TP_POWERS(TP_WGMMA_S8)
TP_POWERS(TP_WGMMA_U8)
TP_POWERS(TP_WGMMA_B1)
// clang-format on

// With A, or B, transposed: its rows, or columns, are contiguous in shared memory.  In registers A
// cannot be.
TP_WGMMA(
    WgmmaF16TransposedA, "m64n64k16.f32.f16.f16", F16, kFloat, 64, 16, 64, ",1,1,1,0", ",1,1,0")
TP_WGMMA(
    WgmmaF16TransposedB, "m64n128k16.f32.f16.f16", F16, kFloat, 128, 16, 128, ",1,1,0,1", ",1,1,1")
TP_WGMMA(
    WgmmaBf16TransposedA, "m64n64k16.f32.bf16.bf16", Bf16, kFloat, 64, 16, 64, ",1,1,1,0", ",1,1,0")
TP_WGMMA(
    WgmmaBf16TransposedB, "m64n64k16.f32.bf16.bf16", Bf16, kFloat, 64, 16, 64, ",1,1,0,1", ",1,1,1")

}  // namespace tileproof::oracles
