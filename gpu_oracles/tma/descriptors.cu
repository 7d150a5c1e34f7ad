// Asks wgmma which bytes of shared memory it reads through a descriptor, for each swizzle that
// descriptors have.  A tile of B has n rows as wide as the swizzle, which several instructions
// read, each 32 bytes along k.
//
// A is 1 in all rows at k0 and 0 elsewhere, so that a sum is the element of B at (column, k0).  The
// tile spells the numbers of its elements, bit by bit over several passes:
//
//   "stores"  ordinary stores fill the tile; an element's number is its place in shared memory
//   "tma"     the copy engine fills it with the same swizzle; the number is that in global memory,
//             column * (elements of a row) + k
//
// Which column a slot of D holds is asked first, by a B without swizzle.
#include <bit>

#include "gpu_oracles/fragments/read_sum.cuh"
#include "gpu_oracles/fragments/wgmma_instructions.cuh"
#include "gpu_oracles/fragments/wgmma_operands.cuh"
#include "gpu_oracles/tma/tensor_map.cuh"
#include "gpu_oracles/tma/tma_device.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::int32_t kContradiction = -2;
constexpr std::uint32_t kPoison = 0xA5A5A5A5;

// A tile of B for the instruction I: without swizzle it is one instruction wide.
template <typename I, int swizzle_bytes>
struct Tile {
  using E = typename I::Operand;
  static constexpr int kBytesAlongK = swizzle_bytes == 0 ? kRowBytes : swizzle_bytes;
  static constexpr int kAlongK = 8 * kBytesAlongK / E::kBits;
  static constexpr int kElements = I::kN * kAlongK;
  static constexpr int kNumberBits = std::bit_width(static_cast<unsigned>(kElements - 1));
  static constexpr int kColumnBits = std::bit_width(static_cast<unsigned>(I::kN - 1));
  static constexpr int kPasses = kNumberBits + 1;  // the last: 1 everywhere
  static constexpr int kMode = swizzle_bytes == 0    ? 0
                               : swizzle_bytes == 32 ? 3
                               : swizzle_bytes == 64 ? 2
                                                     : 1;
  // What the copy engine brings: columns of cores without swizzle, else whole rows.
  static constexpr int kBoxBytes = swizzle_bytes == 0 ? 16 : swizzle_bytes;
  static constexpr int kBoxes = kBytesAlongK / kBoxBytes;
};

template <typename E>
using Storage =
    std::conditional_t<E::kBits == 8,
                       std::uint8_t,
                       std::conditional_t<E::kBits == 16, std::uint16_t, std::uint32_t>>;

__device__ __host__ constexpr bool is_one(int number, int pass, int number_bits) {
  return pass == number_bits || (number >> pass & 1) != 0;
}

