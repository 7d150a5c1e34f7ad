// How does a program get onto a device?  Printed as CUDA, and compiled by NVRTC as the program of
// the oracles runs.
#pragma once

#include "encodings/moves/print_cuda.hpp"
#include "gpu_oracles/plans/tensor_bytes.hpp"
#include "gpu_oracles/runner/runtime_compiler.hpp"

namespace tileproof::oracles {

inline constexpr const char* kPlanKernel = "convert";

struct PlanKernel {
  std::string code;  // that the device loads
  unsigned threads = 0;
  Word shared_bytes = 0;
  // Of 32 bits in each thread, as the kernel has them: at least as many as the layouts.
  Word source_registers = 0;
  Word destination_registers = 0;

  friend bool operator==(const PlanKernel&, const PlanKernel&) = default;
};

// Fails (kUnsupported) as print_cuda(), and (kInvalid) with what the compiler says.
Result<PlanKernel> compile_kernel(const moves::Program& program,
                                  const TensorBytes& source,
                                  const TensorBytes& destination,
                                  moves::Accesses accesses,
                                  const RuntimeCompiler& compiler,
                                  const std::string& architecture);

// Kernels as a text of one line each, for the process whose launches are counted.
std::string kernels_text(std::span<const PlanKernel> kernels);
// Fails (kSyntax) if the text was not written so.
Result<std::vector<PlanKernel>> parse_kernels(const std::string& text);

}  // namespace tileproof::oracles
