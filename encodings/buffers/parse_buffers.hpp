// How is a text read as a plan of buffers?  The grammar is in docs/buffers.md.
#pragma once

#include <optional>
#include <string_view>

#include "encodings/buffers/plan.hpp"

namespace tileproof::buffers {

// Of a longer text parse_buffers() says so.
inline constexpr std::size_t kMaxPlanLength = std::size_t{1} << 20;

// Errors begin with the line and column: "3:24: no storage is called 't'".  A target that is given
// takes the place of the text's.
Result<Plan> parse_buffers(std::string_view text, const std::optional<Target>& target = {});

}  // namespace tileproof::buffers
