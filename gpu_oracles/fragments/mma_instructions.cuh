// The matrix instructions of one warp that are asked, each with the registers that it takes.
//
// An instruction is a type with its text, its tile kM x kN x kK, the bits of an element and of a 1,
// a thread's registers for A, B and D, and `run`.  Registers are plain bits, so that one probe
// serves all types.
#pragma once

#include <cstdint>

namespace tileproof::oracles {

// How an accumulator is stored.
enum class Sum { kFloat, kHalf, kInteger, kDouble };

// What A and B hold.
template <typename RegisterType, int bits, std::uint64_t one>
struct Element {
  using Register = RegisterType;
  static constexpr int kBits = bits;
  static constexpr std::uint64_t kOne = one;
  // Elements in a register.
  static constexpr int kPer = static_cast<int>(8 * sizeof(Register)) / bits;
};

using F16 = Element<std::uint32_t, 16, 0x3C00>;
using Bf16 = Element<std::uint32_t, 16, 0x3F80>;
using Tf32 = Element<std::uint32_t, 32, 0x3F800000>;
using F64 = Element<std::uint64_t, 64, 0x3FF0000000000000>;
using E4m3 = Element<std::uint32_t, 8, 0x38>;
using E5m2 = Element<std::uint32_t, 8, 0x3C>;
using I8 = Element<std::uint32_t, 8, 1>;
using I4 = Element<std::uint32_t, 4, 1>;
using B1 = Element<std::uint32_t, 1, 1>;

#define TP_DENSE_2_1_1(text, t)                      \
  asm volatile(text " {%0,%1}, {%2}, {%3}, {%4,%5};" \
               : "=" t(d[0]), "=" t(d[1])            \
               : t(a[0]), t(b[0]), t(c[0]), t(c[1]))
#define TP_DENSE_2_2_1(text, t)                         \
  asm volatile(text " {%0,%1}, {%2,%3}, {%4}, {%5,%6};" \
               : "=" t(d[0]), "=" t(d[1])               \
               : t(a[0]), t(a[1]), t(b[0]), t(c[0]), t(c[1]))
#define TP_DENSE_2_4_2(text, t)                                  \
  asm volatile(text " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};" \
               : "=" t(d[0]), "=" t(d[1])                        \
               : t(a[0]), t(a[1]), t(a[2]), t(a[3]), t(b[0]), t(b[1]), t(c[0]), t(c[1]))
#define TP_DENSE_4_2_1(text, t)                                      \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
               : "=" t(d[0]), "=" t(d[1]), "=" t(d[2]), "=" t(d[3])  \
               : t(a[0]), t(a[1]), t(b[0]), t(c[0]), t(c[1]), t(c[2]), t(c[3]))
#define TP_DENSE_4_2_2(text, t)                                          \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11};" \
               : "=" t(d[0]), "=" t(d[1]), "=" t(d[2]), "=" t(d[3])      \
               : t(a[0]), t(a[1]), t(b[0]), t(b[1]), t(c[0]), t(c[1]), t(c[2]), t(c[3]))
#define TP_DENSE_8_2_2(text, t)                                   \
  asm volatile(text                                               \
               " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, " \
               "{%12,%13,%14,%15,%16,%17,%18,%19};"               \
               : "=" t(d[0]),                                     \
                 "=" t(d[1]),                                     \
                 "=" t(d[2]),                                     \
                 "=" t(d[3]),                                     \
                 "=" t(d[4]),                                     \
                 "=" t(d[5]),                                     \
                 "=" t(d[6]),                                     \
                 "=" t(d[7])                                      \
               : t(a[0]),                                         \
                 t(a[1]),                                         \
                 t(b[0]),                                         \
                 t(b[1]),                                         \
                 t(c[0]),                                         \
                 t(c[1]),                                         \
                 t(c[2]),                                         \
                 t(c[3]),                                         \
                 t(c[4]),                                         \
                 t(c[5]),                                         \
                 t(c[6]),                                         \
                 t(c[7]))
#define TP_DENSE_4_4_2(text, t)                                         \
  asm volatile(                                                         \
      text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};" \
      : "=" t(d[0]), "=" t(d[1]), "=" t(d[2]), "=" t(d[3])              \
      : t(a[0]), t(a[1]), t(a[2]), t(a[3]), t(b[0]), t(b[1]), t(c[0]), t(c[1]), t(c[2]), t(c[3]))
