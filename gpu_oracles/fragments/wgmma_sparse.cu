// Asks the instructions of four warps whose A is sparse.  B lies in shared memory, where k and the
// column of an element are known, and so does A if it is not in registers.
//
// First, with the same metadata in all groups, which kept elements of A meet which k: for each k0,
// B holds 1 along k0 and 0 elsewhere, and A spells the numbers of its kept elements, bit by bit
// over several passes.  Where no element of A is kept at k0, sums are 0.  A number is row * kept +
// i in shared memory, and element * 128 + thread in registers.  Then, which bits of metadata rule a
// kept element: all groups but one have the value kLow, and B holds 1 at one k0 that only the value
// kHigh reaches.  The row of the sums that are not 0 and k0 name the element.
#include <bit>
#include <map>
#include <set>

#include "gpu_oracles/fragments/fragments_device.hpp"
#include "gpu_oracles/fragments/read_sum.cuh"
#include "gpu_oracles/fragments/wgmma_operands.cuh"
#include "gpu_oracles/fragments/wgmma_sparse_instructions.cuh"
#include "gpu_oracles/runner/device_buffer.hpp"

#if TILEPROOF_CUDA_ARCHITECTURE >= 90  // lower ones lack the instructions
namespace tileproof::oracles {
namespace {

constexpr std::int32_t kNone = -1;
constexpr std::int32_t kContradiction = -2;
constexpr std::uint32_t kPoison = 0xA5A5A5A5;
constexpr std::uint32_t kLow = 0x4;   // elements 0 and 1 of four, or 0 of two
constexpr std::uint32_t kHigh = 0xE;  // elements 2 and 3 of four, or 1 of two
constexpr std::uint32_t kInAllNibbles = 0x11111111;
constexpr int kNibbles = 8;  // of a thread's metadata
constexpr int kRowBytesOfB = 2 * kRowBytes;

template <typename I>
inline constexpr int kKept = I::kK / 2;  // in a row of A
template <typename I>
inline constexpr int kBitsOfA = std::bit_width(static_cast<unsigned>(kRows* kKept<I> - 1));
template <typename I>
inline constexpr int kBitsOfColumn = std::bit_width(static_cast<unsigned>(I::kN - 1));

template <typename I, bool a_in_registers>
struct Asker {
  using E = typename I::Operand;
  std::uint32_t* a_memory;
  std::uint32_t* b_memory;
  std::uint32_t* sums;

  // bit_of_a(number), bit_of_b(column): of the elements along k0; others are 0 in B.
  template <typename BitOfA, typename BitOfB>
  __device__ void multiply(int k0, std::uint32_t metadata, BitOfA bit_of_a, BitOfB bit_of_b) {
    const int thread = static_cast<int>(threadIdx.x);
    for (int i = 0; i < I::kRegistersD; ++i) sums[i * kWarpGroupThreads] = kPoison;
    __syncthreads();
    fill_matrix<E, kRowBytesOfB>(
        b_memory, I::kN, [&](int column, int k) { return k == k0 && bit_of_b(column); });
    std::uint32_t registers[4] = {};
    if constexpr (a_in_registers) {
      for (int e = 0; e < 4 * E::kPer; ++e) {
        if (!bit_of_a(e * kWarpGroupThreads + thread)) continue;
        registers[e / E::kPer] |= static_cast<std::uint32_t>(E::kOne) << (e % E::kPer * E::kBits);
      }
    } else {
      fill_matrix<E>(a_memory, kRows, [&](int row, int i) { return bit_of_a(row * kKept<I> + i); });
    }
    publish_to_async_proxy();
    if constexpr (a_in_registers) {
      I::run(sums, registers, plain_descriptor(b_memory, I::kN), metadata);
    } else {
      I::run(sums, plain_descriptor(a_memory, kRows), plain_descriptor(b_memory, I::kN), metadata);
    }
  }

