// How is the statement of a view read?
#pragma once

#include <optional>
#include <vector>

#include "encodings/buffers/plan.hpp"
#include "encodings/expression/lexer.hpp"

namespace tileproof::buffers {

// What stands behind `view`, up to the `;`, whose place the last token, a kEnd, has.
std::optional<Error> read_view(std::vector<expression::Token> tokens, Plan& plan);

}  // namespace tileproof::buffers