// answers: for each k and slot of D the number that was read; then for each slot of D its column.
template <typename I, int swizzle_bytes, bool by_tma>
__global__ void __launch_bounds__(kWarpGroupThreads)
    ask_tile(const __grid_constant__ CUtensorMap map,
             std::uint32_t* scratch,
             std::int32_t* answers) {
  using T = Tile<I, swizzle_bytes>;
  using E = typename I::Operand;
  __shared__ alignas(1024) Storage<E> tile[T::kElements];
  __shared__ alignas(128) std::uint32_t a_memory[kRows * kRowBytes / 4];
  __shared__ alignas(128) std::uint32_t plain[I::kN * kRowBytes / 4];
  __shared__ alignas(8) std::uint64_t barrier_memory;
  constexpr int kSums = kWgmmaSums<I>;
  const int thread = static_cast<int>(threadIdx.x);
  const int k = static_cast<int>(blockIdx.x);
  const int k0 = k % I::kK;
  const std::uint32_t barrier = address_in_shared(&barrier_memory);
  std::uint32_t* const sums = scratch + k * I::kRegistersD * kWarpGroupThreads + thread;
  const auto multiply = [&](std::uint64_t b) {
    for (int i = 0; i < I::kRegistersD; ++i) sums[i * kWarpGroupThreads] = kPoison;
    publish_to_async_proxy();
    I::run(sums, plain_descriptor(a_memory, kRows), b);
    __syncthreads();
  };
  const auto sum = [&](int e) { return read_sum<I::kSum>(sums[e * kWarpGroupThreads], 0); };
  const auto add_bit = [&](std::int32_t* answer, int e, int pass, int bits) {
    const int bit = sum(e);
    std::int32_t& so_far = answer[e * kWarpGroupThreads + thread];
    if (pass == 0) so_far = 0;
    const bool is_wrong = so_far < 0 || bit < 0 || bit > 1 || (pass == bits && bit != 1);
    so_far = is_wrong ? kContradiction : pass == bits ? so_far : so_far | bit << pass;
  };
  if (thread == 0) init_barrier(barrier);
  fill_matrix<E>(a_memory, kRows, [&](int, int at) { return at == k0; });

  std::int32_t* const columns = answers + T::kAlongK * kSums * kWarpGroupThreads;
  constexpr int kColumnBits = T::kColumnBits;
  for (int pass = 0; pass <= kColumnBits; ++pass) {
    fill_matrix<E>(plain, I::kN, [&](int column, int at) {
      return at == k0 && is_one(column, pass, kColumnBits);
    });
    multiply(plain_descriptor(plain, I::kN));
    if (k != 0) continue;
    for (int e = 0; e < kSums; ++e) add_bit(columns, e, pass, kColumnBits);
  }

  const int start = k / I::kK * kRowBytes;  // of the instruction's part of a row
  const std::uint64_t read = descriptor(address_in_shared(tile) + static_cast<std::uint32_t>(start),
                                        I::kN * 16,
                                        swizzle_bytes == 0 ? 128 : 8 * swizzle_bytes,
                                        T::kMode);
  bool arrived = true;
  for (int pass = 0; pass <= T::kNumberBits; ++pass) {
    if constexpr (by_tma) {
      if (thread == 0) {
        BoxStart box;
        box.at[3] = pass;
        load_box<4>(address_in_shared(tile), map, box, sizeof tile, barrier);
      }
      arrived = wait_for_bytes(barrier, static_cast<std::uint32_t>(pass & 1)) && arrived;
    } else {
      for (int i = thread; i < T::kElements; i += kWarpGroupThreads) {
        tile[i] = is_one(i, pass, T::kNumberBits) ? static_cast<Storage<E>>(E::kOne) : 0;
      }
    }
    multiply(read);
    for (int e = 0; e < kSums; ++e) {
      std::int32_t* const answer = answers + k * kSums * kWarpGroupThreads;
      add_bit(answer, e, pass, T::kNumberBits);
      if (!arrived) answer[e * kWarpGroupThreads + thread] = kContradiction;
    }
  }
}

// For each pass, the tile as it lies in global memory: rows of kAlongK elements.
template <typename I, int swizzle_bytes>
std::vector<Storage<typename I::Operand>> passes_in_global_memory() {
  using T = Tile<I, swizzle_bytes>;
  std::vector<Storage<typename I::Operand>> content;
  for (int pass = 0; pass < T::kPasses; ++pass) {
    for (int i = 0; i < T::kElements; ++i) {
      content.push_back(is_one(i, pass, T::kNumberBits)
                            ? static_cast<Storage<typename I::Operand>>(I::Operand::kOne)
                            : 0);
    }
  }
  return content;
}

