// Which oracles are there, and how is each one's file compared with our models?
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

struct Oracle {
  std::string_view name;  // its folder
  std::string_view question;
  Result<Difference> (*replay)(const Observation&);
  // Its file is tests/data/<observed>/<name>.jsonl.gz; empty where no device has been asked yet.
  std::string_view observed = "h200";
};

std::span<const Oracle> all_oracles();
// Fails (kUsage) with the names that there are.
Result<const Oracle*> find_oracle(std::string_view name);

// Replays a file by the oracle that its header names.
Result<ReplaySummary> replay_by_header(const std::string& path);

}  // namespace tileproof::oracles
