// Asks the dense instructions of one warp.
#include "gpu_oracles/fragments/fragments_run.hpp"
#include "gpu_oracles/fragments/mma_probe.cuh"

namespace tileproof::oracles {
namespace {

template <typename I>
std::optional<Error> ask(const ObservationSink& sink) {
  auto pairs = read_pairs<I>();
  if (!pairs) return pairs.error();
  auto labels = label_slots(*pairs);
  if (!labels) {
    return Error{labels.error().code, std::string(I::kName) + ": " + labels.error().message};
  }
  auto addends = read_addends<I>();
  if (!addends) return addends.error();
  sink({{{"kind", "mma"},
         {"instruction", I::kName},
         {"m", I::kM},
         {"n", I::kN},
         {"k", I::kK},
         {"bits", I::Operand::kBits}},
        {{"a_row", labels->a_row},
         {"a_k", labels->a_k},
         {"b_k", labels->b_k},
         {"b_col", labels->b_col},
         {"d_row", labels->d_row},
         {"d_col", labels->d_col},
         {"c_of_d", *addends}}});
  return std::nullopt;
}

template <typename... I>
std::optional<Error> ask_each(const ObservationSink& sink) {
  std::optional<Error> error;  // the first, after which no more are asked
  (void)((error = ask<I>(sink), !error) && ...);
  return error;
}

}  // namespace

std::optional<Error> ask_mma(const ObservationSink& sink) {
  return ask_each<MmaF16K8,
                  MmaF16K16,
                  MmaF16K8Half,
                  MmaF16K16Half,
                  MmaBf16K8,
                  MmaBf16K16,
                  MmaTf32K4,
                  MmaTf32K8,
                  MmaF64M8K4,
                  MmaF64K4,
                  MmaF64K8,
                  MmaF64K16,
                  MmaE4m3K16,
                  MmaE5m2K16,
                  MmaE4m3K32,
                  MmaE5m2K32,
                  MmaE4m3K32Half,
                  MmaS8M8K16,
                  MmaS8K16,
                  MmaS8K32,
                  MmaU8M8K16,
                  MmaU8K16,
                  MmaU8K32,
                  MmaS4M8K32,
                  MmaS4K32,
                  MmaS4K64,
                  MmaU4K64,
                  MmaB1M8AndK128,
                  MmaB1AndK128,
                  MmaB1AndK256,
                  MmaB1M8XorK128,
                  MmaB1XorK128,
                  MmaB1XorK256>(sink);
}

}  // namespace tileproof::oracles
