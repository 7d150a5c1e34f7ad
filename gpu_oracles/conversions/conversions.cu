// Runs lists of moves: each step is the instruction that it names, with the bytes, lanes and
// registers that the list names.  No layout is known here.
//
// A thread's numbered registers are an array, since a list picks them at run time; between the
// array and the instruction, elements pass through real registers.
#include <type_traits>

#include "gpu_oracles/conversions/conversions_device.hpp"
#include "gpu_oracles/runner/device_buffer.hpp"
#include "gpu_oracles/runner/device_wave.hpp"
#if TP_AMD
#include "gpu_oracles/conversions/amd_accesses.hpp"
#else
#include "gpu_oracles/conversions/nvidia_accesses.hpp"
#endif

namespace tileproof::oracles {
namespace {

template <typename Element>
__device__ Element shuffle(Element value, unsigned lane, unsigned lanes) {
  using Shuffled = std::conditional_t<sizeof(Element) == 8, unsigned long long, unsigned>;
  return static_cast<Element>(shuffle_from(static_cast<Shuffled>(value), lane, lanes));
}

template <typename Element>
class Thread {
 public:
  __device__ Thread(unsigned char* memory, const MoveListHeader& header, Element fill)
      : memory_(shared_address(memory)), warp_lanes_(header.warp_lanes) {
    const unsigned used = header.destination_first + header.destination_registers;
    for (unsigned i = 0; i < used; ++i) registers_[i] = fill;
  }

  __device__ Element& operator[](unsigned index) { return registers_[index]; }

  __device__ void take(const MoveStep& step, const std::uint32_t* record) {
    const std::uint32_t first = record[0];
    switch (step.kind) {
      case MoveKind::kMove:
        if (first != kInactive) registers_[first >> 8 & 0xFF] = registers_[first & 0xFF];
        break;
      case MoveKind::kShuffle:
        if (first != kInactive) {
          const Element given = shuffle(registers_[first & 0xFF], first >> 8 & 0xFF, warp_lanes_);
          const unsigned taken = first >> 16 & 0xFF;
          if (taken != kNoRegister) registers_[taken] = given;
        }
        break;
      case MoveKind::kStore:
        if (first != kInactive) {
          store_shared(memory_ + first, step.elements * sizeof(Element), gather(step, record));
        }
        break;
      case MoveKind::kLoad:
        if (first != kInactive) {
          Operands operands;
          load_shared(memory_ + first, step.elements * sizeof(Element), operands);
          scatter(step, record, operands);
        }
        break;
      case MoveKind::kStoreMatrix:
        if (first != kInactive) {
          const Operands operands = gather(step, record);
          synchronize_wave();
          store_matrices(memory_ + first, step.elements, step.transposed, operands);
        }
        break;
      case MoveKind::kLoadMatrix:
        if (first != kInactive) {
          Operands operands;
          synchronize_wave();
          load_matrices(memory_ + first, step.elements, step.transposed, operands);
          scatter(step, record, operands);
        }
        break;
      case MoveKind::kBarrier:
        break;
    }
  }

 private:
  static __device__ unsigned listed(const std::uint32_t* record, unsigned k) {
    return record[1 + k / 4] >> (k % 4 * 8) & 0xFF;
  }
  static __device__ void set(Operands& operands, unsigned k, Element value) {
    if constexpr (sizeof(Element) == 1) operands.bytes[k] = value;
    if constexpr (sizeof(Element) == 2) operands.halves[k] = value;
    if constexpr (sizeof(Element) == 4) operands.words[k] = value;
    if constexpr (sizeof(Element) == 8) {
      operands.words[2 * k] = static_cast<std::uint32_t>(value);
      operands.words[2 * k + 1] = static_cast<std::uint32_t>(value >> 32);
    }
  }
  static __device__ Element get(const Operands& operands, unsigned k) {
    if constexpr (sizeof(Element) == 1) return operands.bytes[k];
    if constexpr (sizeof(Element) == 2) return operands.halves[k];
    if constexpr (sizeof(Element) == 4) return operands.words[k];
    if constexpr (sizeof(Element) == 8) {
      return operands.words[2 * k] | std::uint64_t{operands.words[2 * k + 1]} << 32;
    }
  }
  __device__ Operands gather(const MoveStep& step, const std::uint32_t* record) const {
    Operands operands{};
    const unsigned count = record_registers(step, sizeof(Element));
    for (unsigned k = 0; k < count; ++k) set(operands, k, registers_[listed(record, k)]);
    return operands;
  }
  __device__ void scatter(const MoveStep& step,
                          const std::uint32_t* record,
                          const Operands& operands) {
    const unsigned count = record_registers(step, sizeof(Element));
    for (unsigned k = 0; k < count; ++k) registers_[listed(record, k)] = get(operands, k);
  }

