#include "checkers/requests/program_json.hpp"

#include "encodings/moves/print_program.hpp"

namespace tileproof::requests {

Json to_json(const moves::ProgramCost& cost) {
  return {{"wavefronts", {{"store", cost.store_wavefronts}, {"load", cost.load_wavefronts}}},
          {"shuffles", cost.shuffles},
          {"instructions", cost.instructions},
          {"permutes", cost.permutes},
          {"barriers", cost.barriers},
          {"bytes", cost.bytes},
          {"registers", cost.registers}};
}

Json to_json(const moves::Realised& answer) {
  Json json = to_json(answer.verdict);
  json["remarks"] = answer.remarks;
  json["cost"] = answer.cost ? to_json(*answer.cost) : Json(nullptr);
  return json;
}

Json to_json(const std::optional<plan::Bound>& bound) {
  if (!bound) return nullptr;
  return {{"wavefronts", {{"store", bound->store_wavefronts}, {"load", bound->load_wavefronts}}},
          {"shuffles", bound->shuffles},
          {"wavefronts_and_shuffles", bound->wavefronts_and_shuffles},
          {"family", bound->family}};
}

Json to_json(const plan::Plan& plan) {
  Json json = to_json(plan.answer);
  json["kind"] = to_string(plan.chosen.kind);
  json["program"] = print_program(plan.chosen.program);
  return json;
}

Json to_json(const std::vector<plan::LesserKind>& kinds) {
  Json json = Json::array();
  for (const auto& [kind, why] : kinds) json.push_back({{"kind", to_string(kind)}, {"why", why}});
  return json;
}

}  // namespace tileproof::requests
