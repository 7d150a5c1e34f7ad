// Asks the instructions of four warps.  B lies in shared memory, where k and the column of an
// element are known, and so does A if it is not in registers.
//
// For each k0, B holds 1 along k0 and 0 elsewhere.  With A full of ones each sum must be 1: one
// slot of A meets one element of B.  Then A spells the numbers of its slots, bit by bit over
// several passes, and the sums say which one was met; then B spells the columns.  A number of A is
// row * k + k0 in shared memory, and element * 128 + thread in registers.
#include <bit>

#include "gpu_oracles/fragments/fragments_device.hpp"
#include "gpu_oracles/fragments/read_sum.cuh"
#include "gpu_oracles/fragments/wgmma_instructions.cuh"
#include "gpu_oracles/fragments/wgmma_operands.cuh"
#include "gpu_oracles/runner/device_buffer.hpp"

#if TILEPROOF_CUDA_ARCHITECTURE >= 90  // lower ones lack the instructions
namespace tileproof::oracles {
namespace {

constexpr std::int32_t kContradiction = -2;
constexpr std::uint32_t kPoison = 0xA5A5A5A5;

template <typename I>
inline constexpr int kBitsOfA = std::bit_width(static_cast<unsigned>(kRows* I::kK - 1));
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
  __device__ void multiply(int k0, BitOfA bit_of_a, BitOfB bit_of_b) {
    const int thread = static_cast<int>(threadIdx.x);
    for (int i = 0; i < I::kRegistersD; ++i) sums[i * kWarpGroupThreads] = kPoison;
    __syncthreads();
    fill_matrix<E>(b_memory, I::kN, [&](int column, int k) { return k == k0 && bit_of_b(column); });
    std::uint32_t registers[4] = {};
    if constexpr (a_in_registers) {
      for (int e = 0; e < 4 * E::kPer; ++e) {
        if (!bit_of_a(e * kWarpGroupThreads + thread)) continue;
        registers[e / E::kPer] |= static_cast<std::uint32_t>(E::kOne) << (e % E::kPer * E::kBits);
      }
    } else {
      fill_matrix<E>(a_memory, kRows, [&](int row, int k) { return bit_of_a(row * I::kK + k); });
    }
    publish_to_async_proxy();
    if constexpr (a_in_registers) {
      I::run(sums, registers, plain_descriptor(b_memory, I::kN));
    } else {
      I::run(sums, plain_descriptor(a_memory, kRows), plain_descriptor(b_memory, I::kN));
    }
  }

  __device__ int sum(int element) const {
    constexpr int kPerD = I::kSum == Sum::kHalf ? 2 : 1;
    return read_sum<I::kSum>(sums[element / kPerD * kWarpGroupThreads], element % kPerD);
  }
};

// answers: for each k0, element and thread the number in A, then as many columns.
template <typename I, bool a_in_registers>
__global__ void __launch_bounds__(kWarpGroupThreads)
    ask_products(std::uint32_t* scratch, std::int32_t* answers) {
  __shared__ alignas(128) std::uint32_t a_memory[kRows * kRowBytes / 4];
  __shared__ alignas(128) std::uint32_t b_memory[I::kN * kRowBytes / 4];
  const int k0 = static_cast<int>(blockIdx.x);
  const int thread = static_cast<int>(threadIdx.x);
  Asker<I, a_in_registers> asker{
      a_memory, b_memory, scratch + k0 * I::kRegistersD * kWarpGroupThreads + thread};
  std::int32_t* const number = answers + k0 * kWgmmaSums<I> * kWarpGroupThreads + thread;
  std::int32_t* const column = number + I::kK * kWgmmaSums<I> * kWarpGroupThreads;
  const auto one = [](int) { return true; };

  asker.multiply(k0, one, one);
  for (int e = 0; e < kWgmmaSums<I>; ++e) {
    number[e * kWarpGroupThreads] = column[e * kWarpGroupThreads] = asker.sum(e) == 1 ? 0 : kContradiction;
  }
  const auto add_bit = [&](std::int32_t* answer, int bit) {
    for (int e = 0; e < kWgmmaSums<I>; ++e) {
      std::int32_t& so_far = answer[e * kWarpGroupThreads];
      const int sum = asker.sum(e);
      so_far = so_far < 0 || sum < 0 || sum > 1 ? kContradiction : so_far | sum << bit;
    }
  };
  for (int bit = 0; bit < kBitsOfA<I>; ++bit) {
    asker.multiply(
        k0, [&](int a) { return (a >> bit & 1) != 0; }, one);
    add_bit(number, bit);
  }
  for (int bit = 0; bit < kBitsOfColumn<I>; ++bit) {
    asker.multiply(k0, one, [&](int n) { return (n >> bit & 1) != 0; });
    add_bit(column, bit);
  }
}

struct Answers {
  int k;
  std::size_t d_slots;
  std::vector<std::int32_t> values;

