// Which device is asked: the first.
#include <algorithm>
#include <ctime>

#include "gpu_oracles/runner/cuda_call.hpp"
#include "gpu_oracles/runner/run.hpp"
#include "gpu_oracles/source_hashes.hpp"

namespace tileproof::oracles {
namespace {

// 13000 -> "13.0"
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[sizeof "2026-11-20"] = {};
  std::strftime(text, sizeof text, "%Y-%m-%d", &utc);
  return text;
}

}  // namespace

std::optional<std::string> why_no_device() {
  int devices = 0;  // left as it is where there is no driver
  const cudaError_t code = cudaGetDeviceCount(&devices);
  if (code != cudaSuccess) return cuda_error("cudaGetDeviceCount", code).message;
  if (devices == 0) return "the driver lists no device";
  return std::nullopt;
}

Result<ObservationHeader> describe_device(std::string_view oracle) {
  const auto* const hash = std::find_if(std::begin(kSourceHashes),
                                        std::end(kSourceHashes),
                                        [&](const auto& row) { return row.first == oracle; });
  TP_CHECK(hash != std::end(kSourceHashes), "an oracle without a line in cuda.cmake");
  cudaDeviceProp device{};
  int driver = 0;
  int runtime = 0;
  TP_GPU_TRY(cudaGetDeviceProperties(&device, 0));
  TP_GPU_TRY(cudaDriverGetVersion(&driver));
  TP_GPU_TRY(cudaRuntimeGetVersion(&runtime));
  return ObservationHeader{std::string(oracle),
                           device.name,
                           std::to_string(device.major) + "." + std::to_string(device.minor),
                           version_text(driver),
                           version_text(runtime),
                           "nvcc " TILEPROOF_CUDA_TOOLKIT,
                           std::string(hash->second),
                           today()};
}

}  // namespace tileproof::oracles
