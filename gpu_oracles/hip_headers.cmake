# Where the HIP headers are, and of which version.
find_path(TILEPROOF_HIP_INCLUDE hip/hip_version.h HINTS /opt/rocm/include REQUIRED)
file(STRINGS ${TILEPROOF_HIP_INCLUDE}/hip/hip_version.h version_lines
  REGEX "#define HIP_VERSION_(MAJOR|MINOR|PATCH) ")
string(REGEX MATCHALL "[0-9]+" version_numbers "${version_lines}")
list(JOIN version_numbers "." hip_version)