  __device__ int sum(int element) const { return read_sum<I::kSum>(sums[element * kWarpGroupThreads], 0); }
};

// answers: for each k0, element and thread the number in A, then as many columns; kNone where k0
// meets nothing.
template <typename I, bool a_in_registers>
__global__ void __launch_bounds__(kWarpGroupThreads)
    ask_products(std::uint32_t metadata, std::uint32_t* scratch, std::int32_t* answers) {
  __shared__ alignas(128) std::uint32_t a_memory[kRows * kRowBytes / 4];
  __shared__ alignas(128) std::uint32_t b_memory[I::kN * kRowBytesOfB / 4];
  constexpr int kSums = kWgmmaSums<I>;
  const int k0 = static_cast<int>(blockIdx.x);
  const int thread = static_cast<int>(threadIdx.x);
  Asker<I, a_in_registers> asker{
      a_memory, b_memory, scratch + k0 * I::kRegistersD * kWarpGroupThreads + thread};
  std::int32_t* const number = answers + k0 * kSums * kWarpGroupThreads + thread;
  std::int32_t* const column = number + I::kK * kSums * kWarpGroupThreads;
  const auto one = [](int) { return true; };

  asker.multiply(k0, metadata, one, one);
  for (int e = 0; e < kSums; ++e) {
    const int sum = asker.sum(e);
    number[e * kWarpGroupThreads] = column[e * kWarpGroupThreads] = sum == 1 ? 0 : sum == 0 ? kNone : kContradiction;
  }
  const auto add_bit = [&](std::int32_t* answer, int bit) {
    for (int e = 0; e < kSums; ++e) {
      std::int32_t& so_far = answer[e * kWarpGroupThreads];
      const int sum = asker.sum(e);
      if (so_far == kNone && sum == 0) continue;
      so_far = so_far < 0 || sum < 0 || sum > 1 ? kContradiction : so_far | sum << bit;
    }
  };
  for (int bit = 0; bit < kBitsOfA<I>; ++bit) {
    asker.multiply(
        k0, metadata, [&](int a) { return (a >> bit & 1) != 0; }, one);
    add_bit(number, bit);
  }
  for (int bit = 0; bit < kBitsOfColumn<I>; ++bit) {
    asker.multiply(k0, metadata, one, [&](int n) { return (n >> bit & 1) != 0; });
    add_bit(column, bit);
  }
}

// moved: for each place of metadata (a block, thread * kNibbles + nibble) and each k, how many sums
// are not 0 when this place alone has kHigh, and one of these slots of D.
template <typename I, bool a_in_registers>
__global__ void __launch_bounds__(kWarpGroupThreads)
    ask_metadata(const std::uint8_t* only_high, std::uint32_t* scratch, std::int32_t* moved) {
  __shared__ alignas(128) std::uint32_t a_memory[kRows * kRowBytes / 4];
  __shared__ alignas(128) std::uint32_t b_memory[I::kN * kRowBytesOfB / 4];
  __shared__ int count;
  __shared__ int slot;
  const int place = static_cast<int>(blockIdx.x);
  const int thread = static_cast<int>(threadIdx.x);
  Asker<I, a_in_registers> asker{
      a_memory, b_memory, scratch + place * I::kRegistersD * kWarpGroupThreads + thread};
  std::uint32_t metadata = kLow * kInAllNibbles;
  if (place / kNibbles == thread) metadata ^= (kLow ^ kHigh) << (4 * (place % kNibbles));
  const auto one = [](int) { return true; };
  for (int k0 = 0; k0 < I::kK; ++k0) {
    if (thread == 0) count = slot = 0;
    __syncthreads();
    if (only_high[k0] != 0) {
      asker.multiply(k0, metadata, one, one);
      for (int e = 0; e < kWgmmaSums<I>; ++e) {
        if (asker.sum(e) == 0) continue;
        atomicAdd(&count, 1);
        atomicMax(&slot, e * kWarpGroupThreads + thread);
      }
    }
    __syncthreads();
    if (thread == 0) {
      moved[2 * (place * I::kK + k0)] = count;
      moved[2 * (place * I::kK + k0) + 1] = slot;
    }
    __syncthreads();
  }
}

Error contradiction(const std::string& what, std::size_t slot) {
  return {ErrorCode::kInvalid, what + " " + std::to_string(slot) + " contradicts the others"};
}

// The labels of all slots, of A under each metadata value.  Rows have free names where A is in
// registers: they are numbered as D's slots have them.
struct Labels {
  std::size_t kept;  // in a row of A
  bool a_in_registers;
  std::vector<std::int32_t> a_row, a_k;
  std::vector<std::int32_t> d_row, d_col;
  std::int32_t rows = 0;

