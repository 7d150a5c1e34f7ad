// Asks which bytes ds_write and ds_read move, from 1 to 16 bytes for each lane.
#include "gpu_oracles/amd_moves/amd_moves_device.hpp"
#include "gpu_oracles/instructions/lds.hpp"
#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {
namespace {

__global__ void write_and_read(const LdsRoundTrip* cases, LdsRoundTripAnswer* answers) {
  alignas(16) __shared__ std::uint32_t memory[kLdsWords];
  const LdsRoundTrip& one = cases[blockIdx.x];
  LdsRoundTripAnswer& answer = answers[blockIdx.x];
  const unsigned lane = threadIdx.x;
  for (unsigned i = lane; i < kLdsWords; i += one.lanes) memory[i] = kLdsPoison;
  __syncthreads();
  const std::uint32_t base = lds::address_of(memory);
  if ((one.writing >> lane & 1) != 0) {
    std::uint32_t words[4];
    for (unsigned k = 0; k < 4; ++k) words[k] = written_word(lane, k);
    lds::write(base + one.write_at[lane], one.write_bytes, words);
    lds::wait();
  }
  __syncthreads();
  std::uint32_t words[4] = {kLdsPoison, kLdsPoison, kLdsPoison, kLdsPoison};
  if ((one.reading >> lane & 1) != 0) {
    lds::read(base + one.read_at[lane], one.read_bytes, words);
  }
  for (unsigned k = 0; k < 4; ++k) answer.read[lane][k] = words[k];
  for (unsigned i = lane; i < kLdsWords; i += one.lanes) answer.memory[i] = memory[i];
}

}  // namespace

Result<std::vector<LdsRoundTripAnswer>> ask_lds_round_trips(std::span<const LdsRoundTrip> cases) {
  if (cases.empty()) return std::vector<LdsRoundTripAnswer>{};
  TP_TRY(device_cases, DeviceBuffer<LdsRoundTrip>::copy_of(cases));
  TP_TRY(answers, DeviceBuffer<LdsRoundTripAnswer>::make(cases.size()));
  write_and_read<<<static_cast<unsigned>(cases.size()), cases.front().lanes>>>(device_cases.data(),
                                                                               answers.data());
  return answers.read();
}

}  // namespace tileproof::oracles
