// Runs the compiled kernels of programs.
#include "gpu_oracles/plans/plans_device.hpp"
#include "gpu_oracles/runner/device_module.hpp"

namespace tileproof::oracles {

Result<std::vector<std::vector<std::uint32_t>>> run_kernel(
    const PlanKernel& kernel, std::span<const std::vector<std::uint32_t>> sources) {
  using Words = std::vector<std::uint32_t>;
  TP_TRY(module, DeviceModule::load(kernel.code));
  const Words ones(kernel.threads * kernel.destination_registers, ~std::uint32_t{0});
  std::vector<Words> results;
  for (const Words& words : sources) {
    TP_TRY(source, DeviceBuffer<std::uint32_t>::copy_of(words));
    TP_TRY(destination, DeviceBuffer<std::uint32_t>::copy_of(ones));
    const std::uint32_t* from = source.data();
    std::uint32_t* to = destination.data();
    const DeviceModule::Grid grid{1, kernel.threads, static_cast<unsigned>(kernel.shared_bytes)};
    if (const auto error = module.launch(kPlanKernel, grid, from, to)) return *error;
    TP_TRY(found, destination.read());
    results.push_back(std::move(found));
  }
  return results;
}

}  // namespace tileproof::oracles
