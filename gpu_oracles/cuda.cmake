# The device side of the program for NVIDIA.
include(device_program.cmake)
add_portable_oracles()
set(wgmma_files "")
if(NOT lowest_architecture LESS 90)
  set(wgmma_files wgmma.cu wgmma_sparse.cu)
  add_device_oracle(lanes lanes.cu lanes_run.cpp)
  add_device_oracle(tma boxes.cu descriptors.cu mn_descriptors.cu tma_run.cpp)
endif()
add_device_oracle(fragments fragments_run.cpp matrix_moves.cu mma.cu mma_sparse.cu ${wgmma_files})
add_device_oracle(wavefronts wavefronts.cu wavefronts_run.cpp)
target_sources(tileproof_oracle_program PRIVATE runner/cuda_runs.cpp)
finish_device_program("nvcc ${CUDAToolkit_VERSION}")

# Kernels are compiled by themselves, since nvcc does not know the warnings that the project is held
# to.
add_library(tileproof_oracle_kernels OBJECT ${kernel_files})
target_link_libraries(tileproof_oracle_kernels PRIVATE tileproof_oracles)
target_link_libraries(tileproof_oracle_program PRIVATE tileproof_oracle_kernels CUDA::cudart_static)
foreach(target tileproof_oracle_program tileproof_oracle_kernels)
  target_compile_definitions(${target} PRIVATE TILEPROOF_CUDA_ARCHITECTURE=${lowest_architecture})
endforeach()
