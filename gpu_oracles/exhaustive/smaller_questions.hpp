// Which questions about layouts are simpler than one that shows a disagreement?
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace tileproof::oracles {

// Each has one number of the layout's text halved, or one less; those that are no layouts of one
// number are left out.
std::vector<nlohmann::json> smaller_questions(const nlohmann::json& in);

}  // namespace tileproof::oracles
