// Asks which elements a lane receives from global_load_tr, the transposing load of gfx12.
//
// gfx950 has transposing reads of LDS (ds_read_b64_tr_b16 and its kin), which are not asked: clang
// 19 knows neither the instructions nor the architecture.
#include <optional>

#include "gpu_oracles/amd_moves/amd_moves_device.hpp"
#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {
namespace {

using Halfwords8 = short __attribute__((ext_vector_type(8)));
using Words2 = int __attribute__((ext_vector_type(2)));
template <typename T>
using InGlobal = __attribute__((address_space(1))) T;

template <typename Element>
__device__ void load_transposed(const Element* row, Element* received) {
#if defined(__GFX12__)
  void* at = const_cast<Element*>(row);
  if constexpr (sizeof(Element) == 2) {
    const Halfwords8 got = __builtin_amdgcn_global_load_tr_b128_v8i16((InGlobal<Halfwords8>*)at);
    __builtin_memcpy(received, &got, sizeof got);
  } else {
    const Words2 got = __builtin_amdgcn_global_load_tr_b64_v2i32((InGlobal<Words2>*)at);
    __builtin_memcpy(received, &got, sizeof got);
  }
#else
  (void)row;
  (void)received;
  __builtin_trap();
#endif
}

template <typename Element>
__global__ void ask_transposed(const TransposingLoad* cases,
                               const Element* rows,
                               TransposingLoadAnswer* answers) {
  const unsigned lane = threadIdx.x;
  Element received[kRowElements];
  load_transposed(rows + cases[blockIdx.x].row_at[lane] * kRowElements, received);
  for (unsigned j = 0; j < kRowElements; ++j) {
    answers[blockIdx.x].element_of_slot[lane * kRowElements + j] = received[j];
  }
}

template <typename Element>
std::optional<Error> ask(const TransposingLoad& one, TransposingLoadAnswer& answer) {
  std::vector<Element> rows;
  for (unsigned i = 0; i < kTransposingLanes * kRowElements; ++i) {
    rows.push_back(static_cast<Element>(i));
  }
  TP_TRY(device_rows, DeviceBuffer<Element>::copy_of(rows));
  TP_TRY(device_case, DeviceBuffer<TransposingLoad>::copy_of({&one, 1}));
  TP_TRY(device_answer, DeviceBuffer<TransposingLoadAnswer>::make(1));
  ask_transposed<Element>
      <<<1, kTransposingLanes>>>(device_case.data(), device_rows.data(), device_answer.data());
  TP_TRY(read, device_answer.read());
  answer = read[0];
  return std::nullopt;
}

}  // namespace

Result<std::vector<TransposingLoadAnswer>> ask_transposing_loads(
    std::span<const TransposingLoad> cases) {
  std::vector<TransposingLoadAnswer> answers(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto error = cases[i].element_bytes == 1 ? ask<std::uint8_t>(cases[i], answers[i])
                                                   : ask<std::uint16_t>(cases[i], answers[i]);
    if (error) return *error;
  }
  return answers;
}

}  // namespace tileproof::oracles
