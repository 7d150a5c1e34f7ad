// The oracles that HIP compiles for NVIDIA: those that are portable, one line each.
#include "gpu_oracles/conversions/conversions_run.hpp"
#include "gpu_oracles/exhaustive/exhaustive_run.hpp"
#include "gpu_oracles/runner/run.hpp"
#include "gpu_oracles/shuffles/shuffles_run.hpp"

namespace tileproof::oracles {
namespace {

constexpr DeviceOracle kDeviceOracles[] = {
    {"conversions", run_conversions},
    {"exhaustive", run_exhaustive},
    {"shuffles", run_shuffles},
};

}  // namespace

std::span<const DeviceOracle> device_oracles() { return kDeviceOracles; }

}  // namespace tileproof::oracles