  [[nodiscard]] std::int32_t number(int k0, std::size_t d) const {
    return values[static_cast<std::size_t>(k0) * d_slots + d];
  }
  [[nodiscard]] std::int32_t column(int k0, std::size_t d) const { return number(k + k0, d); }
};

// D's slots have one column and one row, whatever k0.
struct Labels {
  std::vector<std::int32_t> a_row, a_k;  // of slots, if A is in registers
  std::vector<std::int32_t> d_row, d_col;
};

Error contradiction(std::size_t d, int k0) {
  return {ErrorCode::kInvalid,
          "slot " + std::to_string(d) + " of D at k = " + std::to_string(k0) +
              " contradicts the others"};
}

// In shared memory the number of A's element says its row.  In registers, rows have free names:
// they are numbered as D's slots have them.
Result<Labels> label(const Answers& answers, bool a_in_registers) {
  const std::size_t a_slots = static_cast<std::size_t>(kRows * answers.k);
  Labels labels;
  labels.d_row.assign(answers.d_slots, -1);
  labels.a_row.assign(a_slots, -1);
  labels.a_k.assign(a_slots, -1);
  std::int32_t rows = 0;
  for (int k0 = 0; k0 < answers.k; ++k0) {
    for (std::size_t d = 0; d < answers.d_slots; ++d) {
      const std::int32_t a = answers.number(k0, d);
      const std::int32_t column = answers.column(k0, d);
      if (a < 0 || column < 0) return contradiction(d, k0);
      const auto slot = static_cast<std::size_t>(a);
      if (slot >= a_slots) return contradiction(d, k0);
      if (k0 == 0) labels.d_col.push_back(column);
      if (!a_in_registers) {
        labels.a_row[slot] = a / answers.k;
        labels.a_k[slot] = a % answers.k;
      } else if (labels.a_row[slot] < 0) {
        labels.a_row[slot] = labels.d_row[d] >= 0 ? labels.d_row[d] : rows++;
        labels.a_k[slot] = k0;
      }
      if (labels.d_row[d] < 0) labels.d_row[d] = labels.a_row[slot];
      if (labels.d_col[d] != column || labels.d_row[d] != labels.a_row[slot] ||
          labels.a_k[slot] != k0) {
        return contradiction(d, k0);
      }
    }
  }
  return labels;
}

template <typename I, bool a_in_registers>
Result<Observation> ask() {
  TP_TRY(scratch, DeviceBuffer<std::uint32_t>::make(I::kK * I::kRegistersD * kWarpGroupThreads));
  TP_TRY(buffer, DeviceBuffer<std::int32_t>::make(2 * I::kK * kWgmmaSums<I> * kWarpGroupThreads));
  ask_products<I, a_in_registers><<<I::kK, kWarpGroupThreads>>>(scratch.data(), buffer.data());
  TP_TRY(values, buffer.read());
  const Answers answers{
      I::kK, static_cast<std::size_t>(kWgmmaSums<I> * kWarpGroupThreads), std::move(values)};
  TP_TRY(labels, label(answers, a_in_registers));
  nlohmann::json out{{"d_row", labels.d_row}, {"d_col", labels.d_col}};
  if (a_in_registers) {
    out["a_row"] = labels.a_row;
    out["a_k"] = labels.a_k;
  }
  return Observation{{{"kind", "wgmma"},
                      {"instruction", I::kName},
                      {"m", kRows},
                      {"n", I::kN},
                      {"k", I::kK},
                      {"bits", I::Operand::kBits},
                      {"a", a_in_registers ? "registers" : "shared"}},
                     std::move(out)};
}

template <typename I, bool a_in_registers>
constexpr FragmentQuestion kQuestion{I::kName, kRows* I::kN* I::kK, ask<I, a_in_registers>};

#define TP_ASK(Name) kQuestion<Name, false>, kQuestion<Name, true>,
#define TP_ASK_F16(n) TP_ASK(WgmmaF16N##n)
#define TP_ASK_BF16(n) TP_ASK(WgmmaBf16N##n)
#define TP_ASK_TF32(n) TP_ASK(WgmmaTf32N##n)
#define TP_ASK_E4M3(n) TP_ASK(WgmmaE4m3N##n)
#define TP_ASK_E5M2(n) TP_ASK(WgmmaE5m2N##n)
#define TP_ASK_S8(n) TP_ASK(WgmmaS8N##n)
#define TP_ASK_U8(n) TP_ASK(WgmmaU8N##n)
#define TP_ASK_B1(n) TP_ASK(WgmmaB1N##n)

// clang-format off
constexpr FragmentQuestion kQuestions[] = {
    TP_POWERS(TP_ASK_F16) TP_OTHERS(TP_ASK_F16)
    TP_ASK(WgmmaHalfN16) TP_ASK(WgmmaHalfN32) TP_ASK(WgmmaHalfN64) TP_ASK(WgmmaHalfN128)
    TP_ASK(WgmmaHalfN256)
    TP_POWERS(TP_ASK_BF16) TP_POWERS(TP_ASK_TF32) TP_POWERS(TP_ASK_E4M3) TP_POWERS(TP_ASK_E5M2)
    TP_POWERS(TP_ASK_S8) TP_POWERS(TP_ASK_U8) TP_POWERS(TP_ASK_B1)};
// clang-format on

}  // namespace

std::span<const FragmentQuestion> wgmma_questions() { return kQuestions; }

}  // namespace tileproof::oracles
#endif
