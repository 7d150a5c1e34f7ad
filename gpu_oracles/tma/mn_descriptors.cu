// Asks wgmma which bytes of shared memory it reads of a transposed operand: rows of A, or columns
// of B, are contiguous.  A tile has `side` of them and k0 = 0 .. kAlongK - 1, which two
// instructions read.  In shared memory it is cut along the side into boxes as wide as the swizzle,
// of 16 bytes without one; in a box, k follows k.
//
// The other operand is 1 at k0 in all its rows or columns and 0 elsewhere, so that a sum is the
// element of the tile at (its row or column, k0).  The tile spells the numbers of its elements, bit
// by bit over several passes, filled as descriptors.cu says.  Which row or column a slot of D holds
// is asked first, by a tile without swizzle and transposition.
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
constexpr int kSteps = 2;  // instructions along k

// A tile of A or of B for the instructions I, which reads it transposed, and Plain, which does not.
template <typename TransposedI, typename PlainI, bool is_a, int swizzle>
struct MnTile {
  using I = TransposedI;
  using Plain = PlainI;
  using E = typename I::Operand;
  static constexpr bool kIsA = is_a;
  static constexpr int kSwizzle = swizzle;
  static constexpr int kSide = is_a ? kRows : I::kN;
  static constexpr int kOther = is_a ? I::kN : kRows;
  static constexpr int kAlongK = kSteps * I::kK;
  static constexpr int kElements = kSide * kAlongK;
  static constexpr int kNumberBits = std::bit_width(static_cast<unsigned>(kElements - 1));
  static constexpr int kSideBits = std::bit_width(static_cast<unsigned>(kSide - 1));
  static constexpr int kPasses = kNumberBits + 1;  // the last: 1 everywhere
  static constexpr int kMode = swizzle == 0 ? 0 : swizzle == 32 ? 3 : swizzle == 64 ? 2 : 1;
  static constexpr int kBoxBytes = swizzle == 0 ? 16 : swizzle;  // along the side
  static constexpr int kInBox = kBoxBytes / 2;
  static constexpr int kBoxes = kSide / kInBox;
};

__device__ __host__ constexpr bool is_one(int number, int pass, int number_bits) {
  return pass == number_bits || (number >> pass & 1) != 0;
}

// The bytes between boxes along the side, and between eight k and the next: with a swizzle the
// descriptor has them in this order, without one in the other.
template <typename T>
__device__ std::uint64_t mn_descriptor(const void* tile, int step) {
  const int between_boxes = T::kAlongK * T::kBoxBytes;
  const int along_k = 8 * T::kBoxBytes;
  const std::uint32_t start =
      address_in_shared(tile) + static_cast<std::uint32_t>(step * T::I::kK * T::kBoxBytes);
  return T::kSwizzle == 0 ? descriptor(start, along_k, between_boxes, T::kMode)
                          : descriptor(start, between_boxes, along_k, T::kMode);
}

// answers: for each k and slot of D the number that was read; then for each slot of D its row, or
// its column.
template <typename T, bool by_tma>
__global__ void __launch_bounds__(kWarpGroupThreads)
    ask_tile(const __grid_constant__ CUtensorMap map,
             std::uint32_t* scratch,
             std::int32_t* answers) {
  using I = typename T::I;
  using E = typename T::E;
  __shared__ alignas(1024) std::uint16_t tile[T::kElements];
  __shared__ alignas(128) std::uint32_t other[T::kOther * kRowBytes / 4];
  __shared__ alignas(128) std::uint32_t plain[T::kSide * kRowBytes / 4];
  __shared__ alignas(8) std::uint64_t barrier_memory;
  constexpr int kSums = kWgmmaSums<I>;
  const int thread = static_cast<int>(threadIdx.x);
  const int k = static_cast<int>(blockIdx.x);
  const int k0 = k % I::kK;
  const std::uint32_t barrier = address_in_shared(&barrier_memory);
  std::uint32_t* const sums = scratch + k * I::kRegistersD * kWarpGroupThreads + thread;
  const auto prepare = [&] {
    for (int i = 0; i < I::kRegistersD; ++i) sums[i * kWarpGroupThreads] = kPoison;
    publish_to_async_proxy();
  };
  const auto add_bit = [&](std::int32_t* answer, int e, int pass, int bits) {
    const int bit = read_sum<I::kSum>(sums[e * kWarpGroupThreads], 0);
    std::int32_t& so_far = answer[e * kWarpGroupThreads + thread];
    if (pass == 0) so_far = 0;
    const bool is_wrong = so_far < 0 || bit < 0 || bit > 1 || (pass == bits && bit != 1);
    so_far = is_wrong ? kContradiction : pass == bits ? so_far : so_far | bit << pass;
  };
  if (thread == 0) init_barrier(barrier);
  fill_matrix<E>(other, T::kOther, [&](int, int at) { return at == k0; });
  const std::uint64_t read_other = plain_descriptor(other, T::kOther);

  std::int32_t* const sides = answers + T::kAlongK * kSums * kWarpGroupThreads;
  for (int pass = 0; pass <= T::kSideBits; ++pass) {
    fill_matrix<E>(plain, T::kSide, [&](int side, int at) {
      return at == k0 && is_one(side, pass, T::kSideBits);
    });
    const std::uint64_t read = plain_descriptor(plain, T::kSide);
    prepare();
    T::Plain::run(sums, T::kIsA ? read : read_other, T::kIsA ? read_other : read);
    __syncthreads();
    if (k != 0) continue;
    for (int e = 0; e < kSums; ++e) add_bit(sides, e, pass, T::kSideBits);
  }

  const std::uint64_t read = mn_descriptor<T>(tile, k / I::kK);
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
        tile[i] = is_one(i, pass, T::kNumberBits) ? static_cast<std::uint16_t>(E::kOne) : 0;
      }
    }
    prepare();
    I::run(sums, T::kIsA ? read : read_other, T::kIsA ? read_other : read);
    __syncthreads();
    for (int e = 0; e < kSums; ++e) {
      std::int32_t* const answer = answers + k * kSums * kWarpGroupThreads;
      add_bit(answer, e, pass, T::kNumberBits);
      if (!arrived) answer[e * kWarpGroupThreads + thread] = kContradiction;
    }
  }
}

