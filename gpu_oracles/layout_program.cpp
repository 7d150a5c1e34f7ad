#include "gpu_oracles/layout_program.hpp"

#include <algorithm>

#include "core/print_c.hpp"
#include "gpu_oracles/exhaustive/flat_map.hpp"

namespace tileproof {
namespace {

constexpr Word kMostPoints = 65536;

// Kernels are launched by the runtime's function, so that the text is C++.
constexpr const char* kRuntime = R"(#include <cstdio>
#include <vector>
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define RUNTIME(name) hip##name
#else
#include <cuda_runtime.h>
#define RUNTIME(name) cuda##name
#endif

)";

constexpr const char* kProgram = R"(
static bool succeeds(RUNTIME(Error_t) error, const char* what) {
  if (error == RUNTIME(Success)) return true;
  std::printf("%s: %s\n", what, RUNTIME(GetErrorString)(error));
  return false;
}

int main() {
  int devices = 0;
  if (RUNTIME(GetDeviceCount)(&devices) != RUNTIME(Success) || devices == 0) {
    std::printf("skipped: no device\n");
    return 3;
  }
  // A point that no thread writes has a value that none is to have.
  std::vector<unsigned long long> values(kPoints, 0);
  unsigned long long* on_device = nullptr;
  if (!succeeds(RUNTIME(Malloc)((void**)&on_device, sizeof(kExpected)), "malloc") ||
      !succeeds(RUNTIME(Memset)(on_device, 0xff, sizeof(kExpected)), "memset")) {
    return 4;
  }
  void* arguments[] = {&on_device};
  if (!succeeds(RUNTIME(LaunchKernel)((const void*)evaluate, dim3((kPoints + 255) / 256), dim3(256),
                                      arguments, 0, 0), "launch") ||
      !succeeds(RUNTIME(DeviceSynchronize)(), "kernel") ||
      !succeeds(RUNTIME(Memcpy)(values.data(), on_device, sizeof(kExpected),
                                RUNTIME(MemcpyDeviceToHost)), "copy")) {
    return 4;
  }
  for (unsigned i = 0; i < kPoints; ++i) {
    if (values[i] == kExpected[i]) continue;
    unsigned rest = i;
    std::printf("(");
    for (unsigned k = 0; k < kInputs; ++k) {
      std::printf("%s%s %u", k == 0 ? "" : ", ", kNames[k], rest % kSizes[k]);
      rest /= kSizes[k];
    }
    std::printf(") has %llu on the device, and %llu by the definition\n", values[i], kExpected[i]);
    return 1;
  }
  std::printf("all %u points have the definition's value\n", kPoints);
  return 0;
}
)";

// The inputs as the number counts them, the fastest first.
std::string inputs_text(const IndexMap& layout, const oracles::FlatMap& flat) {
  std::string names;
  std::string sizes;
  for (std::size_t k = 0; k < flat.axis_order.size(); ++k) {
    std::string name = layout.axes()[flat.axis_order[k]].name;
    std::ranges::replace_if(
        name, [](char c) { return c == '"' || c == '\\' || c < ' '; }, '_');
    names += (k > 0 ? ", " : "") + ("\"" + name + "\"");
    sizes += (k > 0 ? ", " : "") + std::to_string(flat.axis_sizes[k]);
  }
  if (names.empty()) names = "\"\"", sizes = "1";  // of a layout with one point
  const std::string count = std::to_string(flat.axis_order.size());
  return "\nconst unsigned kInputs = " + count + ";\nconst char* const kNames[] = {" + names +
         "};\nconst unsigned kSizes[] = {" + sizes + "};";
}

}  // namespace

Result<std::string> device_program(const IndexMap& layout) {
  TP_TRY(flat, oracles::flatten(layout));
  if (flat.points > kMostPoints) {
    return Error{ErrorCode::kUnsupported,
                 "the layout has " + std::to_string(flat.points) + " points, more than " +
                     std::to_string(kMostPoints)};
  }
  const IntervalWord numbers[] = {flat.numbers()};
  std::string text = kRuntime;
  text += "// The layout at one of its points.\n";
  text += print_c(flat.graph, numbers, "layout", "__device__").text;
  text += inputs_text(layout, flat);
  text += "\nconst unsigned kPoints = " + std::to_string(flat.points) +
          ";\n// By the definition.\n" + "const unsigned long long kExpected[kPoints] = {";
  for (Word i = 0; i < flat.points; ++i) {
    const Word value = value_at(layout, flat.point(i))[0];
    if (value == ~Word{0}) {
      return Error{ErrorCode::kUnsupported, "a point has -1, which marks points without a value"};
    }
    text += (i % 16 == 0 ? "\n    " : " ") + std::to_string(value) + "u,";
  }
  text +=
      "};\n\n__global__ void evaluate(unsigned long long* values) {\n"
      "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < kPoints) values[i] = layout(i);\n}\n";
  return text + kProgram;
}

}  // namespace tileproof
