// The runner where it is built for no device: nothing can be asked, and it says so.
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

std::span<const DeviceOracle> device_oracles() { return {}; }

std::optional<std::string> why_no_device() { return "this program was built without CUDA and HIP"; }

std::optional<Error> start_device() { return Error{ErrorCode::kUnsupported, *why_no_device()}; }

Result<unsigned> lanes_of_a_wave() { return Error{ErrorCode::kUnsupported, *why_no_device()}; }

Result<ObservationHeader> describe_device(const DeviceOracle&) {
  return Error{ErrorCode::kUnsupported, *why_no_device()};
}

}  // namespace tileproof::oracles
