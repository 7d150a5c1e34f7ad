// The questions that JSON objects ask: each has an `op`, and that operation's fields.
#pragma once

#include "checkers/requests/json.hpp"
#include "core/result.hpp"

namespace tileproof::requests {

// The fields of the answer to an object; an error where it asks for no operation that there is, or
// where the operation refuses its fields.  Throws InternalError alone.
Result<Json> answer(const Json& object);

}  // namespace tileproof::requests
