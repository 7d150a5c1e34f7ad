// Asks what lanes get from each other (shfl.sync), how bytes are permuted (prmt), and which CTA's
// memory an address of distributed shared memory means (mapa, ld and st.shared::cluster).
#include "gpu_oracles/lanes/lanes_device.hpp"
#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {
namespace {

#define TP_SHUFFLE(mode)                                            \
  asm volatile("{ .reg .pred p; shfl.sync." mode                    \
               ".b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }" \
               : "=r"(value), "=r"(predicate)                       \
               : "r"(one.value[lane]), "r"(one.lane[lane]), "r"(one.control), "r"(one.members))

__global__ void shuffle(const ShuffleCase* cases, ShuffleAnswer* answers) {
  const ShuffleCase& one = cases[blockIdx.x];
  const unsigned lane = threadIdx.x;
  if ((one.members >> lane & 1) == 0) return;
  std::uint32_t value = 0;
  std::uint32_t predicate = 0;
  switch (one.mode) {
    case ShuffleMode::kUp:
      TP_SHUFFLE("up");
      break;
    case ShuffleMode::kDown:
      TP_SHUFFLE("down");
      break;
    case ShuffleMode::kXor:
      TP_SHUFFLE("bfly");
      break;
    case ShuffleMode::kIndex:
      TP_SHUFFLE("idx");
      break;
  }
  answers[blockIdx.x].value[lane] = value;
  answers[blockIdx.x].predicate[lane] = predicate;
}

#define TP_PERMUTE(mode) \
  asm("prmt.b32" mode " %0, %1, %2, %3;" : "=r"(d) : "r"(one.a), "r"(one.b), "r"(one.selector))

__global__ void permute(const PermuteCase* cases, std::uint32_t count, std::uint32_t* answers) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const PermuteCase one = cases[i];
  std::uint32_t d = 0;
  switch (one.mode) {
    case PermuteMode::kDefault:
      TP_PERMUTE("");
      break;
    case PermuteMode::kF4e:
      TP_PERMUTE(".f4e");
      break;
    case PermuteMode::kB4e:
      TP_PERMUTE(".b4e");
      break;
    case PermuteMode::kRc8:
      TP_PERMUTE(".rc8");
      break;
    case PermuteMode::kEcl:
      TP_PERMUTE(".ecl");
      break;
    case PermuteMode::kEcr:
      TP_PERMUTE(".ecr");
      break;
    case PermuteMode::kRc16:
      TP_PERMUTE(".rc16");
      break;
  }
  answers[i] = d;
}

__device__ std::uint32_t address_in(std::uint32_t address, std::uint32_t rank) {
  std::uint32_t mapped = 0;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
  return mapped;
}

__device__ void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

__global__ void exchange(const __grid_constant__ ClusterCase one,
                         std::uint32_t* ranks,
                         std::uint32_t* read,
                         std::uint32_t* memory_at_end) {
  __shared__ alignas(16) std::uint32_t memory[kMemoryWords];
  const unsigned lane = threadIdx.x;
  const unsigned cta = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  for (unsigned i = lane; i < kMemoryWords; i += 32) {
    memory[i] = i < kOwnWords ? cta << 16 | i : kPoisonWord;
  }
  std::uint32_t my_rank = 0;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(my_rank));
  if (lane == 0) ranks[cta] = my_rank;
  cluster_barrier();

  const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
  const std::uint32_t from = address_in(base + 4 * one.word[lane], one.rank[lane]);
  std::uint32_t w[4] = {kPoisonWord, kPoisonWord, kPoisonWord, kPoisonWord};
  if (one.width_words == 1) {
    asm volatile("ld.shared::cluster.b32 %0, [%1];" : "=r"(w[0]) : "r"(from) : "memory");
  } else if (one.width_words == 2) {
    asm volatile("ld.shared::cluster.v2.b32 {%0, %1}, [%2];"
                 : "=r"(w[0]), "=r"(w[1])
                 : "r"(from)
                 : "memory");
  } else {
    asm volatile("ld.shared::cluster.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                 : "r"(from)
                 : "memory");
  }
  for (unsigned k = 0; k < one.width_words; ++k) {
    read[(cta * 32 + lane) * one.width_words + k] = w[k];
  }
  const std::uint32_t to =
      address_in(base + 4 * (kOwnWords + my_rank * 32 + lane), one.store_rank[lane]);
  const std::uint32_t sent = 0x80000000 | cta << 16 | lane;
  asm volatile("st.shared::cluster.b32 [%0], %1;" ::"r"(to), "r"(sent) : "memory");
  cluster_barrier();
  for (unsigned i = lane; i < kMemoryWords; i += 32) {
    memory_at_end[cta * kMemoryWords + i] = memory[i];
  }
}

}  // namespace

Result<std::vector<ShuffleAnswer>> run_shuffles(std::span<const ShuffleCase> cases) {
  if (cases.empty()) return std::vector<ShuffleAnswer>{};
  TP_TRY(device_cases, DeviceBuffer<ShuffleCase>::copy_of(cases));
  TP_TRY(answers, DeviceBuffer<ShuffleAnswer>::make(cases.size()));
  shuffle<<<static_cast<unsigned>(cases.size()), 32>>>(device_cases.data(), answers.data());
  return answers.read();
}

Result<std::vector<std::uint32_t>> run_permutes(std::span<const PermuteCase> cases) {
  TP_TRY(device_cases, DeviceBuffer<PermuteCase>::copy_of(cases));
  TP_TRY(answers, DeviceBuffer<std::uint32_t>::make(cases.size()));
  const auto count = static_cast<std::uint32_t>(cases.size());
  permute<<<(count + 127) / 128, 128>>>(device_cases.data(), count, answers.data());
  return answers.read();
}

Result<ClusterAnswer> run_cluster(const ClusterCase& one) {
  const std::uint32_t ctas = 2 * one.ctas();
  TP_TRY(ranks, DeviceBuffer<std::uint32_t>::make(ctas));
  TP_TRY(read, DeviceBuffer<std::uint32_t>::make(std::size_t{ctas} * 32 * one.width_words));
  TP_TRY(memory, DeviceBuffer<std::uint32_t>::make(std::size_t{ctas} * kMemoryWords));
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = one.size[0];
  attribute.val.clusterDim.y = one.size[1];
  attribute.val.clusterDim.z = one.size[2];
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(2 * one.size[0], one.size[1], one.size[2]);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  TP_GPU_TRY(cudaLaunchKernelEx(&config, exchange, one, ranks.data(), read.data(), memory.data()));
  TP_TRY(all_ranks, ranks.read());
  TP_TRY(all_read, read.read());
  TP_TRY(all_memory, memory.read());
  return ClusterAnswer{std::move(all_ranks), std::move(all_read), std::move(all_memory)};
}

}  // namespace tileproof::oracles
