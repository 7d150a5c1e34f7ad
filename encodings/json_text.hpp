// JSON that anybody may have written.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "core/result.hpp"

namespace tileproof {

// Fails if it is no JSON, nests more than 64 levels, or names one thing twice in an object, of
// which readers would take the last without a word.
Result<nlohmann::ordered_json> parse_json(std::string_view text);

}  // namespace tileproof
