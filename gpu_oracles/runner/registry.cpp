#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {

std::span<const Oracle> all_oracles() {
  static const Oracle kOracles[] = {
#define TP_ORACLE(name, devices, observed, question) {#name, observed, question, name##_oracle()},
#include "gpu_oracles/oracles.def"
#undef TP_ORACLE
  };
  return kOracles;
}

Result<const Oracle*> find_oracle(std::string_view name) {
  std::string names;
  for (const Oracle& oracle : all_oracles()) {
    if (oracle.name == name) return &oracle;
    names += (names.empty() ? "" : ", ") + std::string(oracle.name);
  }
  return Error{ErrorCode::kUsage, "no oracle '" + std::string(name) + "'; there are: " + names};
}

std::optional<Error> check_model(const Oracle& oracle, std::string_view model) {
  std::string known;
  for (const ModelName& one : oracle.models.names()) {
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
  return replay_file(path, [&](const Observation& observation) {
    return oracle->models.replay(observation, model);
  });
}

}  // namespace tileproof::oracles
