// Lets the HIP headers of Debian 12 (5.2.3) compile for NVIDIA devices with CUDA 13, which renamed
// or dropped some of what they call.  Included in their place; nothing of it is used by the
// oracles.
//
// What CUDA 13 dropped gives cudaErrorNotSupported, and 0 where it was a property.
#pragma once

#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#if CUDART_VERSION >= 13000

namespace tileproof::hip_on_cuda13 {

struct DeviceProperties : cudaDeviceProp {
  int clockRate = 0;
  int memoryClockRate = 0;
  int computeMode = 0;
  int kernelExecTimeoutEnabled = 0;
  int cooperativeMultiDeviceLaunch = 0;
};

inline cudaMemLocation location_of(int device) {
  const bool is_host = device == cudaCpuDeviceId;
  cudaMemLocation location{};
  location.type = is_host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = is_host ? 0 : device;
  return location;
}

}  // namespace tileproof::hip_on_cuda13

// A type that is only named in declarations.
template <class T, int dimensions, cudaTextureReadMode mode>
struct texture;

// Each parameter list is that of CUDA 12.
#undef cuCtxCreate
#define cuCtxCreate(context, flags, device) cuCtxCreate_v4(context, nullptr, flags, device)
#define cudaDeviceProp tileproof::hip_on_cuda13::DeviceProperties
#define cudaMemAdvise(at, bytes, advice, device) \
  cudaMemAdvise(at, bytes, advice, tileproof::hip_on_cuda13::location_of(device))
#define cudaMemPrefetchAsync(at, bytes, device, stream) \
  cudaMemPrefetchAsync(at, bytes, tileproof::hip_on_cuda13::location_of(device), 0, stream)
#define cudaDevAttrCooperativeMultiDeviceLaunch static_cast<cudaDeviceAttr>(96)
#define cudaBindTexture(...) cudaErrorNotSupported
#define cudaBindTexture2D(...) cudaErrorNotSupported
#define cudaBindTextureToArray(...) cudaErrorNotSupported
#define cudaUnbindTexture(...) cudaErrorNotSupported
#define cudaGetTextureAlignmentOffset(...) cudaErrorNotSupported
#define cudaLaunchCooperativeKernelMultiDevice(...) cudaErrorNotSupported
#define cudaGraphAddDependencies(graph, from, to, count) \
  cudaGraphAddDependencies(graph, from, to, nullptr, count)
#define cudaGraphRemoveDependencies(graph, from, to, count) \
  cudaGraphRemoveDependencies(graph, from, to, nullptr, count)
#define cudaGraphGetEdges(graph, from, to, count) cudaGraphGetEdges(graph, from, to, nullptr, count)
#define cudaGraphNodeGetDependencies(node, nodes, count) \
  cudaGraphNodeGetDependencies(node, nodes, nullptr, count)
#define cudaGraphNodeGetDependentNodes(node, nodes, count) \
  cudaGraphNodeGetDependentNodes(node, nodes, nullptr, count)
#define cudaStreamUpdateCaptureDependencies(stream, nodes, count, flags) \
  cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, count, flags)
#define cudaStreamGetCaptureInfo_v2(stream, status, id, graph, nodes, count) \
  cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, count)

#endif

#include <hip/hip_runtime.h>

#if CUDART_VERSION >= 13000
#undef cuCtxCreate
#undef cudaDeviceProp
#undef cudaMemAdvise
#undef cudaMemPrefetchAsync
#undef cudaDevAttrCooperativeMultiDeviceLaunch
#undef cudaBindTexture
#undef cudaBindTexture2D
#undef cudaBindTextureToArray
#undef cudaUnbindTexture
#undef cudaGetTextureAlignmentOffset
#undef cudaLaunchCooperativeKernelMultiDevice
#undef cudaGraphAddDependencies
#undef cudaGraphRemoveDependencies
#undef cudaGraphGetEdges
#undef cudaGraphNodeGetDependencies
#undef cudaGraphNodeGetDependentNodes
#undef cudaStreamUpdateCaptureDependencies
#undef cudaStreamGetCaptureInfo_v2
#endif
