// Asks what the lanes of a wave get from each other, by the calls that both platforms have.
#include "gpu_oracles/runner/device_buffer.hpp"
#include "gpu_oracles/runner/device_wave.hpp"
#include "gpu_oracles/shuffles/shuffles_device.hpp"

namespace tileproof::oracles {
namespace {

template <typename Value>
__device__ std::uint64_t shuffled(const WaveShuffle& one, unsigned lane) {
  const auto value = static_cast<Value>(one.value[lane]);
  const std::uint32_t operand = one.operand[lane];
  switch (one.mode) {
    case ShuffleMode::kUp:
      return shuffle_up(value, operand, one.width);
    case ShuffleMode::kDown:
      return shuffle_down(value, operand, one.width);
    case ShuffleMode::kXor:
      return shuffle_xor(value, operand, one.width);
    default:
      return shuffle_from(value, operand, one.width);
  }
}

__global__ void shuffle_waves(const WaveShuffle* cases, WaveShuffleAnswer* answers) {
  const WaveShuffle& one = cases[blockIdx.x];
  const unsigned lane = threadIdx.x;
  answers[blockIdx.x].value[lane] =
      one.bytes == 8 ? shuffled<unsigned long long>(one, lane) : shuffled<std::uint32_t>(one, lane);
}

}  // namespace

Result<std::vector<WaveShuffleAnswer>> ask_shuffles(std::span<const WaveShuffle> cases) {
  if (cases.empty()) return std::vector<WaveShuffleAnswer>{};
  TP_TRY(device_cases, DeviceBuffer<WaveShuffle>::copy_of(cases));
  TP_TRY(answers, DeviceBuffer<WaveShuffleAnswer>::make(cases.size()));
  shuffle_waves<<<static_cast<unsigned>(cases.size()), cases.front().lanes>>>(device_cases.data(),
                                                                              answers.data());
  return answers.read();
}

}  // namespace tileproof::oracles