// Dimensions: along a row of the box, the columns of B, the boxes along k, the passes.
template <typename I, int swizzle_bytes>
TensorBox tensor_of_passes() {
  using T = Tile<I, swizzle_bytes>;
  constexpr auto kBytes = static_cast<std::uint64_t>(I::Operand::kBits / 8);
  constexpr auto kInRow = static_cast<std::uint64_t>(T::kBoxBytes) / kBytes;
  constexpr auto kRowsOfB = static_cast<std::uint64_t>(I::kN);
  return {{kInRow, kRowsOfB, T::kBoxes, T::kPasses},
          {T::kBytesAlongK, T::kBoxBytes, T::kElements * kBytes},
          {static_cast<std::uint32_t>(kInRow), I::kN, T::kBoxes, 1},
          kBytes == 1   ? "u8"
          : kBytes == 2 ? "u16"
                        : "u32",
          swizzle_bytes};
}

// For each column and k (k fastest) the number that all rows of D read.
template <typename T>
Result<std::vector<std::int32_t>> by_column(int n, const std::vector<std::int32_t>& answers) {
  const std::size_t slots = static_cast<std::size_t>(n * kRows);
  const auto along_k = static_cast<std::size_t>(T::kAlongK);
  std::vector<std::int32_t> number(T::kElements, -1);
  for (std::size_t d = 0; d < slots; ++d) {
    const std::int32_t column = answers[along_k * slots + d];
    for (std::size_t k = 0; k < along_k; ++k) {
      const std::int32_t got = answers[k * slots + d];
      if (column < 0 || column >= n || got < 0) {
        return Error{ErrorCode::kInvalid, "a sum is not one element of B"};
      }
      std::int32_t& known = number[static_cast<std::size_t>(column) * along_k + k];
      if (known >= 0 && known != got) {
        return Error{ErrorCode::kInvalid, "the rows of D read different elements of B"};
      }
      known = got;
    }
  }
  return number;
}

template <typename I, int swizzle_bytes, bool by_tma>
Result<Observation> ask() {
  using T = Tile<I, swizzle_bytes>;
  constexpr int kSlots = I::kN * kRows;
  const auto content = passes_in_global_memory<I, swizzle_bytes>();
  TP_TRY(source, DeviceBuffer<Storage<typename I::Operand>>::copy_of(content));
  TP_TRY(scratch,
         DeviceBuffer<std::uint32_t>::make(T::kAlongK * I::kRegistersD * kWarpGroupThreads));
  TP_TRY(answers, DeviceBuffer<std::int32_t>::make((T::kAlongK + 1) * kSlots));
  TP_TRY(map, encode_tensor_map(source.data(), tensor_of_passes<I, swizzle_bytes>()));
  ask_tile<I, swizzle_bytes, by_tma>
      <<<T::kAlongK, kWarpGroupThreads>>>(map, scratch.data(), answers.data());
  TP_TRY(values, answers.read());
  TP_TRY(numbers, by_column<T>(I::kN, values));
  return Observation{{{"kind", "descriptor"},
                      {"instruction", I::kName},
                      {"n", I::kN},
                      {"element_bytes", I::Operand::kBits / 8},
                      {"swizzle_bytes", swizzle_bytes},
                      {"filled_by", by_tma ? "tma" : "stores"}},
                     {{"number_of", numbers}}};
}

template <typename I, int swizzle_bytes, bool by_tma>
constexpr TileQuestion kQuestion{I::kName, ask<I, swizzle_bytes, by_tma>};

#define TP_ASK(I)                                                              \
  kQuestion<I, 0, false>, kQuestion<I, 32, false>, kQuestion<I, 64, false>,    \
      kQuestion<I, 128, false>, kQuestion<I, 0, true>, kQuestion<I, 32, true>, \
      kQuestion<I, 64, true>, kQuestion<I, 128, true>

constexpr TileQuestion kQuestions[] = {
    TP_ASK(WgmmaF16N16), TP_ASK(WgmmaF16N128), TP_ASK(WgmmaTf32N64), TP_ASK(WgmmaE4m3N64)};

}  // namespace

std::span<const TileQuestion> descriptor_questions() { return kQuestions; }

}  // namespace tileproof::oracles
