// How are the device's calls and buffers used?  Every call's code is looked at, and every buffer
// that a kernel writes is poisoned first and read back whole.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "gpu_oracles/runner/device_runtime.hpp"

namespace tileproof::oracles {

inline Error device_error(const char* call, gpuError_t code) {
  return {ErrorCode::kUnsupported,
          std::string(call) + ": " + gpuGetErrorString(code) + " (error " +
              std::to_string(static_cast<int>(code)) + ")"};
}

// Returns the Error of a failed call of the runtime to the caller.  The call is named as the
// platform does.
#define TP_GPU_TRY(call) TP_GPU_TRY_EXPANDED(call)
#define TP_GPU_TRY_EXPANDED(call)                                         \
  if (const gpuError_t tp_gpu_code = (call); tp_gpu_code != gpuSuccess) { \
    return ::tileproof::oracles::device_error(#call, tp_gpu_code);        \
  }

// Device memory for `size` values, poisoned with 0xA5 bytes.  Moves, does not copy.
template <typename T>
class DeviceBuffer {
 public:
  static Result<DeviceBuffer> make(std::size_t size) {
    DeviceBuffer buffer;
    buffer.size_ = size;
    TP_GPU_TRY(gpuMalloc(&buffer.data_, size * sizeof(T)));
    TP_GPU_TRY(gpuMemset(buffer.data_, 0xA5, size * sizeof(T)));
    return std::move(buffer);
  }
  static Result<DeviceBuffer> copy_of(std::span<const T> values) {
    TP_TRY(buffer, make(values.size()));
    TP_GPU_TRY(gpuMemcpy(buffer.data(), values.data(), values.size_bytes(), gpuMemcpyDefault));
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
  ~DeviceBuffer() { (void)gpuFree(data_); }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // After the work that writes it: fails as that work did.
  [[nodiscard]] Result<std::vector<T>> read() const {
    std::vector<T> values(size_);
    TP_GPU_TRY(gpuGetLastError());
    TP_GPU_TRY(gpuDeviceSynchronize());
    TP_GPU_TRY(gpuMemcpy(values.data(), data_, size_ * sizeof(T), gpuMemcpyDefault));
    return values;
  }

 private:
  DeviceBuffer() = default;

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tileproof::oracles
