// How is one instruction of a wave asked which slots meet?  A block for each slot of A: A holds a 1
// there and 0 elsewhere.  In the first pass B holds 1 everywhere, so that D counts the slots of B
// that reach each slot of D; it must be 0 or 1.  In pass p + 1, slot b of B holds bit p of its
// number b, so that D spells the number of the slot that reached it.
//
// An instruction is a type with its text, its tile kM x kN x kK, what its registers hold, and
// `run`. Those that an architecture does not have trap there.
#pragma once

#include <bit>
#include <optional>
#include <string>

#include "gpu_oracles/amd_fragments/amd_fragments_device.hpp"
#include "gpu_oracles/amd_fragments/matrix_registers.hpp"
#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles::amd {

template <typename I>
inline constexpr int kSlotsA = I::kM* I::kK;
template <typename I>
inline constexpr int kSlotsB = I::kK* I::kN;
template <typename I>
inline constexpr int kSlotsD = I::kM* I::kN;
template <typename I>
inline constexpr int kElementsD = kSlotsD<I> / I::kLanes;
// Registers for elements of all lanes that hold different ones.
template <typename I, int slots>
inline constexpr int kOperandWords = slots / I::kOperandLanes* I::A::kBits / 32;
template <typename I>
inline constexpr int kSumWords =
    kElementsD<I>*(I::kPacking == SumPacking::kPadded ? 32 : kSumBits<I::kSum>) / 32;
// Of the number of a slot of B.
template <typename I>
inline constexpr int kNumberBits = std::bit_width(static_cast<unsigned>(kSlotsB<I> - 1));

// Sets the registers of an operand of elements E: bit_of(slot) says whether a slot holds a 1.
// Copies in further lanes are set alike.
template <typename I, typename E, int slots, typename BitOf>
__device__ void fill(std::uint32_t* words, int lane, BitOf bit_of) {
  for (int w = 0; w < kOperandWords<I, slots>; ++w) words[w] = 0;
  for (int e = 0; e < slots / I::kOperandLanes; ++e) {
    if (bit_of(e * I::kOperandLanes + lane % I::kOperandLanes)) {
      put_bits<E::kBits>(words, e * E::kBits, E::kOne);
    }
  }
}

template <typename I>
__device__ int sum_of(const std::uint32_t* d, int e) {
  return integer_of<I::kSum>(bits_at<kSumBits<I::kSum>>(d, sum_bit<I::kSum, I::kPacking>(e)));
}

// b_of: of the table, the row of this block's slot of A.
template <typename I>
__global__ void ask_pairs(std::int32_t* b_of) {
  const int lane = static_cast<int>(threadIdx.x);
  const int slot_a = static_cast<int>(blockIdx.x);
  std::uint32_t a[kOperandWords<I, kSlotsA<I>>];
  std::uint32_t b[kOperandWords<I, kSlotsB<I>>];
  std::uint32_t d[kSumWords<I>];
  const std::uint32_t zeros[kSumWords<I>] = {};
  fill<I, typename I::A, kSlotsA<I>>(a, lane, [&](int slot) { return slot == slot_a; });
  int count[kElementsD<I>];
  int number[kElementsD<I>] = {};
  bool broken[kElementsD<I>];
  fill<I, typename I::B, kSlotsB<I>>(b, lane, [](int) { return true; });
  I::run(d, a, b, zeros);
  for (int e = 0; e < kElementsD<I>; ++e) {
    count[e] = sum_of<I>(d, e);
    broken[e] = count[e] != 0 && count[e] != 1;
  }
  for (int bit = 0; bit < kNumberBits<I>; ++bit) {
    fill<I, typename I::B, kSlotsB<I>>(b, lane, [&](int slot) { return (slot >> bit & 1) != 0; });
    I::run(d, a, b, zeros);
    for (int e = 0; e < kElementsD<I>; ++e) {
      const int sum = sum_of<I>(d, e);
      broken[e] = broken[e] || sum < 0 || sum > count[e];
      number[e] |= sum << bit;
    }
  }
  for (int e = 0; e < kElementsD<I>; ++e) {
    b_of[slot_a * kSlotsD<I> + e * I::kLanes + lane] = broken[e]       ? PairTable::kContradiction
                                                       : count[e] == 0 ? PairTable::kNone
                                                                       : number[e];
  }
}

// Which slot of C each slot of D takes its sum from: slot c of C holds c, A and B are 0.
template <typename I>
__global__ void ask_addends(std::int32_t* c_of) {
  const int lane = static_cast<int>(threadIdx.x);
  std::uint32_t a[kOperandWords<I, kSlotsA<I>>] = {};
  std::uint32_t b[kOperandWords<I, kSlotsB<I>>] = {};
  std::uint32_t c[kSumWords<I>] = {};
  std::uint32_t d[kSumWords<I>];
  for (int e = 0; e < kElementsD<I>; ++e) {
    put_bits<kSumBits<I::kSum>>(
        c, sum_bit<I::kSum, I::kPacking>(e), bits_of<I::kSum>(e * I::kLanes + lane));
  }
  I::run(d, a, b, c);
  for (int e = 0; e < kElementsD<I>; ++e) c_of[e * I::kLanes + lane] = sum_of<I>(d, e);
}

template <typename I>
std::optional<Error> ask(const std::string& architecture, const AmdFragmentSink& sink) {
  if (!I::is_on(architecture)) return std::nullopt;
  PairTable table{static_cast<std::size_t>(kSlotsA<I>),
                  static_cast<std::size_t>(kSlotsB<I>),
                  static_cast<std::size_t>(kSlotsD<I>),
                  {}};
  TP_TRY(pairs, DeviceBuffer<std::int32_t>::make(table.a_slots * table.d_slots));
  ask_pairs<I><<<kSlotsA<I>, I::kLanes>>>(pairs.data());
  TP_TRY(b_of, pairs.read());
  table.b_of = std::move(b_of);
  const auto labels = label_slots(table);
  if (!labels) {
    return Error{labels.error().code, std::string(I::kName) + ": " + labels.error().message};
  }
  TP_TRY(addends, DeviceBuffer<std::int32_t>::make(table.d_slots));
  ask_addends<I><<<1, I::kLanes>>>(addends.data());
  TP_TRY(c_of_d, addends.read());
  sink({I::kName, architecture, I::kM, I::kN, I::kK, I::A::kBits, kSumBits<I::kSum>},
       *labels,
       c_of_d);
  return std::nullopt;
}

template <typename... I>
std::optional<Error> ask_each(const std::string& architecture, const AmdFragmentSink& sink) {
  std::optional<Error> error;  // the first, after which no more are asked
  (void)((error = ask<I>(architecture, sink), !error) && ...);
  return error;
}

// Registers as the type that a builtin takes, and back.
template <typename Vector>
__device__ Vector as(const std::uint32_t* words) {
  Vector vector;
  __builtin_memcpy(&vector, words, sizeof vector);
  return vector;
}
template <typename Vector>
__device__ void put(std::uint32_t* words, const Vector& vector) {
  __builtin_memcpy(words, &vector, sizeof vector);
}

template <typename Scalar, int count>
using VectorOf = Scalar __attribute__((ext_vector_type(count)));

}  // namespace tileproof::oracles::amd
