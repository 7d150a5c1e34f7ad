# The device side of the program for NVIDIA.
include(device_program.cmake)
set(devices ANY NVIDIA)
if(NOT lowest_architecture LESS 90)
  list(APPEND devices SM90)
endif()
add_device_side("nvcc ${CUDAToolkit_VERSION}" ${devices})

# Kernels are compiled by themselves, since nvcc does not know the warnings that the project is held
# to.
add_library(tileproof_oracle_kernels OBJECT ${kernel_files})
target_link_libraries(tileproof_oracle_kernels PRIVATE tileproof_oracles)
target_link_libraries(tileproof_oracle_program PRIVATE tileproof_oracle_kernels CUDA::cudart_static)
foreach(target tileproof_oracle_program tileproof_oracle_kernels)
  target_compile_definitions(${target} PRIVATE TILEPROOF_CUDA_ARCHITECTURE=${lowest_architecture})
endforeach()
