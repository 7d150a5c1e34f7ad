// The accesses to shared memory of a list of moves, as AMD's instructions.  There are none that
// move matrices.
#pragma once

#include "gpu_oracles/conversions/operands.hpp"
#include "gpu_oracles/instructions/lds.hpp"

#define TP_MATRIX_MOVES false

namespace tileproof::oracles {

inline __device__ std::uint32_t shared_address(void* pointer) { return lds::address_of(pointer); }

inline __device__ void store_shared(std::uint32_t address, unsigned bytes, const Operands& from) {
  lds::write(address, bytes, from.words);
}

inline __device__ void load_shared(std::uint32_t address, unsigned bytes, Operands& to) {
  lds::read(address, bytes, to.words);
}

inline __device__ void store_matrices(std::uint32_t, unsigned, bool, const Operands&) {
  __builtin_trap();
}

inline __device__ void load_matrices(std::uint32_t, unsigned, bool, Operands&) { __builtin_trap(); }

}  // namespace tileproof::oracles