  std::uint32_t memory_;
  unsigned warp_lanes_;
  Element registers_[kMaxRegisters];
};

// The bytes that memory holds where nothing was written, by plane: 0xA5, then 0x5A.
__device__ std::uint32_t poison_word(unsigned plane) {
  return plane == 0 ? 0xA5A5A5A5 : 0x5A5A5A5A;
}

template <typename Element>
__device__ void run_plane(const MoveListHeader& header,
                          unsigned plane,
                          const std::uint32_t* ids,
                          const std::uint32_t* word,
                          unsigned char* memory,
                          unsigned char* result) {
  const unsigned me = threadIdx.x;
  const std::uint64_t poison = std::uint64_t{poison_word(plane)} << 32 | poison_word(plane);
  for (unsigned i = me * 4; i < header.shared_bytes; i += blockDim.x * 4) {
    *reinterpret_cast<std::uint32_t*>(memory + i) = poison_word(plane);
  }
  Thread<Element> thread(memory, header, static_cast<Element>(poison));
  if (me < header.source_threads) {
    for (unsigned r = 0; r < header.source_registers; ++r) {
      thread[r] = static_cast<Element>(ids[me * header.source_registers + r] >> (8 * plane));
    }
  }
  __syncthreads();
  for (unsigned i = 0; i < header.step_count; ++i) {
    const MoveStep step = unpack(word[0], word[1]);
    const unsigned words = record_words(step, sizeof(Element));
    word += 2;
    if (step.kind == MoveKind::kBarrier) __syncthreads();
    if (me < header.threads) {
      for (unsigned slot = 0; slot < step.slots; ++slot) {
        thread.take(step, word + (std::size_t{slot} * header.threads + me) * words);
      }
    }
    word += std::size_t{step.slots} * header.threads * words;
  }
  __syncthreads();
  Element* registers = reinterpret_cast<Element*>(result);
  if (me < header.destination_threads) {
    for (unsigned r = 0; r < header.destination_registers; ++r) {
      registers[me * header.destination_registers + r] = thread[header.destination_first + r];
    }
  }
  unsigned char* image = result + std::size_t{header.destination_threads} *
                                      header.destination_registers * sizeof(Element);
  for (unsigned i = me * 4; i < header.shared_bytes; i += blockDim.x * 4) {
    *reinterpret_cast<std::uint32_t*>(image + i) =
        *reinterpret_cast<const std::uint32_t*>(memory + i);
  }
  __syncthreads();
}

__global__ void __launch_bounds__(kMaxThreads) run_lists(const MoveListHeader* headers,
                                                         const std::uint32_t* ids,
                                                         const std::uint32_t* words,
                                                         unsigned char* results) {
  extern __shared__ uint4 memory_groups[];
  auto* memory = reinterpret_cast<unsigned char*>(memory_groups);
  const MoveListHeader header = headers[blockIdx.x];
  const std::uint32_t* my_ids = ids + header.ids_at;
  const std::uint32_t* my_words = words + header.words_at;
  unsigned char* result = results + header.result_at;
  switch (header.element_bytes) {
    case 1: {
      const std::size_t plane_bytes =
          std::size_t{header.destination_threads} * header.destination_registers +
          header.shared_bytes;
      run_plane<std::uint8_t>(header, 0, my_ids, my_words, memory, result);
      run_plane<std::uint8_t>(header, 1, my_ids, my_words, memory, result + plane_bytes);
      break;
    }
    case 2:
      run_plane<std::uint16_t>(header, 0, my_ids, my_words, memory, result);
      break;
    case 4:
      run_plane<std::uint32_t>(header, 0, my_ids, my_words, memory, result);
      break;
    default:
      run_plane<std::uint64_t>(header, 0, my_ids, my_words, memory, result);
  }
}

}  // namespace

bool has_matrix_moves() { return TP_MATRIX_MOVES; }

Result<MoveResults> run_on_device(std::span<const MoveList> lists) {
  if (lists.empty()) return MoveResults{{}, {0}, 0};
  std::vector<MoveListHeader> headers;
  std::vector<std::uint32_t> ids;
  std::vector<std::uint32_t> words;
  MoveResults results;
  std::size_t end = 0;
  std::uint32_t most_shared = 16;
  std::size_t id_count = 0;
  std::size_t word_count = 0;
  for (const MoveList& list : lists) {
    id_count += list.source_ids.size();
    word_count += list.words.size();
  }
  ids.reserve(id_count);
  words.reserve(word_count);
  for (const MoveList& list : lists) {
    MoveListHeader header = list.header;
    header.ids_at = ids.size();
    header.words_at = words.size();
    header.result_at = end;
    headers.push_back(header);
    ids.insert(ids.end(), list.source_ids.begin(), list.source_ids.end());
    words.insert(words.end(), list.words.begin(), list.words.end());
    results.at.push_back(end);
    end += result_size(header);
    if (header.shared_bytes > most_shared) most_shared = header.shared_bytes;
  }
  results.at.push_back(end);
  TP_TRY(device_headers, DeviceBuffer<MoveListHeader>::copy_of(headers));
  TP_TRY(device_ids, DeviceBuffer<std::uint32_t>::copy_of(ids));
  TP_TRY(device_words, DeviceBuffer<std::uint32_t>::copy_of(words));
  TP_TRY(device_results, DeviceBuffer<std::uint8_t>::make(end));
  TP_GPU_TRY(gpuFuncSetAttribute(reinterpret_cast<const void*>(run_lists),
                                 gpuFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(most_shared)));
  gpuEvent_t events[2];
  for (gpuEvent_t& event : events) TP_GPU_TRY(gpuEventCreate(&event));
  TP_GPU_TRY(gpuEventRecord(events[0]));
  run_lists<<<static_cast<unsigned>(headers.size()), kMaxThreads, most_shared>>>(
      device_headers.data(), device_ids.data(), device_words.data(), device_results.data());
  TP_GPU_TRY(gpuGetLastError());
  TP_GPU_TRY(gpuEventRecord(events[1]));
  TP_TRY(bytes, device_results.read());
  float elapsed = 0;
  TP_GPU_TRY(gpuEventElapsedTime(&elapsed, events[0], events[1]));
  for (const gpuEvent_t event : events) TP_GPU_TRY(gpuEventDestroy(event));
  results.kernel_milliseconds = double{elapsed};
  results.bytes = std::move(bytes);
  return results;
}

}  // namespace tileproof::oracles
