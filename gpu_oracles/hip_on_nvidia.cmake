# The portable oracles for NVIDIA through HIP: the same sources as cuda.cmake, by HIP's names.
include(device_program.cmake)
include(hip_headers.cmake)
add_device_side("nvcc ${CUDAToolkit_VERSION}, HIP ${hip_version} for NVIDIA" ANY)

add_library(tileproof_oracle_kernels OBJECT ${kernel_files})
target_link_libraries(tileproof_oracle_kernels PRIVATE tileproof_oracles)
target_link_libraries(tileproof_oracle_program PRIVATE tileproof_oracle_kernels CUDA::cudart_static)
foreach(target tileproof_oracle_program tileproof_oracle_kernels)
  target_compile_definitions(${target} PRIVATE TILEPROOF_HIP __HIP_PLATFORM_NVIDIA__
    TILEPROOF_CUDA_ARCHITECTURE=${lowest_architecture})
endforeach()
