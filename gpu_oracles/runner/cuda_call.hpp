// How are the device's calls and buffers used?  Every call's code is looked at, and every buffer
// that a kernel writes is poisoned first and read back whole.
#pragma once

#include <cuda_runtime.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace tileproof::oracles {

inline Error cuda_error(const char* call, cudaError_t code) {
  return {ErrorCode::kUnsupported,
          std::string(call) + ": " + cudaGetErrorString(code) + " (error " +
              std::to_string(static_cast<int>(code)) + ")"};
}

// Returns the Error of a failed call of the CUDA runtime to the caller.
#define TP_GPU_TRY(call)                                                    \
  if (const cudaError_t tp_gpu_code = (call); tp_gpu_code != cudaSuccess) { \
    return ::tileproof::oracles::cuda_error(#call, tp_gpu_code);            \
  }

// Device memory for `size` values, poisoned with 0xA5 bytes.  Moves, does not copy.
template <typename T>
class DeviceBuffer {
 public:
  static Result<DeviceBuffer> make(std::size_t size) {
    DeviceBuffer buffer;
    buffer.size_ = size;
    TP_GPU_TRY(cudaMalloc(&buffer.data_, size * sizeof(T)));
    TP_GPU_TRY(cudaMemset(buffer.data_, 0xA5, size * sizeof(T)));
    return std::move(buffer);
  }
  static Result<DeviceBuffer> copy_of(std::span<const T> values) {
    TP_TRY(buffer, make(values.size()));
    TP_GPU_TRY(cudaMemcpy(buffer.data(), values.data(), values.size_bytes(), cudaMemcpyDefault));
    return std::move(buffer);
  }

  DeviceBuffer(DeviceBuffer&& other) noexcept { *this = std::move(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  ~DeviceBuffer() { cudaFree(data_); }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // After the work that writes it: fails as that work did.
  [[nodiscard]] Result<std::vector<T>> read() const {
    std::vector<T> values(size_);
    TP_GPU_TRY(cudaGetLastError());
    TP_GPU_TRY(cudaDeviceSynchronize());
    TP_GPU_TRY(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDefault));
    return values;
  }

 private:
  DeviceBuffer() = default;

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tileproof::oracles