#define TP_DENSE_4_8_4(text, t)                                                                 \
  asm volatile(                                                                                 \
      text " {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};" \
      : "=" t(d[0]), "=" t(d[1]), "=" t(d[2]), "=" t(d[3])                                      \
      : t(a[0]),                                                                                \
        t(a[1]),                                                                                \
        t(a[2]),                                                                                \
        t(a[3]),                                                                                \
        t(a[4]),                                                                                \
        t(a[5]),                                                                                \
        t(a[6]),                                                                                \
        t(a[7]),                                                                                \
        t(b[0]),                                                                                \
        t(b[1]),                                                                                \
        t(b[2]),                                                                                \
        t(b[3]),                                                                                \
        t(c[0]),                                                                                \
        t(c[1]),                                                                                \
        t(c[2]),                                                                                \
        t(c[3]))
#define TP_SPARSE_4_2_2(text, t)                                                   \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11}, %12, %13;" \
               : "=" t(d[0]), "=" t(d[1]), "=" t(d[2]), "=" t(d[3])                \
               : t(a[0]),                                                          \
                 t(a[1]),                                                          \
                 t(b[0]),                                                          \
                 t(b[1]),                                                          \
                 t(c[0]),                                                          \
                 t(c[1]),                                                          \
                 t(c[2]),                                                          \
                 t(c[3]),                                                          \
                 "r"(metadata),                                                    \
                 "n"(kSelector))
#define TP_SPARSE_4_4_4(text, t)                                                                   \
  asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%12,%13,%14,%15}, %16, %17;" \
               : "=" t(d[0]), "=" t(d[1]), "=" t(d[2]), "=" t(d[3])                                \
               : t(a[0]),                                                                          \
                 t(a[1]),                                                                          \
                 t(a[2]),                                                                          \
                 t(a[3]),                                                                          \
                 t(b[0]),                                                                          \
                 t(b[1]),                                                                          \
                 t(b[2]),                                                                          \
                 t(b[3]),                                                                          \
                 t(c[0]),                                                                          \
                 t(c[1]),                                                                          \
                 t(c[2]),                                                                          \
                 t(c[3]),                                                                          \
                 "r"(metadata),                                                                    \
                 "n"(kSelector))

#define TP_MMA_TRAITS(text, element, sum, m, n, k, nd, na, nb) \
  static constexpr const char* kName = text;                   \
  using Operand = element;                                     \
  using R = element::Register;                                 \
  static constexpr Sum kSum = Sum::sum;                        \
  static constexpr int kM = m, kN = n, kK = k;                 \
  static constexpr int kRegistersD = nd, kRegistersA = na, kRegistersB = nb;

#define TP_MMA(Name, text, element, t, sum, m, n, k, nd, na, nb)           \
  struct Name {                                                            \
    TP_MMA_TRAITS(text, element, sum, m, n, k, nd, na, nb)                 \
    static __device__ void run(R* d, const R* a, const R* b, const R* c) { \
      TP_DENSE_##nd##_##na##_##nb(text, t);                                \
    }                                                                      \
  };

// The selector says which threads of four supply the metadata.
#define TP_MMA_SPARSE(Name, text, element, sum, m, n, k, nd, na, nb)                               \
  template <int kSelector>                                                                         \
  struct Name {                                                                                    \
    TP_MMA_TRAITS(text, element, sum, m, n, k, nd, na, nb)                                         \
    static constexpr int kSelectorOf = kSelector;                                                  \
    static __device__ void run(R* d, const R* a, const R* b, const R* c, std::uint32_t metadata) { \
      TP_SPARSE_##nd##_##na##_##nb(text, "r");                                                     \
    }                                                                                              \
  };

#define TP_TEXT(shape, types) "mma.sync.aligned." shape ".row.col." types

