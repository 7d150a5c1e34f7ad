// Powers of two and bit counts, in the words of this project.
#pragma once

#include <bit>
#include <cstdint>

namespace tileproof {

using Word = std::uint64_t;

// The largest size, as a number of bits, that an index space may have.
inline constexpr unsigned kMaxIndexBits = 62;

// Not by a count of bits, which is a call where the processor need not have an instruction for it.
constexpr bool is_power_of_two(Word value) { return value != 0 && (value & (value - 1)) == 0; }

// Requires: value is a power of two.
constexpr unsigned log2_exact(Word value) { return static_cast<unsigned>(std::countr_zero(value)); }

// The bits that indices 0 .. size-1 need: log2_ceil(1) = 0, log2_ceil(5) = 3, log2_ceil(8) = 3.
constexpr unsigned log2_ceil(Word size) {
  return size <= 1 ? 0 : static_cast<unsigned>(std::bit_width(size - 1));
}

constexpr Word low_mask(unsigned bits) { return bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1; }

}  // namespace tileproof