// For each pass, the tile as it lies in global memory: for each k, kSide elements.
template <typename T>
std::vector<std::uint16_t> passes_in_global_memory() {
  std::vector<std::uint16_t> content;
  for (int pass = 0; pass < T::kPasses; ++pass) {
    for (int i = 0; i < T::kElements; ++i) {
      content.push_back(is_one(i, pass, T::kNumberBits) ? static_cast<std::uint16_t>(T::E::kOne)
                                                        : 0);
    }
  }
  return content;
}

// Dimensions: along a row of the box, k, the boxes along the side, the passes.
template <typename T>
TensorBox tensor_of_passes() {
  return {{T::kInBox, T::kAlongK, T::kBoxes, T::kPasses},
          {2 * T::kSide, T::kBoxBytes, 2 * T::kElements},
          {T::kInBox, T::kAlongK, T::kBoxes, 1},
          "u16",
          T::kSwizzle};
}

// For each k and row or column (these fastest) the number that all sums with it read.
template <typename T>
Result<std::vector<std::int32_t>> by_side(const std::vector<std::int32_t>& answers) {
  constexpr std::size_t kSlots = T::kSide * T::kOther;
  std::vector<std::int32_t> number(T::kElements, -1);
  for (std::size_t d = 0; d < kSlots; ++d) {
    const std::int32_t side = answers[T::kAlongK * kSlots + d];
    for (std::size_t k = 0; k < T::kAlongK; ++k) {
      const std::int32_t got = answers[k * kSlots + d];
      if (side < 0 || side >= T::kSide || got < 0) {
        return Error{ErrorCode::kInvalid, "a sum is not one element of the tile"};
      }
      std::int32_t& known = number[k * T::kSide + static_cast<std::size_t>(side)];
      if (known >= 0 && known != got) {
        return Error{ErrorCode::kInvalid, "sums of one row or column read different elements"};
      }
      known = got;
    }
  }
  return number;
}

template <typename T, bool by_tma>
Result<Observation> ask() {
  const auto content = passes_in_global_memory<T>();
  constexpr int kSlots = T::kSide * T::kOther;
  TP_TRY(source, DeviceBuffer<std::uint16_t>::copy_of(content));
  TP_TRY(scratch,
         DeviceBuffer<std::uint32_t>::make(T::kAlongK * T::I::kRegistersD * kWarpGroupThreads));
  TP_TRY(answers, DeviceBuffer<std::int32_t>::make((T::kAlongK + 1) * kSlots));
  TP_TRY(map, encode_tensor_map(source.data(), tensor_of_passes<T>()));
  ask_tile<T, by_tma><<<T::kAlongK, kWarpGroupThreads>>>(map, scratch.data(), answers.data());
  TP_TRY(values, answers.read());
  TP_TRY(numbers, by_side<T>(values));
  return Observation{{{"kind", "mn_descriptor"},
                      {"instruction", T::I::kName},
                      {"operand", T::kIsA ? "a" : "b"},
                      {"side", T::kSide},
                      {"along_k", T::kAlongK},
                      {"element_bytes", 2},
                      {"swizzle_bytes", T::kSwizzle},
                      {"filled_by", by_tma ? "tma" : "stores"}},
                     {{"number_of", numbers}}};
}

template <typename I, typename Plain, bool is_a, int swizzle, bool by_tma>
constexpr TileQuestion kQuestion{I::kName, ask<MnTile<I, Plain, is_a, swizzle>, by_tma>};

#define TP_ASK(I, Plain, is_a)                                                     \
  kQuestion<I, Plain, is_a, 0, false>, kQuestion<I, Plain, is_a, 32, false>,       \
      kQuestion<I, Plain, is_a, 64, false>, kQuestion<I, Plain, is_a, 128, false>, \
      kQuestion<I, Plain, is_a, 0, true>, kQuestion<I, Plain, is_a, 32, true>,     \
      kQuestion<I, Plain, is_a, 64, true>, kQuestion<I, Plain, is_a, 128, true>

constexpr TileQuestion kQuestions[] = {TP_ASK(WgmmaF16TransposedA, WgmmaF16N64, true),
                                       TP_ASK(WgmmaF16TransposedB, WgmmaF16N128, false),
                                       TP_ASK(WgmmaBf16TransposedA, WgmmaBf16N64, true),
                                       TP_ASK(WgmmaBf16TransposedB, WgmmaBf16N64, false)};

}  // namespace

std::span<const TileQuestion> mn_descriptor_questions() { return kQuestions; }

}  // namespace tileproof::oracles
