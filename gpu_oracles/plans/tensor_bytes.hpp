// Which byte of a tensor is in which byte of a thread's registers?  By the definitions of the
// layouts and nothing else: no program and no linear form takes part.
//
// The bytes of a tensor are numbered, its elements in row-major order, the lowest byte first.  A
// byte's number does not fit a byte: a program is run several times, each time on one byte of these
// numbers (a plane), and what it leaves tells which byte of the tensor came where.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/moves/program.hpp"
#include "gpu_oracles/plans/conversion.hpp"

namespace tileproof::oracles {

inline constexpr std::uint32_t kNoByte = 0xFFFFFFFF;

// One side of a conversion.
struct TensorBytes {
  unsigned threads = 0;
  Word registers = 0;  // of 32 bits in each thread
  // bytes[(thread * registers + r) * 4 + k] is the number of what byte k of register r holds, or
  // kNoByte.
  std::vector<std::uint32_t> bytes;

  // Where the byte at a position is.
  [[nodiscard]] unsigned thread_of(std::size_t at) const {
    return static_cast<unsigned>(at / 4 / registers);
  }
  [[nodiscard]] Word register_of(std::size_t at) const { return at / 4 % registers; }
};

// Fails if the layout does not describe the shape, has other threads than the program, or more than
// 2^20 places.
Result<TensorBytes> defined_bytes(const triton::LayoutPtr& layout,
                                  const triton::Shape& shape,
                                  const moves::Program& program);

// How many planes tell all bytes of a tensor from each other and from a byte of ones.
unsigned planes_of(const Conversion& conversion);

// The registers in which a kernel finds the source: register r of thread t at [t * registers + r].
// Bytes that hold nothing are ones.
std::vector<std::uint32_t> plane_words(const TensorBytes& source, Word registers, unsigned plane);

// What a kernel left at the bytes that the destination has, in their order; `planes` has its
// registers for each plane, those of a thread `registers` apart.
std::vector<std::uint32_t> found_bytes(const TensorBytes& destination,
                                       Word registers,
                                       std::span<const std::vector<std::uint32_t>> planes);
// What it must leave.
std::vector<std::uint32_t> wanted_bytes(const TensorBytes& destination);

}  // namespace tileproof::oracles
