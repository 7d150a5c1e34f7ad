// Which operations need instructions that only some targets have, though verifiers take them on
// all?
#pragma once

#include <string_view>

#include "core/target.hpp"

namespace tileproof {

// Does a target lack what this operation (without its dialect) is lowered to?
bool lacks_instructions(const Target& target, std::string_view name);

// Does any?
bool rests_on_instructions(std::string_view name);

}  // namespace tileproof
