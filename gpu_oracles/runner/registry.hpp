// Which oracles are there, and how is each one's file compared with our models?
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

struct Oracle {
  std::string_view name;  // its folder, and its file tests/data/h200/<name>.jsonl.gz
  std::string_view question;
  Result<Difference> (*replay)(const Observation&);
};

std::span<const Oracle> all_oracles();
// Fails (kUsage) with the names that there are.
Result<const Oracle*> find_oracle(std::string_view name);

// Replays a file by the oracle that its header names.
Result<ReplaySummary> replay_by_header(const std::string& path);

}  // namespace tileproof::oracles
