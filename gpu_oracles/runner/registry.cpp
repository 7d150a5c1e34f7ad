#include "gpu_oracles/runner/registry.hpp"

#include "gpu_oracles/amd_bank_conflicts/amd_bank_conflicts_replay.hpp"
#include "gpu_oracles/amd_fragments/amd_fragments_replay.hpp"
#include "gpu_oracles/amd_moves/amd_moves_replay.hpp"
#include "gpu_oracles/conversions/conversions_replay.hpp"
#include "gpu_oracles/exhaustive/exhaustive_replay.hpp"
#include "gpu_oracles/fragments/fragments_replay.hpp"
#include "gpu_oracles/lanes/lanes_replay.hpp"
#include "gpu_oracles/shuffles/shuffles_replay.hpp"
#include "gpu_oracles/tma/tma_replay.hpp"
#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"

namespace tileproof::oracles {
namespace {

std::vector<ModelName> wavefront_model_names() {
  auto names = wavefront_model_choice().names();
  names.push_back({"formula", "a well-known compiler's formula, on the smallest layouts"});
  return names;
}

constexpr Oracle kOracles[] = {
    {"amd_bank_conflicts",
     "what one LDS instruction of an AMD wave costs",
     [](const Observation& observation, std::string_view model) {
       return replay_named(lds_cost_model_choice(), replay_amd_bank_conflicts, observation, model);
     },
     [] { return lds_cost_model_choice().names(); },
     ""},
    {"amd_fragments",
     "which lane's register holds which element of an AMD matrix instruction",
     [](const Observation& observation, std::string_view model) {
       return replay_named(amd_fragment_model_choice(), replay_amd_fragments, observation, model);
     },
     [] { return amd_fragment_model_choice().names(); },
     ""},
    {"amd_moves",
     "which bytes AMD's LDS and transposing instructions move",
     [](const Observation& observation, std::string_view model) {
       return replay_named(amd_move_model_choice(), replay_amd_moves, observation, model);
     },
     [] { return amd_move_model_choice().names(); },
     ""},
    {"conversions",
     "what conversions between layouts leave behind",
     [](const Observation& observation, std::string_view model) {
       return replay_named(conversion_model_choice(), replay_conversions, observation, model);
     },
     [] { return conversion_model_choice().names(); }},
    {"exhaustive",
     "whether layouts are injective or equal at every point",
     [](const Observation& observation, std::string_view model) {
       return replay_named(offset_model_choice(), replay_exhaustive, observation, model);
     },
     [] { return offset_model_choice().names(); }},
    {"fragments",
     "which thread's register holds which element of a matrix",
     [](const Observation& observation, std::string_view model) {
       return replay_named(fragment_model_choice(), replay_fragments, observation, model);
     },
     [] { return fragment_model_choice().names(); }},
    {"lanes",
     "what lanes, bytes and CTAs of a cluster exchange",
     [](const Observation& observation, std::string_view model) {
       return replay_named(lane_model_choice(), replay_lanes, observation, model);
     },
     [] { return lane_model_choice().names(); }},
    {"shuffles",
     "which lane of a wave a lane takes its value from",
     [](const Observation& observation, std::string_view model) {
       return replay_named(shuffle_model_choice(), replay_shuffles, observation, model);
     },
     [] { return shuffle_model_choice().names(); }},
    {"tma",
     "what the copy engine leaves in shared memory, and wgmma reads there",
     [](const Observation& observation, std::string_view model) {
       return replay_named(tma_model_choice(), replay_tma, observation, model);
     },
     [] { return tma_model_choice().names(); }},
    {"wavefronts",
     "what one shared-memory instruction of a warp costs",
     [](const Observation& observation, std::string_view model) {
       return replay_named(wavefront_model_choice(), replay_wavefronts, observation, model);
     },
     wavefront_model_names},
};

}  // namespace

std::span<const Oracle> all_oracles() { return kOracles; }

Result<const Oracle*> find_oracle(std::string_view name) {
  std::string names;
  for (const Oracle& oracle : kOracles) {
    if (oracle.name == name) return &oracle;
    names += (names.empty() ? "" : ", ") + std::string(oracle.name);
  }
  return Error{ErrorCode::kUsage, "no oracle '" + std::string(name) + "'; there are: " + names};
}

std::optional<Error> check_model(const Oracle& oracle, std::string_view model) {
  std::string known;
  for (const ModelName& one : oracle.models()) {
    if (one.name == model) return std::nullopt;
    known += (known.empty() ? "" : ", ") + std::string(one.name);
  }
  return Error{
      ErrorCode::kUsage,
      std::string(oracle.name) + " has no model '" + std::string(model) + "'; there are: " + known};
}

Result<ReplaySummary> replay_by_header(const std::string& path, std::string_view model) {
  TP_TRY(header, read_header(path));
  TP_TRY(oracle, find_oracle(header.oracle));
  return replay_file(
      path, [&](const Observation& observation) { return oracle->replay(observation, model); });
}

}  // namespace tileproof::oracles
