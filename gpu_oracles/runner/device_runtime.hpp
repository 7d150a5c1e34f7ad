// How is the runtime called, and the device's language spelled, on either platform?  A file that
// includes this is compiled in one of three ways, and asks nothing of the platform by itself:
//
//   for NVIDIA             by nvcc                     the runtime's names begin with cuda
//   for NVIDIA by HIP      by nvcc, TILEPROOF_HIP      ... with hip
//   for AMD                by clang++, TILEPROOF_HIP   ... with hip
//
// TP_AMD is 1 in the last case and else 0.  Host files of each are compiled by any compiler.
#pragma once

#ifdef TILEPROOF_HIP
#ifdef __HIP_PLATFORM_NVIDIA__
#include "gpu_oracles/runner/hip_on_cuda13.hpp"
#define TP_AMD 0
#else
#include <hip/hip_runtime.h>
#define TP_AMD 1
#endif
#define TP_RUNTIME(name) hip##name
#else
#include <cuda_runtime.h>
#define TP_AMD 0
#define TP_RUNTIME(name) cuda##name
#endif

// All of the runtime that the oracles of both platforms use.
#define gpuError_t TP_RUNTIME(Error_t)
#define gpuSuccess TP_RUNTIME(Success)
#define gpuGetErrorString TP_RUNTIME(GetErrorString)
#define gpuGetLastError TP_RUNTIME(GetLastError)
#define gpuDeviceSynchronize TP_RUNTIME(DeviceSynchronize)

#define gpuMalloc TP_RUNTIME(Malloc)
#define gpuFree TP_RUNTIME(Free)
#define gpuMemset TP_RUNTIME(Memset)
#define gpuMemsetAsync TP_RUNTIME(MemsetAsync)
#define gpuMemcpy TP_RUNTIME(Memcpy)
#define gpuMemcpyDefault TP_RUNTIME(MemcpyDefault)

#define gpuEvent_t TP_RUNTIME(Event_t)
#define gpuEventCreate TP_RUNTIME(EventCreate)
#define gpuEventRecord TP_RUNTIME(EventRecord)
#define gpuEventSynchronize TP_RUNTIME(EventSynchronize)
#define gpuEventElapsedTime TP_RUNTIME(EventElapsedTime)
#define gpuEventDestroy TP_RUNTIME(EventDestroy)

#define gpuGetDevice TP_RUNTIME(GetDevice)
#define gpuGetDeviceCount TP_RUNTIME(GetDeviceCount)
#define gpuGetDeviceProperties TP_RUNTIME(GetDeviceProperties)
#define gpuDeviceGetAttribute TP_RUNTIME(DeviceGetAttribute)
#define gpuDriverGetVersion TP_RUNTIME(DriverGetVersion)
#define gpuRuntimeGetVersion TP_RUNTIME(RuntimeGetVersion)
#define gpuFuncSetAttribute TP_RUNTIME(FuncSetAttribute)
#define gpuFuncAttributeMaxDynamicSharedMemorySize \
  TP_RUNTIME(FuncAttributeMaxDynamicSharedMemorySize)
// The two names that differ in more than their beginning.
#ifdef TILEPROOF_HIP
#define gpuDeviceProperties hipDeviceProp_t
#define gpuAttributeMultiProcessorCount hipDeviceAttributeMultiprocessorCount
#else
#define gpuDeviceProperties cudaDeviceProp
#define gpuAttributeMultiProcessorCount cudaDevAttrMultiProcessorCount
#endif
