// Which oracles are there, and how is each one's file compared with our models?
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

struct Oracle {
  std::string_view name;  // its folder
  // Its file is tests/data/<observed>/<name>.jsonl.gz; empty where no device has been asked yet.
  std::string_view observed;
  std::string_view question;
  OracleModels models;
};
// lanes_oracle() ...: each is defined in its folder, beside its models.
#define TP_ORACLE(name, devices, observed, question) OracleModels name##_oracle();
#include "gpu_oracles/oracles.def"
#undef TP_ORACLE

std::span<const Oracle> all_oracles();
// Fails (kUsage) with the names that there are.
Result<const Oracle*> find_oracle(std::string_view name);

// An Error (kUsage) with the names that there are, unless the oracle has a model of that name.
std::optional<Error> check_model(const Oracle& oracle, std::string_view model);

// Replays a file by the oracle that its header names.
Result<ReplaySummary> replay_by_header(const std::string& path, std::string_view model = kOurModel);

}  // namespace tileproof::oracles
