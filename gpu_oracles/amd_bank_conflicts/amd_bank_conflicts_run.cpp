#include <algorithm>

#include "gpu_oracles/amd_bank_conflicts/amd_bank_conflicts_replay.hpp"
#include "gpu_oracles/amd_bank_conflicts/draw_lds_patterns.hpp"
#include "gpu_oracles/runner/report.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kPatterns = 300;
// Fewer may all have the same cost, which shows nothing.
constexpr std::uint64_t kFewestPatterns = 20;

// 300 patterns of the request's seed for each LDS instruction, or as many as are asked for.
Result<RunReport> run_amd_bank_conflicts(const RunRequest& request,
                                         const ObservationHeader& header) {
  TP_TRY(target, Target::parse(header.compute_capability));
  const std::uint64_t count = std::max(request.cases.value_or(kPatterns), kFewestPatterns);
  Draws draws(request.seed);
  std::vector<Observation> observations;
  for (std::size_t i = 0; i < std::size(kLdsInstructions); ++i) {
    TP_TRY(rule, target.find_rule(kLdsInstructions[i].name));
    std::vector<LdsAddresses> patterns;
    while (patterns.size() < count) patterns.push_back(draw_lds_pattern(draws, *rule));
    TP_TRY(cycles, time_lds_accesses(i, patterns));
    observations.push_back(to_observation(kLdsInstructions[i].name, target, patterns, cycles));
  }
  return report_answers(request, header, observations, lds_cost_model_choice());
}

}  // namespace

DeviceRun amd_bank_conflicts_run() { return {run_amd_bank_conflicts}; }

}  // namespace tileproof::oracles
