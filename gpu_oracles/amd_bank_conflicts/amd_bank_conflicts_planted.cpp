#include "gpu_oracles/amd_bank_conflicts/amd_bank_conflicts_replay.hpp"
#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

// Counts by the rule with a change.
LdsCostModel changed(void (*change)(AccessRule&)) {
  return [change](const AccessRule& rule, std::span<const std::optional<Word>> at) {
    AccessRule other = rule;
    change(other);
    return count_wavefronts(other, at);
  };
}

void take_other_banks(AccessRule& rule) { rule.banks = rule.banks == 32 ? 64 : 32; }
void take_half_the_banks(AccessRule& rule) { rule.banks /= 2; }
void take_half_the_group(AccessRule& rule) { rule.group_basis.pop_back(); }
void take_distant_lanes(AccessRule& rule) {
  rule.group_basis[0] = rule.lanes / 2;
  if (rule.group_basis.back() == rule.lanes / 2) rule.group_basis.pop_back();
}

}  // namespace

const ModelChoice<LdsCostModel>& lds_cost_model_choice() {
  static const ModelChoice<LdsCostModel> kChoice{
      count_wavefronts,
      replay_amd_bank_conflicts,
      {{"bank-error", "64 banks where there are 32, and 32 for 64", changed(take_other_banks)},
       {"few-banks-error", "half the banks", changed(take_half_the_banks)},
       {"group-error", "half the lanes are served together", changed(take_half_the_group)},
       {"lane-error",
        "a lane is served with one of the other half, not its neighbour",
        changed(take_distant_lanes)}}};
  return kChoice;
}

OracleModels amd_bank_conflicts_oracle() { return models_of<lds_cost_model_choice>(); }

}  // namespace tileproof::oracles
