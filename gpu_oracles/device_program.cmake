# What the device side of the program is made of, on every platform.
#
# One line for each oracle: its name, and its files that are only for the device.  Those that hold
# kernels are gathered in `kernel_files`, for the platform to compile; the hash that observations
# name is that of all files in the oracle's folder.
set(kernel_files "")
set(source_hashes "")
function(add_device_oracle name)
  foreach(file ${ARGN})
    if(file MATCHES "[.](cu|hip)$")
      list(APPEND kernel_files ${name}/${file})
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
  set(kernel_files "${kernel_files}" PARENT_SCOPE)
  set(source_hashes "${source_hashes}    {\"${name}\", \"${hash}\"},\n" PARENT_SCOPE)
endfunction()

# The oracles that have one source for all platforms.
function(add_portable_oracles)
  add_device_oracle(conversions conversions.cu conversions_run.cpp)
  add_device_oracle(exhaustive exhaustive.cu bitmap_limits.cu exhaustive_run.cpp)
  add_device_oracle(shuffles shuffles.cu shuffles_run.cpp)
  set(kernel_files "${kernel_files}" PARENT_SCOPE)
  set(source_hashes "${source_hashes}" PARENT_SCOPE)
endfunction()

# After the last oracle.  `toolkit` is what observations say they were compiled by.
function(finish_device_program toolkit)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/generated/gpu_oracles/source_hashes.hpp CONTENT
"// Which sources asked: written by gpu_oracles/device_program.cmake.
#pragma once

#include <string_view>
#include <utility>

namespace tileproof::oracles {

inline constexpr std::pair<std::string_view, std::string_view> kSourceHashes[] = {
${source_hashes}};

}  // namespace tileproof::oracles
")
  target_sources(tileproof_oracle_program PRIVATE runner/describe_device.cpp)
  target_include_directories(tileproof_oracle_program PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated)
  target_compile_definitions(tileproof_oracle_program PRIVATE TILEPROOF_DEVICE_TOOLKIT="${toolkit}")
endfunction()