  // Of an element that slot d of D meets.
  std::int32_t row_name(std::size_t slot, std::size_t d) {
    if (!a_in_registers) return static_cast<std::int32_t>(slot / kept);
    if (!a_row.empty()) return a_row[slot];
    return d_row[d] != kNone ? d_row[d] : rows++;
  }

  // `number` and `column` as the kernel answers them, under the next metadata value.
  std::optional<Error> add(std::span<const std::int32_t> number,
                           std::span<const std::int32_t> column,
                           std::size_t along_k) {
    const std::size_t d_slots = number.size() / along_k;
    const std::size_t a_slots = kRows * kept;
    d_row.resize(d_slots, kNone);
    d_col.resize(d_slots, kNone);
    std::vector<std::int32_t> row_of(a_slots, kNone);
    std::vector<std::int32_t> k_of(a_slots, kNone);
    for (std::size_t i = 0; i < number.size(); ++i) {
      const std::size_t d = i % d_slots;
      const auto k0 = static_cast<std::int32_t>(i / d_slots);
      if (number[i] == kNone && column[i] == kNone) continue;
      const auto slot = static_cast<std::size_t>(number[i]);
      if (number[i] < 0 || column[i] < 0 || slot >= a_slots) return contradiction("slot of D", d);
      if (row_of[slot] == kNone) {
        row_of[slot] = row_name(slot, d);
        k_of[slot] = k0;
      }
      if (d_row[d] == kNone) d_row[d] = row_of[slot];
      if (d_col[d] == kNone) d_col[d] = column[i];
      if (d_row[d] != row_of[slot] || d_col[d] != column[i] || k_of[slot] != k0) {
        return contradiction("slot of D", d);
      }
    }
    for (std::size_t slot = 0; slot < a_slots; ++slot) {
      if (row_of[slot] == kNone) return contradiction("slot of A", slot);
    }
    for (std::size_t d = 0; d < d_slots; ++d) {
      if (d_row[d] == kNone) return contradiction("slot of D", d);
    }
    a_row.insert(a_row.end(), row_of.begin(), row_of.end());
    a_k.insert(a_k.end(), k_of.begin(), k_of.end());
    return std::nullopt;
  }
};

// For each slot of A the place of its metadata; the second value of the labels is kHigh.
template <typename I, bool a_in_registers>
Result<std::vector<std::int32_t>> metadata_of_slots(const Labels& labels) {
  constexpr int kPlaces = kWarpGroupThreads * kNibbles;
  const std::size_t a_slots = static_cast<std::size_t>(kRows * kKept<I>);
  std::vector<std::uint8_t> only_high(I::kK, 0);
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> slot_at;
  for (std::size_t slot = 0; slot < a_slots; ++slot) {
    const std::int32_t k = labels.a_k[a_slots + slot];
    only_high[static_cast<std::size_t>(k)] = 1;
    slot_at[{labels.a_row[a_slots + slot], k}] = slot;
  }
  for (std::size_t slot = 0; slot < a_slots; ++slot) {
    only_high[static_cast<std::size_t>(labels.a_k[slot])] = 0;
  }
  TP_TRY(mask, DeviceBuffer<std::uint8_t>::copy_of(only_high));
  TP_TRY(scratch, DeviceBuffer<std::uint32_t>::make(kPlaces * I::kRegistersD * kWarpGroupThreads));
  TP_TRY(answers, DeviceBuffer<std::int32_t>::make(2 * kPlaces * I::kK));
  ask_metadata<I, a_in_registers>
      <<<kPlaces, kWarpGroupThreads>>>(mask.data(), scratch.data(), answers.data());
  TP_TRY(moved, answers.read());
  std::vector<std::int32_t> place_of(a_slots, kNone);
  for (int place = 0; place < kPlaces; ++place) {
    for (int k0 = 0; k0 < I::kK; ++k0) {
      const auto at = static_cast<std::size_t>(2 * (place * I::kK + k0));
      if (moved[at] == 0) continue;
      const std::int32_t row = labels.d_row[static_cast<std::size_t>(moved[at + 1])];
      const auto slot = slot_at.find({row, k0});
      if (moved[at] != I::kN || slot == slot_at.end() || place_of[slot->second] != kNone) {
        return contradiction("place of metadata", static_cast<std::size_t>(place));
      }
      place_of[slot->second] = place;
    }
  }
  for (std::size_t slot = 0; slot < a_slots; ++slot) {
    if (place_of[slot] == kNone) return contradiction("without metadata, slot of A", slot);
  }
  return place_of;
}

template <typename I, bool a_in_registers>
Result<Observation> ask() {
  std::vector<std::uint32_t> metadata_values{kLow, kHigh};
  if (I::Operand::kBits != 32) metadata_values.insert(metadata_values.end(), {0x8, 0x9, 0xC, 0xD});
  constexpr int kAnswers = I::kK * kWgmmaSums<I> * kWarpGroupThreads;
  Labels labels{static_cast<std::size_t>(kKept<I>), a_in_registers, {}, {}, {}, {}};
  for (const std::uint32_t value : metadata_values) {
    TP_TRY(scratch, DeviceBuffer<std::uint32_t>::make(I::kK * I::kRegistersD * kWarpGroupThreads));
    TP_TRY(answers, DeviceBuffer<std::int32_t>::make(2 * kAnswers));
    ask_products<I, a_in_registers>
        <<<I::kK, kWarpGroupThreads>>>(value * kInAllNibbles, scratch.data(), answers.data());
    TP_TRY(read, answers.read());
    const std::span<const std::int32_t> all(read);
    if (const auto error = labels.add(all.first(kAnswers), all.subspan(kAnswers), I::kK)) {
      return *error;
    }
  }
  TP_TRY(a_metadata, (metadata_of_slots<I, a_in_registers>(labels)));
  return Observation{{{"kind", "wgmma.sp"},
                      {"instruction", I::kName},
                      {"m", kRows},
                      {"n", I::kN},
                      {"k", I::kK},
                      {"bits", I::Operand::kBits},
                      {"selector", I::kSelectorOf},
                      {"metadata_values", metadata_values},
                      {"a", a_in_registers ? "registers" : "shared"}},
                     {{"a_row", labels.a_row},
                      {"a_k", labels.a_k},
                      {"a_metadata", a_metadata},
                      {"d_row", labels.d_row},
                      {"d_col", labels.d_col}}};
}

template <typename I, bool a_in_registers>
constexpr FragmentQuestion kQuestion{I::kName, kRows* I::kN* I::kK, ask<I, a_in_registers>};

#define TP_ASK(...) kQuestion<__VA_ARGS__, false>, kQuestion<__VA_ARGS__, true>

constexpr FragmentQuestion kQuestions[] = {TP_ASK(SparseWgmmaF16N8<0>),
                                           TP_ASK(SparseWgmmaF16N8<1>),
                                           TP_ASK(SparseWgmmaF16N64<0>),
                                           TP_ASK(SparseWgmmaF16N256<0>),
                                           TP_ASK(SparseWgmmaBf16N64<0>),
                                           TP_ASK(SparseWgmmaBf16N64<1>),
                                           TP_ASK(SparseWgmmaTf32N64<0>),
                                           TP_ASK(SparseWgmmaTf32N64<1>),
                                           TP_ASK(SparseWgmmaE4m3N64<0>),
                                           TP_ASK(SparseWgmmaE5m2N64<0>),
                                           TP_ASK(SparseWgmmaS8N64<0>),
                                           TP_ASK(SparseWgmmaU8N64<0>)};

}  // namespace

std::span<const FragmentQuestion> sparse_wgmma_questions() { return kQuestions; }

}  // namespace tileproof::oracles
#endif
