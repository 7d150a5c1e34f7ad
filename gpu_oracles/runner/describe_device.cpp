// Which device is asked: the first.
#include <ctime>

#include "gpu_oracles/runner/device_buffer.hpp"
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {
namespace {

// CUDA's 13000 is "13.0"; HIP for AMD counts 50221153 for "5.2.21153".
std::string version_text(int version) {
#if TP_AMD
  return std::to_string(version / 10'000'000) + "." + std::to_string(version / 100'000 % 100) +
         "." + std::to_string(version % 100'000);
#else
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
#endif
}

// "9.0", or "gfx942:sramecc+:xnack-"
std::string architecture_text(const gpuDeviceProperties& device) {
#if TP_AMD
  return device.gcnArchName;
#else
  return std::to_string(device.major) + "." + std::to_string(device.minor);
#endif
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
  const gpuError_t code = gpuGetDeviceCount(&devices);
  if (code != gpuSuccess) return device_error("counting the devices", code).message;
  if (devices == 0) return "the driver lists no device";
  return std::nullopt;
}

std::optional<Error> start_device() {
  TP_GPU_TRY(gpuFree(nullptr));
  return std::nullopt;
}

Result<std::string> device_architecture() {
  gpuDeviceProperties device{};
  TP_GPU_TRY(gpuGetDeviceProperties(&device, 0));
#if TP_AMD
  return std::string(device.gcnArchName);
#else
  return "sm_" + std::to_string(device.major) + std::to_string(device.minor);
#endif
}

DevicePlatform device_platform() { return TP_AMD ? DevicePlatform::kAmd : DevicePlatform::kNvidia; }

Result<unsigned> lanes_of_a_wave() {
  gpuDeviceProperties device{};
  TP_GPU_TRY(gpuGetDeviceProperties(&device, 0));
  return static_cast<unsigned>(device.warpSize);
}

Result<ObservationHeader> describe_device(const DeviceOracle& oracle) {
  gpuDeviceProperties device{};
  int driver = 0;
  int runtime = 0;
  TP_GPU_TRY(gpuGetDeviceProperties(&device, 0));
  TP_GPU_TRY(gpuDriverGetVersion(&driver));
  TP_GPU_TRY(gpuRuntimeGetVersion(&runtime));
  return ObservationHeader{std::string(oracle.name),
                           device.name,
                           architecture_text(device),
                           version_text(driver),
                           version_text(runtime),
                           TILEPROOF_DEVICE_TOOLKIT,
                           std::string(oracle.source_hash),
                           today()};
}

}  // namespace tileproof::oracles
