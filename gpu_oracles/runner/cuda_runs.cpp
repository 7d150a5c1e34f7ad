// The oracles that are compiled for CUDA: one line each.  Clusters and the copy engine are asked
// from sm_90 on.
#include "gpu_oracles/conversions/conversions_run.hpp"
#include "gpu_oracles/exhaustive/exhaustive_run.hpp"
#include "gpu_oracles/fragments/fragments_run.hpp"
#include "gpu_oracles/lanes/lanes_run.hpp"
#include "gpu_oracles/runner/run.hpp"
#include "gpu_oracles/shuffles/shuffles_run.hpp"
#include "gpu_oracles/tma/tma_run.hpp"
#include "gpu_oracles/wavefronts/wavefronts_run.hpp"

namespace tileproof::oracles {
namespace {

constexpr DeviceOracle kDeviceOracles[] = {
    {"conversions", run_conversions},
    {"exhaustive", run_exhaustive},
    {"fragments", run_fragments},
#if TILEPROOF_CUDA_ARCHITECTURE >= 90
    {"lanes", run_lanes},
    {"tma", run_tma},
#endif
    {"shuffles", run_shuffles},
    {"wavefronts", run_wavefronts, launch_patterns_of},
};

}  // namespace

std::span<const DeviceOracle> device_oracles() { return kDeviceOracles; }

}  // namespace tileproof::oracles
