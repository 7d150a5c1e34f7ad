# The device side of the program.  Kernels are compiled by themselves, since nvcc does not know the
# warnings that the project is held to.
add_library(tileproof_oracle_kernels OBJECT)
target_link_libraries(tileproof_oracle_kernels PRIVATE tileproof_oracles)

# One line for each oracle: its name, and its files that are only for the device.  The hash is that of
# all files in its folder.
set(source_hashes "")
function(add_device_oracle name)
  foreach(file ${ARGN})
    if(file MATCHES "[.]cu$")
      target_sources(tileproof_oracle_kernels PRIVATE ${name}/${file})
    else()
      target_sources(tileproof_oracle_program PRIVATE ${name}/${file})
    endif()
  endforeach()
  set(hashes "")
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*)
  foreach(file ${files})
    file(SHA256 ${file} hash)
    string(APPEND hashes ${hash})
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  string(SHA256 hash "${hashes}")
  string(SUBSTRING ${hash} 0 16 hash)
  set(source_hashes "${source_hashes}    {\"${name}\", \"${hash}\"},\n" PARENT_SCOPE)
endfunction()
add_device_oracle(conversions conversions.cu conversions_run.cpp)
add_device_oracle(exhaustive exhaustive.cu bitmap_limits.cu exhaustive_run.cpp)
add_device_oracle(lanes lanes.cu lanes_run.cpp)
add_device_oracle(fragments
  fragments_run.cpp matrix_moves.cu mma.cu mma_sparse.cu wgmma.cu wgmma_sparse.cu)
add_device_oracle(tma boxes.cu descriptors.cu mn_descriptors.cu tma_run.cpp)
add_device_oracle(wavefronts wavefronts.cu wavefronts_run.cpp)

file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/generated/gpu_oracles/source_hashes.hpp CONTENT
"// Which sources asked: written by gpu_oracles/cuda.cmake.
#pragma once

#include <string_view>
#include <utility>

namespace tileproof::oracles {

inline constexpr std::pair<std::string_view, std::string_view> kSourceHashes[] = {
${source_hashes}};

}  // namespace tileproof::oracles
")
target_sources(tileproof_oracle_program PRIVATE runner/cuda_device.cpp runner/cuda_runs.cpp)
target_include_directories(tileproof_oracle_program PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated)
target_compile_definitions(tileproof_oracle_program PRIVATE
  TILEPROOF_CUDA_TOOLKIT="${CUDAToolkit_VERSION}")
target_link_libraries(tileproof_oracle_program PRIVATE
  tileproof_oracle_kernels CUDA::cudart_static)
