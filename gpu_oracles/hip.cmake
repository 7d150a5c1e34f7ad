# The device side of the program for AMD, by clang++ and HIP.  Kernels are compiled by commands of
# their own: CMake's HIP language wants ROCm's own folders, which distributions do not have.
include(device_program.cmake)
include(hip_headers.cmake)
set(TILEPROOF_HIP_ARCHITECTURES gfx90a gfx942 gfx1100 gfx1200 CACHE STRING "AMD architectures")
find_program(TILEPROOF_HIP_COMPILER NAMES clang++-19 clang++ REQUIRED)
find_library(TILEPROOF_HIP_RUNTIME amdhip64 HINTS /opt/rocm/lib REQUIRED)
find_path(TILEPROOF_HIP_BITCODE ockl.bc REQUIRED
  HINTS /opt/rocm/amdgcn/bitcode /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/amdgcn/bitcode)
execute_process(COMMAND ${TILEPROOF_HIP_COMPILER} -dumpversion
  OUTPUT_VARIABLE compiler_version OUTPUT_STRIP_TRAILING_WHITESPACE)

add_device_side("clang ${compiler_version}, HIP ${hip_version}" ANY AMD)
target_compile_definitions(tileproof_oracle_program PRIVATE TILEPROOF_HIP __HIP_PLATFORM_AMD__)
target_include_directories(tileproof_oracle_program SYSTEM PRIVATE ${TILEPROOF_HIP_INCLUDE})
target_link_libraries(tileproof_oracle_program PRIVATE ${TILEPROOF_HIP_RUNTIME})

# The device libraries, with a file for each architecture that tells them which it is.  Debian's lack
# that of newer architectures; it holds one number, 1000 * major + 100 * minor + step, of which the
# last two are hexadecimal digits in the name: gfx90a is 9010, gfx1200 is 12000.
set(bitcode ${CMAKE_CURRENT_BINARY_DIR}/bitcode)
file(MAKE_DIRECTORY ${bitcode})
file(GLOB bitcode_files ${TILEPROOF_HIP_BITCODE}/*.bc)
foreach(file ${bitcode_files})
  get_filename_component(name ${file} NAME)
  file(CREATE_LINK ${file} ${bitcode}/${name} SYMBOLIC)
endforeach()
foreach(architecture ${TILEPROOF_HIP_ARCHITECTURES})
  string(REGEX REPLACE "^gfx(.+)(.)(.)$" "\\1;\\2;\\3" parts ${architecture})
  list(GET parts 0 major)
  list(GET parts 1 minor)
  list(GET parts 2 step)
  set(isa_file ${bitcode}/oclc_isa_version_${major}${minor}${step}.bc)
  if(EXISTS ${isa_file})
    continue()
  endif()
  math(EXPR isa "${major} * 1000 + 0x${minor} * 100 + 0x${step}")
  file(WRITE ${bitcode}/isa_version.c
    "__attribute__((weak, visibility(\"protected\"), address_space(4))) "
    "const int __oclc_ISA_version = ${isa};\n")
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND ${TILEPROOF_HIP_COMPILER} -x c
    -target amdgcn-amd-amdhsa -nogpulib -c -emit-llvm ${bitcode}/isa_version.c -o ${isa_file})
endforeach()

set(offload "")
foreach(architecture ${TILEPROOF_HIP_ARCHITECTURES})
  list(APPEND offload --offload-arch=${architecture})
endforeach()
find_program(TILEPROOF_OBJDUMP NAMES llvm-objdump-19 llvm-objdump REQUIRED)
find_program(TILEPROOF_OBJCOPY NAMES llvm-objcopy-19 llvm-objcopy REQUIRED)
find_program(TILEPROOF_BUNDLER NAMES clang-offload-bundler-19 clang-offload-bundler REQUIRED)
enable_testing()
foreach(file ${kernel_files})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/kernels/${file}.o)
  get_filename_component(folder ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${object}
    COMMAND ${TILEPROOF_HIP_COMPILER} -x hip ${offload} --rocm-device-lib-path=${bitcode}
      -std=c++20 -O3 -Wall -DTILEPROOF_HIP -D__HIP_PLATFORM_AMD__ -I${root}
      -idirafter ${TILEPROOF_HIP_INCLUDE} -MD -MF ${object}.d
      -c ${CMAKE_CURRENT_SOURCE_DIR}/${file} -o ${object}
    DEPENDS ${file} DEPFILE ${object}.d COMMENT "Compiling ${file} for AMD" VERBATIM)
  target_sources(tileproof_oracle_program PRIVATE ${object})

  # What the compiled kernels must contain stands beside them.
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(name ${file} NAME)
  set(expected ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/instructions.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${expected})
  foreach(architecture ${TILEPROOF_HIP_ARCHITECTURES})
    file(STRINGS ${expected} rows REGEX "^${name} .*[ |]${architecture} .*[|]")
    if(NOT rows)
      continue()  # the architecture lacks what the file asks about
    endif()
    add_test(NAME hip_instructions/${file}/${architecture}
      COMMAND ${CMAKE_COMMAND} -DOBJECT=${object} -DFILE=${file} -DARCHITECTURE=${architecture}
        -DEXPECTED=${expected}
        -DOBJDUMP=${TILEPROOF_OBJDUMP} -DOBJCOPY=${TILEPROOF_OBJCOPY} -DBUNDLER=${TILEPROOF_BUNDLER}
        -P ${CMAKE_CURRENT_SOURCE_DIR}/runner/check_instructions.cmake)
    set_property(TEST hip_instructions/${file}/${architecture} PROPERTY LABELS hip)
  endforeach()
endforeach()

# Without an AMD device the program says so; with one, a few cases must agree.
add_test(NAME hip_program COMMAND tileproof-oracle run shuffles --against model --cases 20)
set_tests_properties(hip_program PROPERTIES LABELS hip
  PASS_REGULAR_EXPRESSION "skipped: no device|, 0 differences")
