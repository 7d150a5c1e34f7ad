// Asks the MFMA instructions of gfx90a and gfx942: those with one block.  The forms with several
// blocks, and those of sparse A, are not asked.
#include "gpu_oracles/amd_fragments/probe.hpp"

namespace tileproof::oracles {
namespace amd {
namespace {

using Halfs4 = VectorOf<_Float16, 4>;
using Shorts2 = VectorOf<short, 2>;
using Shorts4 = VectorOf<short, 4>;
using Floats2 = VectorOf<float, 2>;
using Floats4 = VectorOf<float, 4>;
using Floats16 = VectorOf<float, 16>;
using Ints4 = VectorOf<int, 4>;
using Ints16 = VectorOf<int, 16>;
using Doubles4 = VectorOf<double, 4>;

#if defined(__gfx90a__)
#define TP_ON_GFX90A(code) code
#else
#define TP_ON_GFX90A(code) __builtin_trap()
#endif
#if defined(__gfx942__)
#define TP_ON_GFX942(code) code
#else
#define TP_ON_GFX942(code) __builtin_trap()
#endif
#if defined(__gfx90a__) || defined(__gfx942__)
#define TP_ON_BOTH(code) code
#else
#define TP_ON_BOTH(code) __builtin_trap()
#endif
constexpr bool is_gfx90a(const std::string& architecture) { return architecture == "gfx90a"; }
constexpr bool is_gfx942(const std::string& architecture) { return architecture == "gfx942"; }
constexpr bool is_either(const std::string& architecture) {
  return is_gfx90a(architecture) || is_gfx942(architecture);
}

// The tile is side x side x depth; `vector` is the type of A and B, `sums` that of C and D.
#define TP_MFMA(Type, text, side, depth, element, sum, where, on, builtin, vector, sums) \
  struct Type {                                                                          \
    static constexpr const char* kName = text;                                           \
    static constexpr int kM = side;                                                      \
    static constexpr int kN = side;                                                      \
    static constexpr int kK = depth;                                                     \
    static constexpr int kLanes = 64;                                                    \
    static constexpr int kOperandLanes = 64;                                             \
    using A = element;                                                                   \
    using B = element;                                                                   \
    static constexpr SumType kSum = SumType::sum;                                        \
    static constexpr SumPacking kPacking = SumPacking::kDense;                           \
    static bool is_on(const std::string& architecture) { return on(architecture); }      \
    static __device__ void run(std::uint32_t* d,                                         \
                               const std::uint32_t* a,                                   \
                               const std::uint32_t* b,                                   \
                               const std::uint32_t* c) {                                 \
      where(put(d, builtin(as<vector>(a), as<vector>(b), as<sums>(c), 0, 0, 0)));        \
    }                                                                                    \
  }

// clang-format off
TP_MFMA(F32K2, "v_mfma_f32_32x32x2_f32", 32, 2, F32, kFloat, TP_ON_BOTH, is_either,
        __builtin_amdgcn_mfma_f32_32x32x2f32, float, Floats16);
TP_MFMA(F32K4, "v_mfma_f32_16x16x4_f32", 16, 4, F32, kFloat, TP_ON_BOTH, is_either,
        __builtin_amdgcn_mfma_f32_16x16x4f32, float, Floats4);
TP_MFMA(F16K8, "v_mfma_f32_32x32x8_f16", 32, 8, F16, kFloat, TP_ON_BOTH, is_either,
        __builtin_amdgcn_mfma_f32_32x32x8f16, Halfs4, Floats16);
TP_MFMA(F16K16, "v_mfma_f32_16x16x16_f16", 16, 16, F16, kFloat, TP_ON_BOTH, is_either,
        __builtin_amdgcn_mfma_f32_16x16x16f16, Halfs4, Floats4);
TP_MFMA(Bf16K8, "v_mfma_f32_32x32x8_bf16", 32, 8, Bf16, kFloat, TP_ON_BOTH, is_either,
        __builtin_amdgcn_mfma_f32_32x32x8bf16_1k, Shorts4, Floats16);
TP_MFMA(Bf16K16, "v_mfma_f32_16x16x16_bf16", 16, 16, Bf16, kFloat, TP_ON_BOTH, is_either,
        __builtin_amdgcn_mfma_f32_16x16x16bf16_1k, Shorts4, Floats4);
TP_MFMA(F64K4, "v_mfma_f64_16x16x4_f64", 16, 4, F64, kDouble, TP_ON_BOTH, is_either,
        __builtin_amdgcn_mfma_f64_16x16x4f64, double, Doubles4);
TP_MFMA(Bf16K4, "v_mfma_f32_32x32x4bf16", 32, 4, Bf16, kFloat, TP_ON_GFX90A, is_gfx90a,
        __builtin_amdgcn_mfma_f32_32x32x4bf16, Shorts2, Floats16);
TP_MFMA(Bf16K8Small, "v_mfma_f32_16x16x8bf16", 16, 8, Bf16, kFloat, TP_ON_GFX90A, is_gfx90a,
        __builtin_amdgcn_mfma_f32_16x16x8bf16, Shorts2, Floats4);
TP_MFMA(I8K8, "v_mfma_i32_32x32x8i8", 32, 8, I8, kInteger, TP_ON_GFX90A, is_gfx90a,
        __builtin_amdgcn_mfma_i32_32x32x8i8, int, Ints16);
TP_MFMA(I8K16Small, "v_mfma_i32_16x16x16i8", 16, 16, I8, kInteger, TP_ON_GFX90A, is_gfx90a,
        __builtin_amdgcn_mfma_i32_16x16x16i8, int, Ints4);
TP_MFMA(I8K16, "v_mfma_i32_32x32x16_i8", 32, 16, I8, kInteger, TP_ON_GFX942, is_gfx942,
        __builtin_amdgcn_mfma_i32_32x32x16_i8, long, Ints16);
TP_MFMA(I8K32, "v_mfma_i32_16x16x32_i8", 16, 32, I8, kInteger, TP_ON_GFX942, is_gfx942,
        __builtin_amdgcn_mfma_i32_16x16x32_i8, long, Ints4);
TP_MFMA(Xf32K4, "v_mfma_f32_32x32x4_xf32", 32, 4, F32, kFloat, TP_ON_GFX942, is_gfx942,
        __builtin_amdgcn_mfma_f32_32x32x4_xf32, Floats2, Floats16);
TP_MFMA(Xf32K8, "v_mfma_f32_16x16x8_xf32", 16, 8, F32, kFloat, TP_ON_GFX942, is_gfx942,
        __builtin_amdgcn_mfma_f32_16x16x8_xf32, Floats2, Floats4);
#define TP_MFMA_8_BITS(Type, types)                                                          \
  TP_MFMA(Type##K16, "v_mfma_f32_32x32x16_" #types, 32, 16, Fnuz8, kFloat, TP_ON_GFX942,     \
          is_gfx942, __builtin_amdgcn_mfma_f32_32x32x16_##types, long, Floats16);            \
  TP_MFMA(Type##K32, "v_mfma_f32_16x16x32_" #types, 16, 32, Fnuz8, kFloat, TP_ON_GFX942,     \
          is_gfx942, __builtin_amdgcn_mfma_f32_16x16x32_##types, long, Floats4)
TP_MFMA_8_BITS(Bf8Bf8, bf8_bf8);
TP_MFMA_8_BITS(Bf8Fp8, bf8_fp8);
TP_MFMA_8_BITS(Fp8Bf8, fp8_bf8);
TP_MFMA_8_BITS(Fp8Fp8, fp8_fp8);
// clang-format on

}  // namespace
}  // namespace amd

std::optional<Error> ask_mfma(const std::string& architecture, const AmdFragmentSink& sink) {
  using namespace amd;
  return ask_each<F32K2,
                  F32K4,
                  F16K8,
                  F16K16,
                  Bf16K8,
                  Bf16K16,
                  F64K4,
                  Bf16K4,
                  Bf16K8Small,
                  I8K8,
                  I8K16Small,
                  I8K16,
                  I8K32,
                  Xf32K4,
                  Xf32K8,
                  Bf8Bf8K16,
                  Bf8Bf8K32,
                  Bf8Fp8K16,
                  Bf8Fp8K32,
                  Fp8Bf8K16,
                  Fp8Bf8K32,
                  Fp8Fp8K16,
                  Fp8Fp8K32>(architecture, sink);
}

}  // namespace tileproof::oracles
