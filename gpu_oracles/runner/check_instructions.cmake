# Are the expected instructions in the kernels that ask about them?  Run by cmake -P with
#
#   OBJECT        a host object with kernels in it, of the source FILE
#   ARCHITECTURE  gfx942 ...
#   EXPECTED      a table: file | kernel | architectures | instructions, all of which must be there
#   OBJDUMP, OBJCOPY, BUNDLER  LLVM's tools
#
# A kernel is named as in its source; a template's instances count together.
cmake_minimum_required(VERSION 3.25)
# The bundler starts llvm-objcopy, by this name, and only LLVM's own folder need have it.
get_filename_component(llvm_objcopy ${OBJCOPY} REALPATH)
get_filename_component(llvm_folder ${llvm_objcopy} DIRECTORY)
set(ENV{PATH} "${llvm_folder}:$ENV{PATH}")
set(code ${OBJECT}.${ARCHITECTURE})
execute_process(COMMAND_ERROR_IS_FATAL ANY
  COMMAND ${OBJCOPY} --dump-section=.hip_fatbin=${code}.bundle ${OBJECT} ${code}.copy)
execute_process(COMMAND_ERROR_IS_FATAL ANY
  COMMAND ${BUNDLER} --unbundle --type=o --input=${code}.bundle --output=${code}
    --targets=hipv4-amdgcn-amd-amdhsa--${ARCHITECTURE})
execute_process(COMMAND_ERROR_IS_FATAL ANY
  COMMAND ${OBJDUMP} -d --demangle --no-show-raw-insn ${code} OUTPUT_VARIABLE listing)
file(REMOVE ${code}.bundle ${code}.copy)
file(WRITE ${code}.s "${listing}")

# A line that begins a function: 0000000000001900 <name(...)>:
string(REPLACE ";" "," listing "${listing}")
string(REGEX REPLACE "\n[0-9a-f]+ <" ";" functions "${listing}")
get_filename_component(file ${FILE} NAME)
set(checked 0)
set(missing "")
file(STRINGS ${EXPECTED} rows REGEX "^[^#]")
foreach(row ${rows})
  string(REGEX REPLACE " *[|] *" ";" fields "${row}")
  list(GET fields 0 row_file)
  list(GET fields 1 kernel)
  list(GET fields 2 architectures)
  list(GET fields 3 instructions)
  separate_arguments(architectures)
  separate_arguments(instructions)
  if(NOT row_file STREQUAL file OR NOT ARCHITECTURE IN_LIST architectures)
    continue()
  endif()
  set(body "")
  foreach(function IN LISTS functions)
    if(function MATCHES "^[^\n]*[: ]${kernel}[<(]")
      string(APPEND body "${function}")
    endif()
  endforeach()
  foreach(instruction ${instructions})
    math(EXPR checked "${checked} + 1")
    if(NOT body MATCHES "[\n\t ]${instruction}[\n\t ]")
      string(APPEND missing "\n  ${kernel} has no ${instruction}")
    endif()
  endforeach()
endforeach()
if(checked EQUAL 0)
  message(FATAL_ERROR "${FILE} for ${ARCHITECTURE}: nothing is expected")
endif()
if(missing)
  message(FATAL_ERROR "${FILE} for ${ARCHITECTURE}:${missing}")
endif()
message("${FILE} for ${ARCHITECTURE}: ${checked} expected instructions found")
