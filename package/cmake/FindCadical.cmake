# CaDiCaL comes without a package configuration: the target Cadical::Cadical.
find_library(CADICAL_LIB cadical)
find_path(CADICAL_INCLUDE_DIR cadical.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cadical REQUIRED_VARS CADICAL_LIB CADICAL_INCLUDE_DIR)
mark_as_advanced(CADICAL_LIB CADICAL_INCLUDE_DIR)
if(Cadical_FOUND AND NOT TARGET Cadical::Cadical)
  add_library(Cadical::Cadical UNKNOWN IMPORTED)
  set_target_properties(Cadical::Cadical PROPERTIES
    IMPORTED_LOCATION ${CADICAL_LIB}
    INTERFACE_INCLUDE_DIRECTORIES ${CADICAL_INCLUDE_DIR})
endif()
