#include "gpu_oracles/exhaustive/kernel_source.hpp"

#include "core/print_c.hpp"
#include "gpu_oracles/kernels_text.hpp"

namespace tileproof::oracles {
namespace {

// How many of a thread's 32 points are written out one behind the other: the loop costs nothing
// then, but long functions would leave the cache of instructions.
unsigned unrolled(std::size_t steps) {
  constexpr std::size_t kMostSteps = 2048;
  unsigned points = 32;
  while (points > 1 && points * steps > kMostSteps) points /= 2;
  return points;
}

CFunction device_function(const FlatMap& map, const char* name) {
  const IntervalWord numbers = map.numbers();
  return print_c(map.graph, {&numbers, 1}, name, "static __device__ __forceinline__");
}

std::string source(const CFunction& f,
                   const std::string& others,
                   std::size_t steps,
                   const std::string& kernels) {
  return "#define TP_KERNEL extern \"C\" __global__\n#define " + kernels +
         "\nusing Point = " + f.input_types[0] + ";\nusing Value = " + f.result_type +
         ";\nconstexpr unsigned kUnroll = " + std::to_string(unrolled(steps)) + ";\n" + f.text +
         others + kKernelsText;
}

}  // namespace

std::string kernel_source(const FlatMap& map, Kernels kernels) {
  return source(device_function(map, "f"),
                "",
                map.graph.steps.size(),
                kernels == Kernels::kCount ? "TP_COUNTS" : "TP_FINDS");
}

std::string comparing_source(const FlatMap& map, const FlatMap& other) {
  return source(device_function(map, "f"),
                device_function(other, "g").text,
                map.graph.steps.size() + other.graph.steps.size(),
                "TP_COMPARES");
}

}  // namespace tileproof::oracles
