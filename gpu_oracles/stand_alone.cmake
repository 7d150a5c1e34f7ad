# What the oracles need of the rest of the project, where that cannot be built as a whole.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(Boost 1.74 REQUIRED)
find_package(nlohmann_json REQUIRED)
add_library(tileproof_options INTERFACE)
target_compile_options(tileproof_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wno-restrict -Wno-stringop-overread
                                                                        -Wno-stringop-overflow>)
add_subdirectory(${root}/core ${CMAKE_BINARY_DIR}/core)
add_subdirectory(${root}/encodings ${CMAKE_BINARY_DIR}/encodings)
# Of these what needs no solver.
add_subdirectory(${root}/checkers/moves ${CMAKE_BINARY_DIR}/checkers/moves EXCLUDE_FROM_ALL)
add_subdirectory(${root}/checkers/plan ${CMAKE_BINARY_DIR}/checkers/plan EXCLUDE_FROM_ALL)
target_include_directories(tileproof_core PUBLIC ${root})
