// The oracles that this program can run, as device_program.cmake lists them.
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

std::span<const DeviceOracle> device_oracles() {
  static const DeviceOracle kOracles[] = {
#define TP_DEVICE_ORACLE(name, source_hash) {#name, source_hash, name##_run()},
#include "gpu_oracles/device_oracles.def"
#undef TP_DEVICE_ORACLE
  };
  return kOracles;
}

}  // namespace tileproof::oracles
