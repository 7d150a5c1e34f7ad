// How does a compiler get a graph of steps?  As a function in C, one statement for each step:
//
//   x + (x >> 6 << 3), x below 2^32:
//
//     unsigned long long f(unsigned x0) {
//       const unsigned n2 = x0 >> 6u;
//       const unsigned n4 = n2 << 3u;
//       const unsigned long long n5 = (unsigned long long)x0 + (unsigned long long)n4;
//       return n5;
//     }
//
// A step is computed in 32 bits where ranges (ranges.hpp) show that its value is below 2^32, else
// in
// 64.  Constants are written where they are used, so that a compiler sees by what it divides.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph.hpp"
#include "core/interval_algebra.hpp"

namespace tileproof {

struct CFunction {
  std::string text;
  std::string result_type;  // "unsigned" or "unsigned long long"
  std::vector<std::string> input_types;
};

// The values of the algebra U64 where the inputs lie in these ranges, of which none leaves 64 bits.
// `specifiers` come before the result's type, if they are not empty.  The text is C and C++, and
// that of CUDA and HIP.  Requires: the graph has one result, a number.
CFunction print_c(const Graph& graph,
                  std::span<const IntervalWord> inputs,
                  std::string_view name,
                  std::string_view specifiers = "");

}  // namespace tileproof
