#include "gpu_oracles/runner/report.hpp"
#include "gpu_oracles/shrink_case.hpp"
#include "gpu_oracles/shuffles/draw_shuffles.hpp"
#include "gpu_oracles/shuffles/shuffles_replay.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kWaveShuffles = 600;

Result<Observation> ask(const WaveShuffle& one) {
  TP_TRY(answers, ask_shuffles({&one, 1}));
  return to_observation(one, answers[0]);
}

Result<RunReport> run_shuffles(const RunRequest& request, const ObservationHeader& header) {
  TP_TRY(lanes, lanes_of_a_wave());
  const auto cases = draw_shuffles(request.seed, request.cases.value_or(kWaveShuffles), lanes);
  TP_TRY(answers, ask_shuffles(cases));
  std::vector<Observation> observations;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    observations.push_back(to_observation(cases[i], answers[i]));
  }
  const Shrink shrink = [&](std::size_t i, const Replay& replay) {
    return smallest_difference(std::span(cases).subspan(i, 1), smaller_shuffles, ask, replay);
  };
  return report_answers(request, header, observations, shuffle_model_choice(), shrink);
}

}  // namespace

DeviceRun shuffles_run() { return {run_shuffles}; }

}  // namespace tileproof::oracles
