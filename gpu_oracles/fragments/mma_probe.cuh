// How is one instruction of a warp asked which slots meet?  A block for each slot of A: A holds a 1
// there and 0 elsewhere.  In the first pass B holds 1 everywhere, so that D counts the slots of B
// that reach each slot of D; it must be 0 or 1.  In pass p + 1, slot b of B holds bit p of its
// number b, so that D spells the number of the slot that reached it.  0 and 1 are exact in all
// types.
#pragma once

#include <bit>
#include <string_view>
#include <vector>

#include "gpu_oracles/fragments/mma_instructions.cuh"
#include "gpu_oracles/fragments/pair_table.hpp"
#include "gpu_oracles/fragments/read_sum.cuh"
#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {

inline constexpr int kWarp = 32;

template <typename I>
inline constexpr int kSlotsA = kWarp* I::kRegistersA* I::Operand::kPer;
template <typename I>
inline constexpr int kSlotsB = kWarp* I::kRegistersB* I::Operand::kPer;
// Elements of an accumulator in a thread.
template <typename I>
inline constexpr int kSums = I::kRegistersD*(I::kSum == Sum::kHalf ? 2 : 1);
template <typename I>
inline constexpr int kSlotsD = kWarp* kSums<I>;
// Of the number of a slot of B.
template <typename I>
inline constexpr int kNumberBits = std::bit_width(static_cast<unsigned>(kSlotsB<I> - 1));

// Does the instruction count where A and B differ, instead of summing products?
template <typename I>
inline constexpr bool kCountsDifferences = std::string_view(I::kName).ends_with(".xor.popc");

// Element e of a thread's accumulator.
template <typename I>
__device__ int sum_of(const typename I::R* d, int e) {
  constexpr int kPerRegister = kSums<I> / I::kRegistersD;
  return read_sum<I::kSum>(d[e / kPerRegister], e % kPerRegister);
}

// Sets the registers of an operand: bit_of(slot) says whether a slot holds a 1.
template <typename I, int registers, typename BitOf>
__device__ void fill(typename I::R* operand, int lane, BitOf bit_of) {
  using E = typename I::Operand;
  for (int r = 0; r < registers; ++r) {
    typename I::R bits = 0;
    for (int i = 0; i < E::kPer; ++i) {
      const int slot = (r * E::kPer + i) * kWarp + lane;
      if (bit_of(slot)) bits |= static_cast<typename I::R>(E::kOne) << (i * E::kBits);
    }
    operand[r] = bits;
  }
}

// D = A B for every slot of D of this thread, with sums that xor.popc would count twice halved.
template <typename I, typename Run>
__device__ void products(const typename I::R* a, const typename I::R* b, int* sums, Run run) {
  typename I::R d[I::kRegistersD];
  const typename I::R zeros[8] = {};
  run(d, a, b, zeros);
  for (int e = 0; e < kSums<I>; ++e) sums[e] = sum_of<I>(d, e);
  if constexpr (kCountsDifferences<I>) {
    // popc(a xor b) = popc(a) + popc(b) - 2 popc(a and b)
    run(d, a, zeros, zeros);
    for (int e = 0; e < kSums<I>; ++e) sums[e] -= sum_of<I>(d, e);
    run(d, zeros, b, zeros);
    for (int e = 0; e < kSums<I>; ++e) sums[e] = -(sums[e] - sum_of<I>(d, e)) / 2;
  }
}

// b_of: of the table, the row of this block's slot of A.
template <typename I, typename Run>
__device__ void find_pairs(std::int32_t* b_of, Run run) {
  const int lane = static_cast<int>(threadIdx.x);
  const int slot_a = static_cast<int>(blockIdx.x);
  typename I::R a[I::kRegistersA];
  typename I::R b[I::kRegistersB];
  fill<I, I::kRegistersA>(a, lane, [&](int slot) { return slot == slot_a; });
  int count[kSums<I>];
  int number[kSums<I>] = {};
  bool broken[kSums<I>];
  fill<I, I::kRegistersB>(b, lane, [](int) { return true; });
  products<I>(a, b, count, run);
  for (int e = 0; e < kSums<I>; ++e) broken[e] = count[e] != 0 && count[e] != 1;
  for (int bit = 0; bit < kNumberBits<I>; ++bit) {
    int sum[kSums<I>];
    fill<I, I::kRegistersB>(b, lane, [&](int slot) { return (slot >> bit & 1) != 0; });
    products<I>(a, b, sum, run);
    for (int e = 0; e < kSums<I>; ++e) {
      broken[e] = broken[e] || sum[e] < 0 || sum[e] > count[e];
      number[e] |= sum[e] << bit;
    }
  }
  for (int e = 0; e < kSums<I>; ++e) {
    b_of[slot_a * kSlotsD<I> + e * kWarp + lane] = broken[e]       ? PairTable::kContradiction
                                                   : count[e] == 0 ? PairTable::kNone
                                                                   : number[e];
  }
}

// Metadata: nothing for a dense A.
template <typename I, typename... Metadata>
__global__ void ask_pairs(std::int32_t* b_of, Metadata... metadata) {
  find_pairs<I>(b_of, [=](auto* d, const auto* a, const auto* b, const auto* c) {
    I::run(d, a, b, c, metadata...);
  });
}

// Which slot of C each slot of D takes its sum from: slot c of C holds c, A and B are 0.
template <typename I, typename... Metadata>
__global__ void ask_addends(std::int32_t* c_of, Metadata... metadata) {
  const int lane = static_cast<int>(threadIdx.x);
  const typename I::R zeros[8] = {};
  typename I::R c[I::kRegistersD] = {};
  typename I::R d[I::kRegistersD];
  for (int e = 0; e < kSums<I>; ++e) {
    const int slot = e * kWarp + lane;
    if constexpr (I::kSum == Sum::kInteger) {
      c[e] = static_cast<std::uint32_t>(slot);
    } else if constexpr (I::kSum == Sum::kFloat) {
      c[e] = __float_as_uint(static_cast<float>(slot));
    } else if constexpr (I::kSum == Sum::kDouble) {
      c[e] = static_cast<std::uint64_t>(__double_as_longlong(slot));
    } else {
      const auto bits = __half_as_ushort(__float2half(static_cast<float>(slot)));
      c[e / 2] |= static_cast<std::uint32_t>(bits) << (e % 2 * 16);
    }
  }
  I::run(d, zeros, zeros, c, metadata...);
  for (int e = 0; e < kSums<I>; ++e) c_of[e * kWarp + lane] = sum_of<I>(d, e);
}

template <typename I>
PairTable empty_table() {
  return PairTable{static_cast<std::size_t>(kSlotsA<I>),
                   static_cast<std::size_t>(kSlotsB<I>),
                   static_cast<std::size_t>(kSlotsD<I>),
                   {}};
}

template <typename I, typename... Metadata>
Result<PairTable> read_pairs(Metadata... metadata) {
  PairTable table = empty_table<I>();
  TP_TRY(answers, DeviceBuffer<std::int32_t>::make(table.a_slots * table.d_slots));
  ask_pairs<I><<<kSlotsA<I>, kWarp>>>(answers.data(), metadata...);
  TP_TRY(pairs, answers.read());
  table.b_of = std::move(pairs);
  return table;
}

template <typename I, typename... Metadata>
Result<std::vector<std::int32_t>> read_addends(Metadata... metadata) {
  TP_TRY(answers, DeviceBuffer<std::int32_t>::make(kSlotsD<I>));
  ask_addends<I><<<1, kWarp>>>(answers.data(), metadata...);
  return answers.read();
}

}  // namespace tileproof::oracles
