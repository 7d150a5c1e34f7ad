# What the device side of the program is made of, on every platform.
#
# The oracles that the named devices are asked by (oracles.def): add_device_side(TOOLKIT DEVICES...),
# where the toolkit is what observations say they were compiled by.  Gives the files that hold kernels
# in `kernel_files`, for the platform to compile; the hash that observations name is that of all files
# in the oracle's folder.
function(add_device_side toolkit)
  set(kernels "")
  set(compiled "")
  foreach(row ${oracle_rows})
    string(REPLACE ":" ";" row ${row})
    list(GET row 0 name)
    list(GET row 1 devices)
    if(NOT devices IN_LIST ARGN)
      continue()
    endif()
    set(hashes "")
    file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${name}/*)
    foreach(file ${files})
      file(SHA256 ${CMAKE_CURRENT_SOURCE_DIR}/${file} hash)
      string(APPEND hashes ${hash})
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
    string(SHA256 hash "${hashes}")
    string(SUBSTRING ${hash} 0 16 hash)
    string(APPEND compiled "TP_DEVICE_ORACLE(${name}, \"${hash}\")\n")
    target_sources(tileproof_oracle_program PRIVATE ${name}/${name}_run.cpp)
    list(FILTER files INCLUDE REGEX "[.](cu|hip)$")
    list(APPEND kernels ${files})
  endforeach()
  set(kernel_files ${kernels} PARENT_SCOPE)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/generated/gpu_oracles/device_oracles.def
    CONTENT "${compiled}")
  target_sources(tileproof_oracle_program PRIVATE
    runner/describe_device.cpp runner/device_oracles.cpp)
  target_include_directories(tileproof_oracle_program PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated)
  target_compile_definitions(tileproof_oracle_program PRIVATE TILEPROOF_DEVICE_TOOLKIT="${toolkit}")
endfunction()
