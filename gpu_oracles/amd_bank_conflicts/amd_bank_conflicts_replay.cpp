#include "gpu_oracles/amd_bank_conflicts/amd_bank_conflicts_replay.hpp"

#include <algorithm>
#include <sstream>

#include "gpu_oracles/amd_bank_conflicts/fit_cycles.hpp"
#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;

Error no_timing(const std::string& why) {
  return {ErrorCode::kSyntax, "not an observation of bank conflicts: " + why};
}

json to_json(const LdsAddresses& addresses) {
  json list = json::array();
  for (const auto& address : addresses) list.push_back(address ? json(*address) : json(nullptr));
  return list;
}

Result<std::vector<LdsAddresses>> parse_patterns(const json& in) {
  const auto field = in.find("byte_address");
  if (field == in.end() || !field->is_array()) return no_timing("no list 'byte_address'");
  std::vector<LdsAddresses> patterns;
  for (const json& list : *field) {
    if (!list.is_array()) return no_timing("addresses that are no list");
    LdsAddresses addresses;
    for (const json& address : list) {
      if (!address.is_null() && !address.is_number_unsigned()) {
        return no_timing("a lane's address is " + address.dump());
      }
      addresses.push_back(address.is_null() ? std::nullopt : std::optional(address.get<Word>()));
    }
    patterns.push_back(std::move(addresses));
  }
  return patterns;
}

Result<std::vector<double>> parse_cycles(const json& out, std::size_t count) {
  const auto field = out.find("cycles");
  if (field == out.end() || !field->is_array() || field->size() != count ||
      !std::all_of(field->begin(), field->end(), [](const json& c) { return c.is_number(); })) {
    return no_timing("no cycles of " + std::to_string(count) + " patterns");
  }
  return field->get<std::vector<double>>();
}

std::size_t active_lanes(const LdsAddresses& addresses) {
  return static_cast<std::size_t>(
      std::count_if(addresses.begin(), addresses.end(), [](const auto& a) { return !!a; }));
}

}  // namespace

Observation to_observation(std::string_view instruction,
                           const Target& target,
                           std::span<const LdsAddresses> patterns,
                           std::span<const double> cycles) {
  json lists = json::array();
  for (const LdsAddresses& addresses : patterns) lists.push_back(to_json(addresses));
  return {{{"instruction", instruction}, {"target", target.name()}, {"byte_address", lists}},
          {{"cycles", std::vector<double>(cycles.begin(), cycles.end())}}};
}

Result<Difference> replay_amd_bank_conflicts(const Observation& observation,
                                             const LdsCostModel& model) {
  TP_TRY(instruction, text_field(observation.in, "instruction"));
  TP_TRY(target_name, text_field(observation.in, "target"));
  TP_TRY(target, Target::parse(target_name));
  TP_TRY(rule, target.find_rule(instruction));
  TP_TRY(patterns, parse_patterns(observation.in));
  TP_TRY(cycles, parse_cycles(observation.out, patterns.size()));
  std::vector<CycleReading> readings;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    TP_TRY(cost, model(*rule, patterns[i]));
    readings.push_back({cost.wavefronts, cycles[i]});
  }
  TP_TRY(fit, fit_cycles(readings));
  if (fit.beside.empty()) return Difference();
  const std::size_t shown =
      *std::min_element(fit.beside.begin(), fit.beside.end(), [&](std::size_t a, std::size_t b) {
        return active_lanes(patterns[a]) < active_lanes(patterns[b]);
      });
  std::ostringstream text;
  text << instruction << " of " << target.name() << ": " << fit.beside.size() << " of "
       << patterns.size() << " patterns contradict " << fit.base << " cycles and " << fit.step
       << " for each wavefront; at " << to_json(patterns[shown]).dump() << " the model says "
       << readings[shown].wavefronts << " wavefronts, the clock " << cycles[shown] << " cycles";
  return Difference(text.str());
}

}  // namespace tileproof::oracles
