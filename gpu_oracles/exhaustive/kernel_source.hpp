// What is compiled to ask a layout about all of its points?  Its steps as a function in C, and the
// kernels of kernels.cuh behind it.
#pragma once

#include <string>

#include "gpu_oracles/exhaustive/flat_map.hpp"

namespace tileproof::oracles {

// Which kernels: compiling takes longer than most questions do.
enum class Kernels {
  kCount,  // set_bits
  kFind,   // find_largest, find_repeated, find_point
};

// For CUDA and for HIP.
std::string kernel_source(const FlatMap& map, Kernels kernels);
// compare_values and evaluate_at, of two maps of as many points.
std::string comparing_source(const FlatMap& map, const FlatMap& other);

}  // namespace tileproof::oracles
