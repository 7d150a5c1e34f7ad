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

constexpr Oracle kOracles[] = {
    {"amd_bank_conflicts",
     "what one LDS instruction of an AMD wave costs",
     replay_amd_bank_conflicts,
     ""},
    {"amd_fragments",
     "which lane's register holds which element of an AMD matrix instruction",
     replay_amd_fragments,
     ""},
    {"amd_moves", "which bytes AMD's LDS and transposing instructions move", replay_amd_moves, ""},
    {"conversions", "what conversions between layouts leave behind", replay_conversions},
    {"exhaustive", "whether layouts are injective or equal at every point", replay_exhaustive},
    {"fragments", "which thread's register holds which element of a matrix", replay_fragments},
    {"lanes", "what lanes, bytes and CTAs of a cluster exchange", replay_lanes},
    {"shuffles", "which lane of a wave a lane takes its value from", replay_shuffles, ""},
    {"tma", "what the copy engine leaves in shared memory, and wgmma reads there", replay_tma},
    {"wavefronts", "what one shared-memory instruction of a warp costs", replay_wavefronts},
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

Result<ReplaySummary> replay_by_header(const std::string& path) {
  TP_TRY(header, read_header(path));
  TP_TRY(oracle, find_oracle(header.oracle));
  return replay_file(path, oracle->replay);
}

}  // namespace tileproof::oracles
