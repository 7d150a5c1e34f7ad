// Does the rule of core/target.hpp give the wavefronts that a GPU's counters read?
//
//   in   {"instruction": "ld.shared.b64", "byte_address": [0, 8, null, ...]}   null: inactive lane
//   out  {"wavefronts": 2, "bank_conflicts": 0, ...}
//
// The cycles in `out` are evidence of the measurement, held against its counters by
// tests/gpu_oracles, not by the model.
#pragma once

#include <functional>
#include <string_view>

#include "core/wavefronts.hpp"
#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

using ByteAddresses = std::vector<std::optional<Word>>;

// One instruction of one warp.
struct AccessPattern {
  std::string instruction;
  ByteAddresses byte_address;  // nullopt: the lane is inactive

  friend bool operator==(const AccessPattern&, const AccessPattern&) = default;
};

using CostModel = std::function<Result<AccessCost>(const AccessPattern&)>;

inline constexpr std::string_view kAtomicAdd = "atom.shared.add.u32";

// count_wavefronts under the rules of cuda:90, the target that is measured.
Result<AccessCost> hopper_cost(const AccessPattern& pattern);

// hopper_cost with each rule of loads and stores changed; atomics have no rule.
CostModel with_changed_rules(const std::function<void(AccessRule&)>& change);

// hopper_cost and planted errors.
const ModelChoice<CostModel>& wavefront_model_choice();

nlohmann::json to_json(const AccessPattern& pattern);
Result<AccessPattern> parse_pattern(const nlohmann::json& in);

Result<Difference> replay_wavefronts(const Observation& observation,
                                     const CostModel& model = hopper_cost);

}  // namespace tileproof::oracles
