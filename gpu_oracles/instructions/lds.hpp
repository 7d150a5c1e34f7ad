// AMD's instructions that read and write the memory of a workgroup (LDS), each executed as itself.
// For device code of AMD.
//
// They are written with gfx9's names, which the assembler takes for the later ones too: ds_read_b32
// is ds_load_b32 there, ds_write_b32 is ds_store_b32.
#pragma once

#include <cstdint>

#include "gpu_oracles/runner/device_runtime.hpp"

namespace tileproof::oracles::lds {

// Up to 16 bytes of a lane, in registers that follow each other.
using Words2 = std::uint32_t __attribute__((ext_vector_type(2)));
using Words3 = std::uint32_t __attribute__((ext_vector_type(3)));
using Words4 = std::uint32_t __attribute__((ext_vector_type(4)));

// The address that the instructions take: bytes from the workgroup's first.
inline __device__ std::uint32_t address_of(void* shared) {
  return static_cast<std::uint32_t>(
      reinterpret_cast<std::uintptr_t>((__attribute__((address_space(3))) void*)shared));
}

// What makes a lane wait until its reads have arrived.
#if defined(__GFX12__)
#define TP_LDS_WAIT "s_wait_dscnt 0x0"
#else
#define TP_LDS_WAIT "s_waitcnt lgkmcnt(0)"
#endif

#define TP_LDS_READ(name, text, type)                                                      \
  inline __device__ type name(std::uint32_t address) {                                     \
    type value;                                                                            \
    asm volatile(text " %0, %1\n\t" TP_LDS_WAIT : "=&v"(value) : "v"(address) : "memory"); \
    return value;                                                                          \
  }
TP_LDS_READ(read_u8, "ds_read_u8", std::uint32_t)
TP_LDS_READ(read_u16, "ds_read_u16", std::uint32_t)
TP_LDS_READ(read_b32, "ds_read_b32", std::uint32_t)
TP_LDS_READ(read_b64, "ds_read_b64", Words2)
TP_LDS_READ(read_b96, "ds_read_b96", Words3)
TP_LDS_READ(read_b128, "ds_read_b128", Words4)
#undef TP_LDS_READ

#define TP_LDS_WRITE(name, text, type)                                  \
  inline __device__ void name(std::uint32_t address, type value) {      \
    asm volatile(text " %0, %1" ::"v"(address), "v"(value) : "memory"); \
  }
TP_LDS_WRITE(write_b8, "ds_write_b8", std::uint32_t)
TP_LDS_WRITE(write_b16, "ds_write_b16", std::uint32_t)
TP_LDS_WRITE(write_b32, "ds_write_b32", std::uint32_t)
TP_LDS_WRITE(write_b64, "ds_write_b64", Words2)
TP_LDS_WRITE(write_b96, "ds_write_b96", Words3)
TP_LDS_WRITE(write_b128, "ds_write_b128", Words4)
#undef TP_LDS_WRITE

// Until all writes of the lane are done.
inline __device__ void wait() { asm volatile(TP_LDS_WAIT ::: "memory"); }
#undef TP_LDS_WAIT

// Reads 1, 2, 4, 8, 12 or 16 bytes with the one instruction that does; words beyond them stay.
inline __device__ void read(std::uint32_t address, unsigned bytes, std::uint32_t* words) {
  switch (bytes) {
    case 1:
      words[0] = read_u8(address);
      return;
    case 2:
      words[0] = read_u16(address);
      return;
    case 4:
      words[0] = read_b32(address);
      return;
    case 8: {
      const Words2 value = read_b64(address);
      words[0] = value.x;
      words[1] = value.y;
      return;
    }
    case 12: {
      const Words3 value = read_b96(address);
      words[0] = value.x;
      words[1] = value.y;
      words[2] = value.z;
      return;
    }
    default: {
      const Words4 value = read_b128(address);
      words[0] = value.x;
      words[1] = value.y;
      words[2] = value.z;
      words[3] = value.w;
    }
  }
}

inline __device__ void write(std::uint32_t address, unsigned bytes, const std::uint32_t* words) {
  switch (bytes) {
    case 1:
      write_b8(address, words[0]);
      return;
    case 2:
      write_b16(address, words[0]);
      return;
    case 4:
      write_b32(address, words[0]);
      return;
    case 8:
      write_b64(address, Words2{words[0], words[1]});
      return;
    case 12:
      write_b96(address, Words3{words[0], words[1], words[2]});
      return;
    default:
      write_b128(address, Words4{words[0], words[1], words[2], words[3]});
  }
}

}  // namespace tileproof::oracles::lds
