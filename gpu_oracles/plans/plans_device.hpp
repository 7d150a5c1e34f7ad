// Kernels of programs, run by a device as one CTA.
#pragma once

#include <span>
#include <vector>

#include "gpu_oracles/plans/plan_kernel.hpp"

namespace tileproof::oracles {

// What the kernel leaves in the destination's registers for each of the source's: those of thread t
// from [t * registers] on.  Registers that it leaves as they were are ones.
Result<std::vector<std::vector<std::uint32_t>>> run_kernel(
    const PlanKernel& kernel, std::span<const std::vector<std::uint32_t>> sources);

}  // namespace tileproof::oracles
