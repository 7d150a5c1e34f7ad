// How does the copy engine get a box of a tensor?  From a map of the tensor that the driver
// encodes, by an instruction of one thread that counts its bytes on a barrier in shared memory.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {

inline constexpr int kMaxTensorRank = 5;

struct TensorBox {
  std::vector<std::uint64_t> sizes;         // of the tensor in elements, the contiguous one first
  std::vector<std::uint64_t> byte_strides;  // of all but the first
  std::vector<std::uint32_t> box;
  std::string type;  // of kBoxTypes
  int swizzle_bytes = 0;
  bool fills_nan = false;
};

// Where a box starts, the contiguous dimension first.
struct BoxStart {
  std::int32_t at[kMaxTensorRank] = {};
};

inline CUtensorMapDataType tensor_map_type(const std::string& type) {
  if (type == "u8") return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  if (type == "u16") return CU_TENSOR_MAP_DATA_TYPE_UINT16;
  if (type == "u32") return CU_TENSOR_MAP_DATA_TYPE_UINT32;
  if (type == "u64") return CU_TENSOR_MAP_DATA_TYPE_UINT64;
  if (type == "f16") return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  if (type == "bf16") return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  if (type == "f32") return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  TP_CHECK(type == "f64", "a type that is not in kBoxTypes");
  return CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
}

inline Result<CUtensorMap> encode_tensor_map(void* tensor, const TensorBox& box) {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  TP_GPU_TRY(cudaGetDriverEntryPointByVersion(
      "cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found));
  if (found != cudaDriverEntryPointSuccess) {
    return Error{ErrorCode::kUnsupported, "the driver has no cuTensorMapEncodeTiled"};
  }
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry);
  const CUtensorMapSwizzle swizzle = box.swizzle_bytes == 0    ? CU_TENSOR_MAP_SWIZZLE_NONE
                                     : box.swizzle_bytes == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                                     : box.swizzle_bytes == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                                               : CU_TENSOR_MAP_SWIZZLE_128B;
  // A tensor of one dimension has no strides, but the driver refuses a null list.
  std::vector<std::uint64_t> byte_strides = box.byte_strides;
  byte_strides.resize(kMaxTensorRank);
  const std::vector<std::uint32_t> ones(box.sizes.size(), 1);
  CUtensorMap map{};
  const CUresult code = encode(&map,
                               tensor_map_type(box.type),
                               static_cast<std::uint32_t>(box.sizes.size()),
                               tensor,
                               box.sizes.data(),
                               byte_strides.data(),
                               box.box.data(),
                               ones.data(),
                               CU_TENSOR_MAP_INTERLEAVE_NONE,
                               swizzle,
                               CU_TENSOR_MAP_L2_PROMOTION_NONE,
                               box.fills_nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                                             : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (code == CUDA_SUCCESS) return map;
  return Error{ErrorCode::kUnsupported,
               "cuTensorMapEncodeTiled: error " + std::to_string(static_cast<int>(code))};
}

__device__ inline void init_barrier(std::uint32_t barrier) {
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier) : "memory");
}

// One thread calls it.
template <int rank>
__device__ void load_box(std::uint32_t to,
                         const CUtensorMap& map,
                         const BoxStart& start,
                         std::uint32_t bytes,
                         std::uint32_t barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
  const auto map_address = reinterpret_cast<std::uint64_t>(&map);
  const std::int32_t* const c = start.at;
#define TP_LOAD(dimensions, coordinates, ...)                                              \
  asm volatile(                                                                            \
      "cp.async.bulk.tensor." dimensions                                                   \
      ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" coordinates \
      "}], [%2];" ::"r"(to),                                                               \
      "l"(map_address),                                                                    \
      "r"(barrier),                                                                        \
      __VA_ARGS__                                                                          \
      : "memory")
  if constexpr (rank == 1) TP_LOAD("1d", "%3", "r"(c[0]));
  if constexpr (rank == 2) TP_LOAD("2d", "%3,%4", "r"(c[0]), "r"(c[1]));
  if constexpr (rank == 3) TP_LOAD("3d", "%3,%4,%5", "r"(c[0]), "r"(c[1]), "r"(c[2]));
  if constexpr (rank == 4) TP_LOAD("4d", "%3,%4,%5,%6", "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
  if constexpr (rank == 5)
    TP_LOAD("5d", "%3,%4,%5,%6,%7", "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]));
#undef TP_LOAD
}

// False if the bytes do not arrive: a wrong count must not hang the device.
__device__ inline bool wait_for_bytes(std::uint32_t barrier, std::uint32_t phase) {
  for (int tries = 0; tries < 1'000'000; ++tries) {
    std::uint32_t done = 0;
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(barrier), "r"(phase)
        : "memory");
    if (done != 0) return true;
  }
  return false;
}

}  // namespace tileproof::oracles
