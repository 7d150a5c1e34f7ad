// What do the fields of a question or an answer hold?  Each function fails (kSyntax) with the
// field's name if it is not there or holds something else.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/bits.hpp"
#include "core/result.hpp"

namespace tileproof::oracles {

Result<Word> natural_field(const nlohmann::json& object, const char* name);
Result<std::string> text_field(const nlohmann::json& object, const char* name);
Result<std::vector<std::int64_t>> integers_field(const nlohmann::json& object, const char* name);
Result<std::vector<Word>> naturals_field(const nlohmann::json& object, const char* name);

}  // namespace tileproof::oracles
