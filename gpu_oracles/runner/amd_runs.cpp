// The oracles that are compiled for AMD: one line each.
#include "gpu_oracles/amd_bank_conflicts/amd_bank_conflicts_run.hpp"
#include "gpu_oracles/amd_fragments/amd_fragments_run.hpp"
#include "gpu_oracles/amd_moves/amd_moves_run.hpp"
#include "gpu_oracles/conversions/conversions_run.hpp"
#include "gpu_oracles/exhaustive/exhaustive_run.hpp"
#include "gpu_oracles/runner/run.hpp"
#include "gpu_oracles/shuffles/shuffles_run.hpp"

namespace tileproof::oracles {
namespace {

constexpr DeviceOracle kDeviceOracles[] = {
    {"amd_bank_conflicts", run_amd_bank_conflicts},
    {"amd_fragments", run_amd_fragments},
    {"amd_moves", run_amd_moves},
    {"conversions", run_conversions},
    {"exhaustive", run_exhaustive},
    {"shuffles", run_shuffles},
};

}  // namespace

std::span<const DeviceOracle> device_oracles() { return kDeviceOracles; }

}  // namespace tileproof::oracles
