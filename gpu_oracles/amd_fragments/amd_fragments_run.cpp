#include "gpu_oracles/amd_fragments/amd_fragments_device.hpp"
#include "gpu_oracles/amd_fragments/amd_fragments_replay.hpp"
#include "gpu_oracles/runner/report.hpp"

namespace tileproof::oracles {
namespace {

// Fails (kUnsupported) on an architecture without matrix instructions that are asked.
Result<RunReport> run_amd_fragments(const RunRequest& request, const ObservationHeader& header) {
  // "gfx942:sramecc+:xnack-"
  const std::string& full_name = header.compute_capability;
  const std::string architecture = full_name.substr(0, full_name.find(':'));
  std::vector<Observation> observations;
  const auto sink = [&](const AmdMatrixInstruction& instruction,
                        const SlotLabels& labels,
                        const std::vector<std::int32_t>& c_of_d) {
    observations.push_back(to_observation(instruction, labels, c_of_d));
  };
  for (const auto ask : {ask_mfma, ask_wmma}) {
    if (const auto error = ask(architecture, sink)) return *error;
  }
  if (observations.empty()) {
    return Error{ErrorCode::kUnsupported,
                 "no matrix instruction of " + architecture + " is asked about"};
  }
  return report_answers(request, header, observations, amd_fragment_model_choice());
}

}  // namespace

DeviceRun amd_fragments_run() { return {run_amd_fragments}; }

}  // namespace tileproof::oracles
