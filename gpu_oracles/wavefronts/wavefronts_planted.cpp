#include <map>

#include "core/target.hpp"
#include "gpu_oracles/runner/registry.hpp"
#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"

namespace tileproof::oracles {

CostModel with_changed_rules(const std::function<void(AccessRule&)>& change) {
  const Target hopper = Target::parse("cuda:90").value();
  std::map<std::string, AccessRule> rules;
  for (AccessRule rule : hopper.access_rules()) {
    change(rule);
    rules.emplace(rule.instruction, rule);
  }
  return [rules = std::move(rules)](const AccessPattern& pattern) -> Result<AccessCost> {
    const auto rule = rules.find(pattern.instruction);
    if (rule == rules.end()) return hopper_cost(pattern);
    return count_wavefronts(rule->second, pattern.byte_address);
  };
}

const ModelChoice<CostModel>& wavefront_model_choice() {
  static const ModelChoice<CostModel> kChoice{
      hopper_cost,
      replay_wavefronts,
      {{"phase-error",
        "groups of 8- and 16-byte accesses have lane 16 in place of lane 1",
        with_changed_rules([](AccessRule& rule) {
          if (rule.bytes_per_lane >= 8 && rule.matrices == 0) rule.group_basis[0] = 16;
        })},
       {"merge-error", "loads never merge equal pairs", with_changed_rules([](AccessRule& rule) {
          rule.merges_equal_pairs = false;
        })},
       {"atomic-error",
        "atomics serve equal addresses together, as loads do",
        [](const AccessPattern& pattern) {
          AccessPattern as_load = pattern;
          if (pattern.instruction == kAtomicAdd) as_load.instruction = "ld.shared.b32";
          return hopper_cost(as_load);
        }}}};
  return kChoice;
}

OracleModels wavefronts_oracle() {
  return {
      models_of<wavefront_model_choice>().replay, [] {
        auto names = wavefront_model_choice().names();
        names.push_back({"formula", "a well-known compiler's formula, on the smallest layouts"});
        return names;
      }};
}

}  // namespace tileproof::oracles
