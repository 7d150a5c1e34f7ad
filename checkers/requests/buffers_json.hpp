// What is said of a plan of buffers, as JSON (docs/buffers.md, Exit codes and JSON).
#pragma once

#include "checkers/buffers/check_buffers.hpp"
#include "checkers/requests/json.hpp"

namespace tileproof::requests {

// {"verdict": .., "findings": [..], "storages": [..], "allocations": [..], "remarks": [..]}
Json to_json(const buffers::BufferReport& report);

}  // namespace tileproof::requests
