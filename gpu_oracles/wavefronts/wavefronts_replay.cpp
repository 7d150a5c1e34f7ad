#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"

#include "core/target.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;

constexpr std::size_t kReplayedLanes = 32;

Result<unsigned> counter(const json& out, const char* name) {
  const auto field = out.find(name);
  if (field == out.end() || !field->is_number_unsigned()) {
    return Error{ErrorCode::kSyntax, std::string("no count '") + name + "' among the answers"};
  }
  return field->get<unsigned>();
}

std::string text_of(const AccessCost& cost) {
  return std::to_string(cost.wavefronts) + " wavefronts and " + std::to_string(cost.conflicts()) +
         " conflicts";
}

}  // namespace

Result<AccessCost> hopper_cost(const AccessPattern& pattern) {
  static const Target kHopper = *Target::parse("cuda:90");
  TP_TRY(rule, kHopper.find_rule(pattern.instruction));
  return count_wavefronts(*rule, pattern.byte_address);
}

json to_json(const AccessPattern& pattern) {
  json addresses = json::array();
  for (const auto& address : pattern.byte_address) {
    addresses.push_back(address ? json(*address) : json(nullptr));
  }
  return {{"instruction", pattern.instruction}, {"byte_address", std::move(addresses)}};
}

Result<AccessPattern> parse_pattern(const json& in) {
  const auto instruction = in.find("instruction");
  const auto addresses = in.find("byte_address");
  if (instruction == in.end() || !instruction->is_string() || addresses == in.end() ||
      !addresses->is_array() || addresses->size() != kReplayedLanes) {
    return Error{ErrorCode::kSyntax, "not an instruction with the addresses of 32 lanes"};
  }
  AccessPattern pattern{instruction->get<std::string>(), {}};
  for (const json& address : *addresses) {
    if (!address.is_null() && !address.is_number_unsigned()) {
      return Error{ErrorCode::kSyntax, "a lane's address is neither a number nor null"};
    }
    pattern.byte_address.push_back(address.is_null() ? std::nullopt
                                                     : std::optional(address.get<Word>()));
  }
  return pattern;
}

Result<Difference> replay_wavefronts(const Observation& observation, const CostModel& model) {
  TP_TRY(pattern, parse_pattern(observation.in));
  TP_TRY(wavefronts, counter(observation.out, "wavefronts"));
  TP_TRY(conflicts, counter(observation.out, "bank_conflicts"));
  if (conflicts > wavefronts) {
    return Error{ErrorCode::kInvalid, "more conflicts than wavefronts"};
  }
  TP_TRY(cost, model(pattern));
  const AccessCost measured{wavefronts, wavefronts - conflicts};
  if (cost == measured) return Difference{};
  return Difference{pattern.instruction + " at " + observation.in.at("byte_address").dump() +
                    ": the model says " + text_of(cost) + ", the device " + text_of(measured)};
}

}  // namespace tileproof::oracles