// clang-format off
// Four products at once, each of eight lanes.
TP_MMA(MmaF16RowCol, "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", F16, "r", kFloat, 8, 8, 4, 8, 2, 2)
TP_MMA(MmaF16RowRow, "mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f32", F16, "r", kFloat, 8, 8, 4, 8, 2, 2)
TP_MMA(MmaF16ColCol, "mma.sync.aligned.m8n8k4.col.col.f32.f16.f16.f32", F16, "r", kFloat, 8, 8, 4, 8, 2, 2)
TP_MMA(MmaF16ColRow, "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32", F16, "r", kFloat, 8, 8, 4, 8, 2, 2)
TP_MMA(MmaF16RowColHalf, "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16", F16, "r", kHalf, 8, 8, 4, 4, 2, 2)
TP_MMA(MmaF16ColRowHalf, "mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16", F16, "r", kHalf, 8, 8, 4, 4, 2, 2)
TP_MMA(MmaF16K8, TP_TEXT("m16n8k8", "f32.f16.f16.f32"), F16, "r", kFloat, 16, 8, 8, 4, 2, 1)
TP_MMA(MmaF16K16, TP_TEXT("m16n8k16", "f32.f16.f16.f32"), F16, "r", kFloat, 16, 8, 16, 4, 4, 2)
TP_MMA(MmaF16K8Half, TP_TEXT("m16n8k8", "f16.f16.f16.f16"), F16, "r", kHalf, 16, 8, 8, 2, 2, 1)
TP_MMA(MmaF16K16Half, TP_TEXT("m16n8k16", "f16.f16.f16.f16"), F16, "r", kHalf, 16, 8, 16, 2, 4, 2)
TP_MMA(MmaBf16K8, TP_TEXT("m16n8k8", "f32.bf16.bf16.f32"), Bf16, "r", kFloat, 16, 8, 8, 4, 2, 1)
TP_MMA(MmaBf16K16, TP_TEXT("m16n8k16", "f32.bf16.bf16.f32"), Bf16, "r", kFloat, 16, 8, 16, 4, 4, 2)
TP_MMA(MmaTf32K4, TP_TEXT("m16n8k4", "f32.tf32.tf32.f32"), Tf32, "r", kFloat, 16, 8, 4, 4, 2, 1)
TP_MMA(MmaTf32K8, TP_TEXT("m16n8k8", "f32.tf32.tf32.f32"), Tf32, "r", kFloat, 16, 8, 8, 4, 4, 2)
TP_MMA(MmaF64M8K4, TP_TEXT("m8n8k4", "f64.f64.f64.f64"), F64, "l", kDouble, 8, 8, 4, 2, 1, 1)
TP_MMA(MmaF64K4, TP_TEXT("m16n8k4", "f64.f64.f64.f64"), F64, "l", kDouble, 16, 8, 4, 4, 2, 1)
TP_MMA(MmaF64K8, TP_TEXT("m16n8k8", "f64.f64.f64.f64"), F64, "l", kDouble, 16, 8, 8, 4, 4, 2)
TP_MMA(MmaF64K16, TP_TEXT("m16n8k16", "f64.f64.f64.f64"), F64, "l", kDouble, 16, 8, 16, 4, 8, 4)
TP_MMA(MmaE4m3K32, TP_TEXT("m16n8k32", "f32.e4m3.e4m3.f32"), E4m3, "r", kFloat, 16, 8, 32, 4, 4, 2)
TP_MMA(MmaE5m2K32, TP_TEXT("m16n8k32", "f32.e5m2.e5m2.f32"), E5m2, "r", kFloat, 16, 8, 32, 4, 4, 2)
TP_MMA(MmaE4m3K16, TP_TEXT("m16n8k16", "f32.e4m3.e4m3.f32"), E4m3, "r", kFloat, 16, 8, 16, 4, 2, 1)
TP_MMA(MmaE5m2K16, TP_TEXT("m16n8k16", "f32.e5m2.e5m2.f32"), E5m2, "r", kFloat, 16, 8, 16, 4, 2, 1)
TP_MMA(MmaE4m3K32Half, TP_TEXT("m16n8k32", "f16.e4m3.e4m3.f16"), E4m3, "r", kHalf, 16, 8, 32, 2, 4, 2)
TP_MMA(MmaS8M8K16, TP_TEXT("m8n8k16", "s32.s8.s8.s32"), I8, "r", kInteger, 8, 8, 16, 2, 1, 1)
TP_MMA(MmaS8K16, TP_TEXT("m16n8k16", "s32.s8.s8.s32"), I8, "r", kInteger, 16, 8, 16, 4, 2, 1)
TP_MMA(MmaS8K32, TP_TEXT("m16n8k32", "s32.s8.s8.s32"), I8, "r", kInteger, 16, 8, 32, 4, 4, 2)
TP_MMA(MmaU8M8K16, TP_TEXT("m8n8k16", "s32.u8.u8.s32"), I8, "r", kInteger, 8, 8, 16, 2, 1, 1)
TP_MMA(MmaU8K16, TP_TEXT("m16n8k16", "s32.u8.u8.s32"), I8, "r", kInteger, 16, 8, 16, 4, 2, 1)
TP_MMA(MmaU8K32, TP_TEXT("m16n8k32", "s32.u8.u8.s32"), I8, "r", kInteger, 16, 8, 32, 4, 4, 2)
TP_MMA(MmaS4M8K32, TP_TEXT("m8n8k32", "s32.s4.s4.s32"), I4, "r", kInteger, 8, 8, 32, 2, 1, 1)
TP_MMA(MmaS4K32, TP_TEXT("m16n8k32", "s32.s4.s4.s32"), I4, "r", kInteger, 16, 8, 32, 4, 2, 1)
TP_MMA(MmaS4K64, TP_TEXT("m16n8k64", "s32.s4.s4.s32"), I4, "r", kInteger, 16, 8, 64, 4, 4, 2)
TP_MMA(MmaU4K64, TP_TEXT("m16n8k64", "s32.u4.u4.s32"), I4, "r", kInteger, 16, 8, 64, 4, 4, 2)
TP_MMA(MmaB1M8AndK128, TP_TEXT("m8n8k128", "s32.b1.b1.s32") ".and.popc", B1, "r", kInteger, 8, 8, 128, 2, 1, 1)
TP_MMA(MmaB1AndK128, TP_TEXT("m16n8k128", "s32.b1.b1.s32") ".and.popc", B1, "r", kInteger, 16, 8, 128, 4, 2, 1)
TP_MMA(MmaB1AndK256, TP_TEXT("m16n8k256", "s32.b1.b1.s32") ".and.popc", B1, "r", kInteger, 16, 8, 256, 4, 4, 2)
TP_MMA(MmaB1M8XorK128, TP_TEXT("m8n8k128", "s32.b1.b1.s32") ".xor.popc", B1, "r", kInteger, 8, 8, 128, 2, 1, 1)
TP_MMA(MmaB1XorK128, TP_TEXT("m16n8k128", "s32.b1.b1.s32") ".xor.popc", B1, "r", kInteger, 16, 8, 128, 4, 2, 1)
TP_MMA(MmaB1XorK256, TP_TEXT("m16n8k256", "s32.b1.b1.s32") ".xor.popc", B1, "r", kInteger, 16, 8, 256, 4, 4, 2)
// clang-format on

