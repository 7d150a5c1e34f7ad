// Asks the dense instructions of one warp.
#include "gpu_oracles/fragments/fragments_device.hpp"
#include "gpu_oracles/fragments/mma_probe.cuh"

namespace tileproof::oracles {
namespace {

template <typename I>
Result<Observation> ask() {
  TP_TRY(pairs, read_pairs<I>());
  TP_TRY(labels, label_slots(pairs));
  TP_TRY(addends, read_addends<I>());
  return Observation{{{"kind", "mma"},
                      {"instruction", I::kName},
                      {"m", I::kM},
                      {"n", I::kN},
                      {"k", I::kK},
                      {"bits", I::Operand::kBits},
                      {"computations", kSlotsD<I> / (I::kM * I::kN)}},
                     {{"a_row", labels.a_row},
                      {"a_k", labels.a_k},
                      {"b_k", labels.b_k},
                      {"b_col", labels.b_col},
                      {"d_row", labels.d_row},
                      {"d_col", labels.d_col},
                      {"c_of_d", addends}}};
}

template <typename I>
constexpr FragmentQuestion kQuestion{I::kName, I::kM* I::kN* I::kK, ask<I>};

// 8-bit floats are there from sm_89 on, all shapes of doubles from sm_90.
constexpr FragmentQuestion kQuestions[] = {
#if TILEPROOF_CUDA_ARCHITECTURE >= 89
    kQuestion<MmaE4m3K16>,     kQuestion<MmaE5m2K16>,       kQuestion<MmaE4m3K32>,
    kQuestion<MmaE5m2K32>,     kQuestion<MmaE4m3K32Half>,
#endif
#if TILEPROOF_CUDA_ARCHITECTURE >= 90
    kQuestion<MmaF64K4>,       kQuestion<MmaF64K8>,         kQuestion<MmaF64K16>,
#endif
    kQuestion<MmaF16K8>,       kQuestion<MmaF16K16>,        kQuestion<MmaF16K8Half>,
    kQuestion<MmaF16K16Half>,  kQuestion<MmaBf16K8>,        kQuestion<MmaBf16K16>,
    kQuestion<MmaTf32K4>,      kQuestion<MmaTf32K8>,        kQuestion<MmaF64M8K4>,
    kQuestion<MmaS8M8K16>,
    kQuestion<MmaS8K16>,       kQuestion<MmaS8K32>,         kQuestion<MmaU8M8K16>,
    kQuestion<MmaU8K16>,       kQuestion<MmaU8K32>,         kQuestion<MmaS4M8K32>,
    kQuestion<MmaS4K32>,       kQuestion<MmaS4K64>,         kQuestion<MmaU4K64>,
    kQuestion<MmaB1M8AndK128>, kQuestion<MmaB1AndK128>,     kQuestion<MmaB1AndK256>,
    kQuestion<MmaB1M8XorK128>, kQuestion<MmaB1XorK128>,     kQuestion<MmaB1XorK256>,
    kQuestion<MmaF16RowCol>,   kQuestion<MmaF16RowRow>,     kQuestion<MmaF16ColCol>,
    kQuestion<MmaF16ColRow>,   kQuestion<MmaF16RowColHalf>, kQuestion<MmaF16ColRowHalf>,
};

}  // namespace

std::span<const FragmentQuestion> mma_questions() { return kQuestions; }

}  // namespace tileproof::oracles
