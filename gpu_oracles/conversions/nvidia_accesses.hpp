// The accesses to shared memory of a list of moves, as NVIDIA's instructions.  For nvcc.
#pragma once

#include "gpu_oracles/conversions/operands.hpp"

namespace tileproof::oracles {

inline __device__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

inline __device__ void store_shared(std::uint32_t address, unsigned bytes, const Operands& from) {
  const std::uint32_t* w = from.words;
  switch (bytes) {
    case 1:
      asm volatile("st.shared.b8 [%0], %1;" ::"r"(address), "r"(w[0]) : "memory");
      break;
    case 2:
      asm volatile("st.shared.b16 [%0], %1;" ::"r"(address), "h"(from.halves[0]) : "memory");
      break;
    case 4:
      asm volatile("st.shared.b32 [%0], %1;" ::"r"(address), "r"(w[0]) : "memory");
      break;
    case 8:
      asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(address), "r"(w[0]), "r"(w[1])
                   : "memory");
      break;
    default:
      asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(address),
                   "r"(w[0]),
                   "r"(w[1]),
                   "r"(w[2]),
                   "r"(w[3])
                   : "memory");
  }
}

inline __device__ void load_shared(std::uint32_t address, unsigned bytes, Operands& to) {
  std::uint32_t* w = to.words;
  switch (bytes) {
    case 1:
      asm volatile("ld.shared.u8 %0, [%1];" : "=r"(w[0]) : "r"(address) : "memory");
      break;
    case 2:
      asm volatile("ld.shared.b16 %0, [%1];" : "=h"(to.halves[0]) : "r"(address) : "memory");
      break;
    case 4:
      asm volatile("ld.shared.b32 %0, [%1];" : "=r"(w[0]) : "r"(address) : "memory");
      break;
    case 8:
      asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];"
                   : "=r"(w[0]), "=r"(w[1])
                   : "r"(address)
                   : "memory");
      break;
    default:
      asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                   : "r"(address)
                   : "memory");
  }
}

// stmatrix is there from sm_90 on; without it no conversion uses matrix instructions.
#define TP_MATRIX_MOVES (TILEPROOF_CUDA_ARCHITECTURE >= 90)
#if !TP_MATRIX_MOVES
#define TP_STORE_MATRIX(form) __trap();
#else
#define TP_STORE_MATRIX(form)                                                                     \
  switch (matrices) {                                                                             \
    case 1:                                                                                       \
      asm volatile("stmatrix.sync.aligned.m8n8.x1" form ".shared.b16 [%0], {%1};" ::"r"(address), \
                   "r"(w[0])                                                                      \
                   : "memory");                                                                   \
      break;                                                                                      \
    case 2:                                                                                       \
      asm volatile("stmatrix.sync.aligned.m8n8.x2" form                                           \
                   ".shared.b16 [%0], {%1, %2};" ::"r"(address),                                  \
                   "r"(w[0]),                                                                     \
                   "r"(w[1])                                                                      \
                   : "memory");                                                                   \
      break;                                                                                      \
    default:                                                                                      \
      asm volatile("stmatrix.sync.aligned.m8n8.x4" form                                           \
                   ".shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address),                          \
                   "r"(w[0]),                                                                     \
                   "r"(w[1]),                                                                     \
                   "r"(w[2]),                                                                     \
                   "r"(w[3])                                                                      \
                   : "memory");                                                                   \
  }
#endif

#define TP_LOAD_MATRIX(form)                                                                  \
  switch (matrices) {                                                                         \
    case 1:                                                                                   \
      asm volatile("ldmatrix.sync.aligned.m8n8.x1" form ".shared.b16 {%0}, [%1];"             \
                   : "=r"(w[0])                                                               \
                   : "r"(address)                                                             \
                   : "memory");                                                               \
      break;                                                                                  \
    case 2:                                                                                   \
      asm volatile("ldmatrix.sync.aligned.m8n8.x2" form ".shared.b16 {%0, %1}, [%2];"         \
                   : "=r"(w[0]), "=r"(w[1])                                                   \
                   : "r"(address)                                                             \
                   : "memory");                                                               \
      break;                                                                                  \
    default:                                                                                  \
      asm volatile("ldmatrix.sync.aligned.m8n8.x4" form ".shared.b16 {%0, %1, %2, %3}, [%4];" \
                   : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])                           \
                   : "r"(address)                                                             \
                   : "memory");                                                               \
  }

inline __device__ void store_matrices(std::uint32_t address,
                                      unsigned matrices,
                                      bool transposed,
                                      const Operands& from) {
  const std::uint32_t* w = from.words;
  if (transposed) {
    TP_STORE_MATRIX(".trans")
  } else {
    TP_STORE_MATRIX("")
  }
}

inline __device__ void load_matrices(std::uint32_t address,
                                     unsigned matrices,
                                     bool transposed,
                                     Operands& to) {
  std::uint32_t* w = to.words;
  if (transposed) {
    TP_LOAD_MATRIX(".trans")
  } else {
    TP_LOAD_MATRIX("")
  }
}

#undef TP_STORE_MATRIX
#undef TP_LOAD_MATRIX

}  // namespace tileproof::oracles
