// Asks the WMMA instructions of gfx1100 and gfx1200 in waves of 32.  Those of sparse A, and waves
// of 64, are not asked.
#include "gpu_oracles/amd_fragments/probe.hpp"

namespace tileproof::oracles {
namespace amd {
namespace {

using Halfs8 = VectorOf<_Float16, 8>;
using Halfs16 = VectorOf<_Float16, 16>;
using Shorts8 = VectorOf<short, 8>;
using Shorts16 = VectorOf<short, 16>;
using Floats8 = VectorOf<float, 8>;
using Ints2 = VectorOf<int, 2>;
using Ints4 = VectorOf<int, 4>;
using Ints8 = VectorOf<int, 8>;

#if defined(__GFX11__)
#define TP_ON_GFX11(code) code
#else
#define TP_ON_GFX11(code) __builtin_trap()
#endif
#if defined(__GFX12__)
#define TP_ON_GFX12(code) code
#else
#define TP_ON_GFX12(code) __builtin_trap()
#endif

// The tile is 16 x 16 x depth.
#define TP_WMMA(                                                                        \
    Type, text, depth, operand_lanes, element_a, element_b, sum, packing, family, code) \
  struct Type {                                                                         \
    static constexpr const char* kName = text;                                          \
    static constexpr int kM = 16;                                                       \
    static constexpr int kN = 16;                                                       \
    static constexpr int kK = depth;                                                    \
    static constexpr int kLanes = 32;                                                   \
    static constexpr int kOperandLanes = operand_lanes;                                 \
    using A = element_a;                                                                \
    using B = element_b;                                                                \
    static constexpr SumType kSum = SumType::sum;                                       \
    static constexpr SumPacking kPacking = SumPacking::packing;                         \
    static bool is_on(const std::string& architecture) {                                \
      return architecture.starts_with(family);                                          \
    }                                                                                   \
    static __device__ void run(std::uint32_t* d,                                        \
                               const std::uint32_t* a,                                  \
                               const std::uint32_t* b,                                  \
                               const std::uint32_t* c) {                                \
      code;                                                                             \
    }                                                                                   \
  }
// The lanes from 16 on have copies of A and B.
#define TP_GFX11(Type, text, element, sum, packing, code) \
  TP_WMMA(Type, text, 16, 16, element, element, sum, packing, "gfx11", TP_ON_GFX11(put(d, code)))
#define TP_GFX12(Type, text, depth, element, sum, code) \
  TP_WMMA(Type, text, depth, 32, element, element, sum, kDense, "gfx12", TP_ON_GFX12(put(d, code)))

// clang-format off
TP_GFX11(F16ToF32, "v_wmma_f32_16x16x16_f16", F16, kFloat, kDense,
         __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(as<Halfs16>(a), as<Halfs16>(b),
                                                    as<Floats8>(c)));
TP_GFX11(Bf16ToF32, "v_wmma_f32_16x16x16_bf16", Bf16, kFloat, kDense,
         __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(as<Shorts16>(a), as<Shorts16>(b),
                                                     as<Floats8>(c)));
TP_GFX11(F16ToF16, "v_wmma_f16_16x16x16_f16", F16, kHalf, kPadded,
         __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(as<Halfs16>(a), as<Halfs16>(b), as<Halfs16>(c),
                                                    false));
TP_GFX11(Bf16ToBf16, "v_wmma_bf16_16x16x16_bf16", Bf16, kBfloat, kPadded,
         __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32(as<Shorts16>(a), as<Shorts16>(b),
                                                      as<Shorts16>(c), false));
TP_GFX11(I8ToI32, "v_wmma_i32_16x16x16_iu8", I8, kInteger, kDense,
         __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(true, as<Ints4>(a), true, as<Ints4>(b),
                                                    as<Ints8>(c), false));
TP_GFX11(I4ToI32, "v_wmma_i32_16x16x16_iu4", I4, kInteger, kDense,
         __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32(true, as<Ints2>(a), true, as<Ints2>(b),
                                                    as<Ints8>(c), false));

TP_GFX12(NewF16ToF32, "v_wmma_f32_16x16x16_f16", 16, F16, kFloat,
         __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(as<Halfs8>(a), as<Halfs8>(b),
                                                          as<Floats8>(c)));
TP_GFX12(NewBf16ToF32, "v_wmma_f32_16x16x16_bf16", 16, Bf16, kFloat,
         __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12(as<Shorts8>(a), as<Shorts8>(b),
                                                           as<Floats8>(c)));
TP_GFX12(NewF16ToF16, "v_wmma_f16_16x16x16_f16", 16, F16, kHalf,
         __builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12(as<Halfs8>(a), as<Halfs8>(b),
                                                          as<Halfs8>(c)));
TP_GFX12(NewBf16ToBf16, "v_wmma_bf16_16x16x16_bf16", 16, Bf16, kBfloat,
         __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32_gfx12(as<Shorts8>(a), as<Shorts8>(b),
                                                            as<Shorts8>(c)));
TP_GFX12(NewI8ToI32, "v_wmma_i32_16x16x16_iu8", 16, I8, kInteger,
         __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(true, as<Ints2>(a), true, as<Ints2>(b),
                                                          as<Ints8>(c), false));
TP_GFX12(NewI4ToI32, "v_wmma_i32_16x16x16_iu4", 16, I4, kInteger,
         __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32_gfx12(true, as<int>(a), true, as<int>(b),
                                                          as<Ints8>(c), false));
TP_GFX12(LongI4ToI32, "v_wmma_i32_16x16x32_iu4", 32, I4, kInteger,
         __builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12(true, as<Ints2>(a), true, as<Ints2>(b),
                                                          as<Ints8>(c), false));
#define TP_GFX12_8_BITS(Type, types, element_a, element_b)                                      \
  TP_WMMA(Type, "v_wmma_f32_16x16x16_" #types, 16, 32, element_a, element_b, kFloat, kDense,    \
          "gfx12", TP_ON_GFX12(put(d, __builtin_amdgcn_wmma_f32_16x16x16_##types##_w32_gfx12(   \
                                          as<Ints2>(a), as<Ints2>(b), as<Floats8>(c)))))
TP_GFX12_8_BITS(Fp8Fp8ToF32, fp8_fp8, Fp8, Fp8);
TP_GFX12_8_BITS(Fp8Bf8ToF32, fp8_bf8, Fp8, Bf8);
TP_GFX12_8_BITS(Bf8Fp8ToF32, bf8_fp8, Bf8, Fp8);
TP_GFX12_8_BITS(Bf8Bf8ToF32, bf8_bf8, Bf8, Bf8);
// clang-format on

}  // namespace
}  // namespace amd

std::optional<Error> ask_wmma(const std::string& architecture, const AmdFragmentSink& sink) {
  using namespace amd;
  return ask_each<F16ToF32,
                  Bf16ToF32,
                  F16ToF16,
                  Bf16ToBf16,
                  I8ToI32,
                  I4ToI32,
                  NewF16ToF32,
                  NewBf16ToF32,
                  NewF16ToF16,
                  NewBf16ToBf16,
                  NewI8ToI32,
                  NewI4ToI32,
                  LongI4ToI32,
                  Fp8Fp8ToF32,
                  Fp8Bf8ToF32,
                  Bf8Fp8ToF32,
                  Bf8Bf8ToF32>(architecture, sink);
}

}  // namespace tileproof::oracles
