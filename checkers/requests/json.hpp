// JSON objects, and values as JSON in the form that scripts rely on (interface.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "checkers/claims/claim.hpp"
#include "checkers/ttgir/finding.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"

namespace tileproof::requests {

using Json = nlohmann::ordered_json;

// An object from a line that anybody may have written: nested 64 levels deep at most.
Result<Json> parse_object(const std::string& line);
// A number, or a string beyond 2^53, where JSON readers lose digits.
Json to_json(Word value);
// The same of what can be below 0, as CuTe's offsets can.
Json signed_json(std::int64_t value);
// {"bases": [[name, [[..], ..]], ..], "out_dims": [[name, size], ..]}
Json to_json(const LinearLayout& layout);
// [["register", [[0,1], ..]], ..]
Json in_dims_json(const LinearLayout& layout);
// [["dim0", 16], ..]
Json out_dims_json(const LinearLayout& layout);
Json to_json(const std::vector<NamedValue>& values);
// {"text": .., "register": 3, ..}
Json to_json(const Counterexample& counterexample);
// {"verdict": .., "engine": .., "scope" or "reason": .., "counterexample": ..}
Json to_json(const Verdict& verdict);
// The names that inputs took: {"b": "mode0 as row, mode1 as col"}, by the layouts' roles.
Json names_json(const Claim& claim);
// null unless refuted
Json counterexample_json(const Verdict& verdict);
Json to_json(const Finding& finding);
Json to_json(const FileReport& report);
// What a finding is known by: {"key": .., "verdict": .., "says": .., ...}
Json identity_json(const FindingIdentity& identity);

}  // namespace tileproof::requests
