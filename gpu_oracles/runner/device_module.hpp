// Kernels that were compiled as the program runs (runtime_compiler.hpp): how are they loaded and
// launched?  For files that nvcc or clang++ for AMD compiles.
#pragma once

#include <string>

#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {

#if TP_AMD
using LoadedCode = hipModule_t;
#else
// The runtime of CUDA is asked in either case, since HIP's functions would want its driver linked.
using LoadedCode = cudaLibrary_t;
#ifdef TILEPROOF_HIP
inline gpuError_t as_gpu_error(cudaError_t code) { return hipCUDAErrorTohipError(code); }
#else
inline gpuError_t as_gpu_error(cudaError_t code) { return code; }
#endif
#endif

// Moves, does not copy.
class DeviceModule {
 public:
  static Result<DeviceModule> load(const std::string& code) {
    DeviceModule module;
#if TP_AMD
    TP_GPU_TRY(hipModuleLoadData(&module.code_, code.data()));
#else
    TP_GPU_TRY(as_gpu_error(
        cudaLibraryLoadData(&module.code_, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0)));
#endif
    return std::move(module);
  }
  DeviceModule(DeviceModule&& other) noexcept { std::swap(code_, other.code_); }
  DeviceModule& operator=(DeviceModule&&) = delete;
  ~DeviceModule() {
    if (code_ == nullptr) return;
#if TP_AMD
    (void)hipModuleUnload(code_);
#else
    (void)cudaLibraryUnload(code_);
#endif
  }

  struct Grid {
    unsigned blocks;
    unsigned threads;           // of a block
    unsigned shared_bytes = 0;  // of a block, besides those that the kernel names
  };

  // Requires: the arguments are of the kernel's parameters' types.
  template <typename... Arguments>
  std::optional<Error> launch(const char* name, const Grid& grid, Arguments... arguments) const {
    void* values[] = {&arguments...};
#if TP_AMD
    hipFunction_t kernel = nullptr;
    TP_GPU_TRY(hipModuleGetFunction(&kernel, code_, name));
    TP_GPU_TRY(hipModuleLaunchKernel(kernel,
                                     grid.blocks,
                                     1,
                                     1,
                                     grid.threads,
                                     1,
                                     1,
                                     grid.shared_bytes,
                                     nullptr,
                                     values,
                                     nullptr));
#else
    cudaKernel_t found = nullptr;
    TP_GPU_TRY(as_gpu_error(cudaLibraryGetKernel(&found, code_, name)));
    const auto* const kernel = static_cast<const void*>(found);
    // More must be asked for.
    constexpr unsigned kUsualBytes = 48 * 1024;
    if (grid.shared_bytes > kUsualBytes) {
      TP_GPU_TRY(as_gpu_error(cudaFuncSetAttribute(kernel,
                                                   cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                   static_cast<int>(grid.shared_bytes))));
    }
    TP_GPU_TRY(as_gpu_error(cudaLaunchKernel(
        kernel, dim3(grid.blocks), dim3(grid.threads), values, grid.shared_bytes, nullptr)));
#endif
    return std::nullopt;
  }

 private:
  DeviceModule() = default;
  LoadedCode code_ = nullptr;
};

}  // namespace tileproof::oracles