#undef TP_TEXT
#define TP_TEXT(shape, types) "mma.sp::ordered_metadata.sync.aligned." shape ".row.col." types

// clang-format off
TP_MMA_SPARSE(SparseF16K16, TP_TEXT("m16n8k16", "f32.f16.f16.f32"), F16, kFloat, 16, 8, 16, 4, 2, 2)
TP_MMA_SPARSE(SparseF16K32, TP_TEXT("m16n8k32", "f32.f16.f16.f32"), F16, kFloat, 16, 8, 32, 4, 4, 4)
TP_MMA_SPARSE(SparseBf16K16, TP_TEXT("m16n8k16", "f32.bf16.bf16.f32"), Bf16, kFloat, 16, 8, 16, 4, 2, 2)
TP_MMA_SPARSE(SparseBf16K32, TP_TEXT("m16n8k32", "f32.bf16.bf16.f32"), Bf16, kFloat, 16, 8, 32, 4, 4, 4)
TP_MMA_SPARSE(SparseTf32K8, TP_TEXT("m16n8k8", "f32.tf32.tf32.f32"), Tf32, kFloat, 16, 8, 8, 4, 2, 2)
TP_MMA_SPARSE(SparseTf32K16, TP_TEXT("m16n8k16", "f32.tf32.tf32.f32"), Tf32, kFloat, 16, 8, 16, 4, 4, 4)
TP_MMA_SPARSE(SparseS8K32, TP_TEXT("m16n8k32", "s32.s8.s8.s32"), I8, kInteger, 16, 8, 32, 4, 2, 2)
TP_MMA_SPARSE(SparseS8K64, TP_TEXT("m16n8k64", "s32.s8.s8.s32"), I8, kInteger, 16, 8, 64, 4, 4, 4)
TP_MMA_SPARSE(SparseE4m3K64, TP_TEXT("m16n8k64", "f32.e4m3.e4m3.f32"), E4m3, kFloat, 16, 8, 64, 4, 4, 4)
// clang-format on

#undef TP_TEXT

}  // namespace tileproof::oracles
