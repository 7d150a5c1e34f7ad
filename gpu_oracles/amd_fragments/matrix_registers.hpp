// What stands in the registers of a matrix instruction: elements of A and B, sums of C and D.  All
// registers are words of 32 bits, so that one probe serves all types.  For device code of AMD.
#pragma once

#include <cstdint>

#include "gpu_oracles/runner/device_runtime.hpp"

namespace tileproof::oracles::amd {

// What A and B hold; kOne are the bits of 1.
template <int bits, std::uint64_t one>
struct ElementType {
  static constexpr int kBits = bits;
  static constexpr std::uint64_t kOne = one;
};
using F16 = ElementType<16, 0x3C00>;
using Bf16 = ElementType<16, 0x3F80>;
using F32 = ElementType<32, 0x3F800000>;
using F64 = ElementType<64, 0x3FF0000000000000>;
using I8 = ElementType<8, 1>;
using I4 = ElementType<4, 1>;
// MFMA's 8-bit types have a bias that is larger by one than that of the OCP types, which WMMA has.
using Fnuz8 = ElementType<8, 0x40>;
using Fp8 = ElementType<8, 0x38>;
using Bf8 = ElementType<8, 0x3C>;

// What C and D hold.
enum class SumType { kFloat, kInteger, kDouble, kHalf, kBfloat };

// How sums lie in words: kPadded has 16 bits in the lower half of each.
enum class SumPacking { kDense, kPadded };

template <SumType type>
inline constexpr int kSumBits = type == SumType::kDouble                             ? 64
                                : type == SumType::kHalf || type == SumType::kBfloat ? 16
                                                                                     : 32;

// Where sum e begins, in bits from the first register's lowest.
template <SumType type, SumPacking packing>
__device__ int sum_bit(int e) {
  return e * (packing == SumPacking::kPadded ? 32 : kSumBits<type>);
}

template <int bits>
__device__ std::uint64_t bits_at(const std::uint32_t* words, int first) {
  if constexpr (bits == 64) {
    return words[first / 32] | std::uint64_t{words[first / 32 + 1]} << 32;
  } else {
    return words[first / 32] >> (first % 32) & (bits == 32 ? ~0U : (1U << bits) - 1);
  }
}

template <int bits>
__device__ void put_bits(std::uint32_t* words, int first, std::uint64_t value) {
  words[first / 32] |= static_cast<std::uint32_t>(value) << (first % 32);
  if constexpr (bits == 64) words[first / 32 + 1] |= static_cast<std::uint32_t>(value >> 32);
}

inline constexpr int kBroken = -1'000'000;

// A sum as an integer; kBroken if it is none.
template <SumType type>
__device__ int integer_of(std::uint64_t bits) {
  double value = 0;
  if constexpr (type == SumType::kInteger) {
    return static_cast<int>(bits);
  } else if constexpr (type == SumType::kDouble) {
    value = __builtin_bit_cast(double, bits);
  } else if constexpr (type == SumType::kFloat) {
    value = __builtin_bit_cast(float, static_cast<std::uint32_t>(bits));
  } else if constexpr (type == SumType::kHalf) {
    value = static_cast<double>(__builtin_bit_cast(_Float16, static_cast<std::uint16_t>(bits)));
  } else {
    value = __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  }
  const int integer = static_cast<int>(value);
  return static_cast<double>(integer) == value ? integer : kBroken;
}

// The bits of a sum of 0 to 1023; a Bfloat is exact up to 256.
template <SumType type>
__device__ std::uint64_t bits_of(int sum) {
  if constexpr (type == SumType::kInteger) {
    return static_cast<std::uint32_t>(sum);
  } else if constexpr (type == SumType::kDouble) {
    return __builtin_bit_cast(std::uint64_t, static_cast<double>(sum));
  } else if constexpr (type == SumType::kFloat) {
    return __builtin_bit_cast(std::uint32_t, static_cast<float>(sum));
  } else if constexpr (type == SumType::kHalf) {
    return __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(sum));
  } else {
    return __builtin_bit_cast(std::uint32_t, static_cast<float>(sum)) >> 16;
  }
}

}  // namespace tileproof::oracles::amd
